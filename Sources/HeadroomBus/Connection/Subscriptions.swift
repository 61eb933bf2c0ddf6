/// Receives what a rule selects, until it is cancelled or dropped.
package final class Subscription {
    fileprivate let entry: SubscriptionEntry
    private weak var connection: Connection?

    fileprivate init(_ entry: SubscriptionEntry, _ connection: Connection) {
        self.entry = entry
        self.connection = connection
    }

    deinit { cancel() }

    package func cancel() {
        guard entry.isActive else { return }
        entry.isActive = false
        entry.owner = nil
        connection?.remove(entry)
    }
}

final class SubscriptionEntry {
    let rule: MatchRule
    let received: (borrowing Message) -> Void
    let failed: ((BusError) -> Void)?
    var isActive = true
    /// Who owns the rule's well-known sender; nil if the rule has none.
    var owner: NameWatch?

    init(
        rule: MatchRule, failed: ((BusError) -> Void)?, received: @escaping (borrowing Message) -> Void
    ) {
        self.rule = rule
        self.failed = failed
        self.received = received
    }

    func accepts(_ message: borrowing Message) -> Bool {
        guard isActive, rule.accepts(message) else { return false }
        guard let wanted = rule.sender else { return true }
        guard let sender = message.sender else { return false }
        guard let owner else { return sender.equals(wanted.text) }
        return owner.owner.map { sender.equals($0.text) } ?? false
    }
}

/// The subscriptions of a connection, in the order in which they were made.
struct SubscriptionTable {
    var entries: [SubscriptionEntry] = []
}

extension Connection {
    /// Asks the bus for messages. Rules with a well-known sender receive only what its owner of that moment sends.
    ///
    /// `failed` is called if the bus, or this binding, refuses the rule; the subscription then receives nothing.
    package func subscribe(
        _ rule: MatchRule, failed: ((BusError) -> Void)? = nil, _ received: @escaping (borrowing Message) -> Void
    ) -> Subscription {
        let entry = SubscriptionEntry(rule: rule, failed: failed, received: received)
        // The owner is asked for first, so it is known before the first message of the rule can arrive.
        if let sender = rule.sender, sender.isValid, !sender.isUnique, sender != .bus {
            entry.owner = watchName(sender) { _ in }
        }
        subscriptions.entries.append(entry)
        if state != .closed { addMatch(entry) }
        return Subscription(entry, self)
    }

    func resumeSubscriptions() {
        for entry in subscriptions.entries { addMatch(entry) }
    }

    private func addMatch(_ entry: SubscriptionEntry) {
        do throws(BusError) {
            try entry.rule.check()
            let text = entry.rule.text
            let message = try Message.toBus("AddMatch", "s") { writer throws(BusError) in try writer.string(text) }
            call(message) { [weak entry] result in
                switch result {
                case .success: return
                case .failure(let error):
                    // A lost bus is no refusal: the rule is asked for again when there is one.
                    guard let entry, entry.isActive, error.code != .busGone else { return }
                    entry.failed?(error)
                }
            }
        } catch {
            loop.later { entry.failed?(error) }
        }
    }

    fileprivate func remove(_ entry: SubscriptionEntry) {
        subscriptions.entries.removeAll { $0 === entry }
        guard state == .connecting || state == .connected else { return }
        let text = entry.rule.text
        guard
            let message = try? Message.toBus(
                "RemoveMatch", "s",
                body: { writer throws(BusError) in
                    try writer.string(text)
                })
        else { return }
        try? send(message)
    }

    /// Hands a message to whom it may concern. Handlers may subscribe and cancel.
    func deliver(_ message: borrowing Message) {
        for entry in subscriptions.entries where entry.accepts(message) { entry.received(message) }
    }
}
