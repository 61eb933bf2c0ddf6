package import HeadroomBus
import HeadroomCore
package import HeadroomWire

/// Who moves things where, as a pure machine (contract, section 4): plugins, their claims, what they reported, and who
/// watches.
///
/// Times are µs of CLOCK_MONOTONIC. What is due at or before an event's time happens before the event.
package struct Registry: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        /// Tell one connection.
        case send(AvoidanceSignal, to: BusName)
        /// No claim is about the process any more.
        case forget(ProcessIdentity)
    }

    /// What came of an event: what the caller is to be answered, and what is to be done.
    package struct Verdict<Value> {
        package let answer: Result<Value, BusError>
        package let actions: [Action]

        package init(answer: Result<Value, BusError>, actions: [Action]) {
            self.answer = answer
            self.actions = actions
        }
    }

    struct Plugin: Sendable, Hashable {
        let name: String
        let kind: PluginKind
        let owner: BusName
        /// The process behind the connection, if the bus knows it.
        let process: UInt32?
        /// Its own application, if it lives in one.
        let home: Subject?
        /// What it claims, active or waiting.
        var subjects: Set<Subject> = []
    }

    var plugins: [UInt64: Plugin] = [:]
    /// The subjects that anybody claims.
    var contests: [Subject: Contest] = [:]
    /// Until when the holders that were told to put things back are waited for.
    var deadlines: [Subject: UInt64] = [:]
    /// The last report about each subject that anybody claims.
    var reports: [Subject: Report] = [:]
    /// Who is told of reports and claims.
    var watchers: Set<BusName> = []
    /// How many claims are about each process.
    var processes: [ProcessIdentity: Int] = [:]
    /// The number of the plugin that came last.
    var newest: UInt64
    /// Until when only those are active that moved things by the word of the daemon before; 0: that is over.
    var opening: UInt64

    /// `start` is the instant at which the daemon starts; numbers of plugins begin above it, so that none of them meant
    /// another plugin to another daemon.
    package init(start: UInt64) {
        newest = start
        opening = start.advanced(byMilliseconds: Limits.graceMS)
    }

    /// When ``advance(to:)`` has something to do; nil: nothing is due.
    package var nextDeadline: UInt64? { deadlines.values.min() }

    /// Does what is due at `now`.
    package mutating func advance(to now: UInt64) -> [Action] {
        if opening <= now { opening = 0 }
        let due = deadlines.filter { $0.value <= now }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        guard !due.isEmpty else { return [] }
        var news = News()
        for (subject, _) in due { alter(subject, &news) { contest in contest.advance(to: now) } }
        return carryOut(news)
    }

    /// Does what is due, then `event`, which throws only what changes nothing.
    mutating func take<Value>(
        at now: UInt64, _ event: (inout Registry, inout News) throws(BusError) -> Value
    ) -> Verdict<Value> {
        var actions = advance(to: now)
        var news = News()
        do throws(BusError) {
            let value = try event(&self, &news)
            actions += carryOut(news)
            return Verdict(answer: .success(value), actions: actions)
        } catch {
            return Verdict(answer: .failure(error), actions: actions)
        }
    }

    /// The caller's plugin of this number.
    func plugin(_ number: UInt64, of caller: BusName) throws(BusError) -> Plugin {
        guard let plugin = plugins[number], plugin.owner == caller else { throw .unknownPlugin(number) }
        return plugin
    }

    // MARK: Plugins

    /// A plugin registers. `home` is where its process lives; a plugin of a kind that lives in the application claims
    /// it. `hasMoved`: it says that it has moved things there, by the word of a daemon before.
    ///
    /// Answers its number, its own subject, and whether it may move things there; LimitExceeded.
    package mutating func register(
        _ name: String, _ kind: PluginKind, of caller: BusName, process: UInt32? = nil, home: Home,
        hasMoved: Bool = false, at now: UInt64
    ) -> Verdict<Registration> {
        take(at: now) { registry, news throws(BusError) in
            guard registry.plugins.count < Limits.plugins else {
                throw .limitExceeded("name", "at most \(Limits.plugins) plugins in all")
            }
            guard registry.plugins.values.count(where: { $0.owner == caller }) < Limits.pluginsPerConnection else {
                throw .limitExceeded("name", "at most \(Limits.pluginsPerConnection) plugins a connection")
            }
            if kind.isInProcess { try registry.checkRoom(for: 1, of: caller) }
            registry.newest += 1
            let number = registry.newest
            registry.plugins[number] = Plugin(
                name: name, kind: kind, owner: caller, process: process, home: kind.isInProcess ? home.subject : nil)
            guard kind.isInProcess else { return Registration(plugin: number, subject: "", isActive: false) }
            registry.enter(number, home, hasMoved: hasMoved, at: now, &news)
            return Registration(
                plugin: number, subject: home.subject.text, isActive: registry.isActive(number, home.subject))
        }
    }

    package struct Registration: Sendable, Hashable {
        package let plugin: UInt64
        /// Empty if it has none of its own.
        package let subject: String
        package let isActive: Bool

        package init(plugin: UInt64, subject: String, isActive: Bool) {
            self.plugin = plugin
            self.subject = subject
            self.isActive = isActive
        }
    }

    /// A plugin goes, with all its claims. Answers UnknownPlugin.
    package mutating func unregister(_ number: UInt64, of caller: BusName, at now: UInt64) -> Verdict<Void> {
        take(at: now) { registry, news throws(BusError) in
            _ = try registry.plugin(number, of: caller)
            registry.end(number, &news)
        }
    }

    private mutating func end(_ number: UInt64, _ news: inout News) {
        for subject in plugins[number]?.subjects.sorted() ?? [] { leave(number, subject, &news) }
        plugins[number] = nil
    }

    /// Whether `plugin` may move things in `subject`.
    func isActive(_ plugin: UInt64, _ subject: Subject) -> Bool { contests[subject]?.isActive(plugin) ?? false }

    // MARK: Watching

    /// Whether `caller` is told of reports and claims from now on.
    package mutating func watch(_ isWatching: Bool, _ caller: BusName) {
        if isWatching { watchers.insert(caller) } else { watchers.remove(caller) }
    }

    // MARK: Who goes

    /// A connection is gone, and with it its plugins.
    package mutating func leave(_ caller: BusName, at now: UInt64) -> [Action] {
        watchers.remove(caller)
        return take(at: now) { registry, news throws(BusError) in
            for number in registry.plugins.keys.sorted() where registry.plugins[number]?.owner == caller {
                registry.end(number, &news)
            }
        }.actions
    }

    /// A process has ended, and with it every claim that is about no other.
    package mutating func processEnded(_ process: ProcessIdentity, at now: UInt64) -> [Action] {
        take(at: now) { registry, news throws(BusError) in registry.lose(process, &news) }.actions
    }
}
