/// Knows who owns a name, until it is cancelled or dropped.
package final class NameWatch {
    fileprivate let entry: NameEntry
    fileprivate let changed: (BusName?) -> Void
    fileprivate var isActive = true
    /// What ``changed`` was called with last; nil if it was not called yet.
    private var told: BusName??
    private weak var connection: Connection?

    fileprivate init(_ entry: NameEntry, _ connection: Connection, _ changed: @escaping (BusName?) -> Void) {
        self.entry = entry
        self.connection = connection
        self.changed = changed
    }

    deinit { cancel() }

    /// The unique name of the owner; nil if there is none, or it is not known yet.
    package var owner: BusName? { entry.owner }

    package func cancel() {
        guard isActive else { return }
        isActive = false
        connection?.drop(entry)
    }

    /// Says who owns the name, if that was not said before.
    fileprivate func tell() {
        guard isActive, told != .some(entry.owner) else { return }
        told = .some(entry.owner)
        changed(entry.owner)
    }
}

/// What is known of one name; shared by all watches of it.
final class NameEntry {
    let name: BusName
    fileprivate(set) var owner: BusName?
    /// Whether the bus has said who owns it since the connection was opened.
    fileprivate var isKnown = false
    fileprivate var subscription: Subscription?
    fileprivate var question: PendingCall?
    fileprivate var watches: [Weak] = []
    fileprivate var users = 0

    fileprivate struct Weak {
        weak var watch: NameWatch?
    }

    fileprivate init(_ name: BusName) { self.name = name }

    fileprivate func set(_ owner: BusName?) {
        self.owner = owner
        isKnown = true
        tell()
    }

    /// The bus is gone, and with it every owner.
    fileprivate func lose() {
        question?.cancel()
        owner = nil
        isKnown = false
    }

    fileprivate func tell() {
        watches.removeAll { $0.watch == nil }
        for each in watches { each.watch?.tell() }
    }
}

extension Connection {
    /// Watches who owns a name, without a gap: the first call says who does now, every further one a change.
    ///
    /// `changed` is never called before this returns; it gets nil when nobody owns the name and when the bus is lost.
    package func watchName(_ name: BusName, _ changed: @escaping (BusName?) -> Void) -> NameWatch {
        let entry = names.watched[name] ?? NameEntry(name)
        names.watched[name] = entry
        entry.users += 1
        let watch = NameWatch(entry, self, changed)
        entry.watches.append(NameEntry.Weak(watch: watch))
        if entry.subscription == nil {
            begin(entry)
        } else if entry.isKnown {
            loop.later { [weak watch] in watch?.tell() }
        }
        return watch
    }

    /// Changes are asked for before the present owner is, so none can be missed between the two.
    private func begin(_ entry: NameEntry) {
        let rule = MatchRule(
            sender: .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", arguments: [0: entry.name.text])
        entry.subscription = subscribe(rule) { [weak entry] message in
            let owner = try? message.read { reader throws(BusError) in
                reader.skip()
                reader.skip()
                return try reader.string()
            }
            // What comes before the answer is older than the answer.
            guard let entry, entry.isKnown, let owner else { return }
            entry.set(owner.isEmpty ? nil : try? BusName(owner))
        }
        ask(entry)
    }

    private func ask(_ entry: NameEntry) {
        guard state != .closed else { return }
        do throws(BusError) {
            let name = entry.name.text
            let message = try Message.toBus("GetNameOwner", "s") { writer throws(BusError) in
                try writer.string(name)
            }
            entry.question?.cancel()
            entry.question = call(message) { [weak entry] result in
                guard let entry else { return }
                switch result {
                case .success(let reply):
                    entry.set(try? reply.read { reader throws(BusError) in try BusName(try reader.text()) })
                case .failure(let error):
                    if error.code != .busGone { entry.set(nil) }
                }
            }
        } catch {
            loop.later { entry.set(nil) }
        }
    }

    /// Asks anew for every watched name; the rules are set up again before.
    func resumeNames() {
        for entry in names.watched.values { ask(entry) }
        for request in names.requested { send(request) }
    }

    /// The bus is gone, and with it all owners.
    func forgetNames() {
        let entries = Array(names.watched.values)
        for entry in entries { entry.lose() }
        loop.later {
            // Those of a bus that was found meanwhile are told when it answers.
            for entry in entries where !entry.isKnown { entry.tell() }
        }
    }

    fileprivate func drop(_ entry: NameEntry) {
        entry.users -= 1
        guard entry.users == 0 else { return }
        entry.question?.cancel()
        entry.subscription = nil
        names.watched[entry.name] = nil
    }
}
