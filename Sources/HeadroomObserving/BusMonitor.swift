import HeadroomBus

/// A private connection on which the bus hands over copies of what others send one another, as narrowly selected as its
/// rules say.
///
/// It sends nothing after it became a monitor and owns no name. What the bus refuses is not asked for again; a connection
/// that is lost is opened again, ever more rarely.
final class BusMonitor {
    enum State: Sendable, Hashable {
        case listening
        /// The bus does not let us.
        case refused
        /// Nothing was heard from now on; it is opened again.
        case lost
    }

    private let connection: Connection
    private let reconnector: Reconnector

    /// Begins to listen to the bus at an address.
    ///
    /// - Parameters:
    ///   - loop: where it runs.
    ///   - address: the bus.
    ///   - rules: what is handed over.
    ///   - changed: called when it listens, is refused, or was lost.
    ///   - heard: called with every message.
    /// - Throws: ``BusError/Code/system`` if the kernel gives no timer.
    init(
        loop: EventLoop, address: BusAddress, rules: [MatchRule], changed: @escaping (State) -> Void,
        heard: @escaping (borrowing Message) -> Void
    ) throws(BusError) {
        connection = Connection(loop: loop, address: address)
        connection.onDisconnected = { _ in changed(.lost) }
        reconnector = try Reconnector(connection) { attempt in Self.pause(before: attempt) }
        connection.becomeMonitor(rules, heard) { [weak self] result in
            switch result {
            case .success:
                changed(.listening)
            case .failure(let error):
                // A lost bus is no refusal.
                guard error.code != .busGone, let self else { return }
                reconnector.stop()
                connection.close()
                changed(.refused)
            }
        }
        reconnector.start()
    }

    deinit {
        reconnector.stop()
        connection.close()
    }

    /// Before the first attempt after a loss a second, in µs, then twice as long each time, at most a minute. (chosen)
    private static func pause(before attempt: Int) -> UInt64 {
        min(60, 1 << UInt64(min(max(attempt, 1), 7) - 1)) * 1_000_000
    }
}
