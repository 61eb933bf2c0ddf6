/// A message that waits for the bus's greeting.
final class Outgoing {
    let message: Message
    /// Who waits for an answer.
    let call: PendingCall?

    init(message: consuming Message, call: PendingCall?) {
        self.message = message
        self.call = call
    }
}

/// The calls of a connection that have not ended.
struct CallTable {
    /// Those that were sent.
    var bySerial: [UInt32: PendingCall] = [:]
    /// What is to be sent after the greeting, in order.
    var waiting: [Outgoing] = []
    private var made: UInt64 = 0

    var isEmpty: Bool { bySerial.isEmpty && waiting.isEmpty }

    mutating func make(
        _ connection: Connection, deadline: UInt64, _ ended: @escaping PendingCall.End
    ) -> PendingCall {
        made += 1
        return PendingCall(connection: connection, deadline: deadline, order: made, ended: ended)
    }

    mutating func take(_ serial: UInt32) -> PendingCall? { bySerial.removeValue(forKey: serial) }

    mutating func takeWaiting() -> [Outgoing] {
        defer { waiting = [] }
        return waiting
    }

    mutating func forget(_ call: PendingCall) {
        bySerial[call.serial] = nil
        waiting.removeAll { $0.call === call }
    }

    /// All calls, in the order in which they were made; afterwards there is none.
    mutating func takeAll() -> [PendingCall] {
        defer {
            bySerial = [:]
            waiting = []
        }
        return all.sorted { $0.order < $1.order }
    }

    mutating func takeOverdue(_ now: UInt64) -> [PendingCall] {
        let overdue = all.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        for call in overdue { forget(call) }
        return overdue
    }

    var earliestDeadline: UInt64? {
        all.map(\.deadline).min().flatMap { $0 == .max ? nil : $0 }
    }

    private var all: [PendingCall] { Array(bySerial.values) + waiting.compactMap(\.call) }
}
