/// A call that is on its way. Dropping it does not end it.
package final class PendingCall {
    /// What is called with the end of a call: the reply, or why there is none.
    package typealias End = (borrowing Result<Message, BusError>) -> Void

    /// In microseconds of CLOCK_MONOTONIC.
    let deadline: UInt64
    /// Calls end in this order when all end at once.
    let order: UInt64
    /// The message's serial; 0 until it is sent.
    var serial: UInt32 = 0
    private var ended: End?
    private weak var connection: Connection?

    init(connection: Connection, deadline: UInt64, order: UInt64, ended: @escaping End) {
        self.connection = connection
        self.deadline = deadline
        self.order = order
        self.ended = ended
    }

    /// Whether the call has neither ended nor been cancelled.
    package var isPending: Bool { ended != nil }

    /// Nobody is told how the call ends. If it was sent, the peer still gets it.
    package func cancel() {
        guard isPending else { return }
        ended = nil
        connection?.forget(self)
    }

    func end(_ result: borrowing Result<Message, BusError>) {
        let ended = ended
        self.ended = nil
        ended?(result)
    }
}

extension Result where Success: ~Copyable, Failure == BusError {
    /// Why there is no success; nil if there is one.
    package var error: BusError? {
        switch self {
        case .success: nil
        case .failure(let error): error
        }
    }
}
