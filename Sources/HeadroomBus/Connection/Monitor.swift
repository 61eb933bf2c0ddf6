/// What a monitor watches.
final class Monitor {
    fileprivate let rules: [MatchRule]
    let received: (borrowing Message) -> Void
    fileprivate let answered: (Result<Void, BusError>) -> Void

    fileprivate init(
        rules: [MatchRule], received: @escaping (borrowing Message) -> Void,
        answered: @escaping (Result<Void, BusError>) -> Void
    ) {
        self.rules = rules
        self.received = received
        self.answered = answered
    }
}

extension Connection {
    /// Makes this connection a monitor: it gets a copy of everything, unicast too, that one of the rules selects, loses
    /// its names and can never send again. For a connection of its own. Asked for again, and answered again, each time
    /// the connection is opened.
    package func becomeMonitor(
        _ rules: [MatchRule], _ received: @escaping (borrowing Message) -> Void,
        _ answered: @escaping (Result<Void, BusError>) -> Void
    ) {
        monitor = Monitor(rules: rules, received: received, answered: answered)
        if state != .closed { resumeMonitor() }
    }

    func resumeMonitor() {
        guard let monitor else { return }
        do throws(BusError) {
            for rule in monitor.rules { try rule.check() }
            let message = try Message.call(
                .bus, "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor", "asu"
            ) { writer throws(BusError) in
                try writer.strings(monitor.rules.map(\.text))
                try writer.uint32(0)
            }
            call(message) { [weak self] result in
                switch result {
                case .success:
                    self?.state = .monitoring
                    monitor.answered(.success(()))
                case .failure(let error):
                    monitor.answered(.failure(error))
                }
            }
        } catch {
            loop.later { monitor.answered(.failure(error)) }
        }
    }

    /// Hands over what was selected; not the bus's word to this connection that it lost its names, which no rule selects.
    func overhear(_ message: borrowing Message) {
        if message.isFromBus, let destination = message.destination, let uniqueName,
            destination.equals(uniqueName.text)
        {
            return
        }
        monitor?.received(message)
    }
}
