import HeadroomBus
import HeadroomClient

/// A client that runs until a command has its answer.
final class Session {
    let client: Client
    private var ending: Result<Int32, Failure>?
    private var signals: [SignalWatch] = []

    init(bus: Client.Bus = .session) throws(Failure) {
        do throws(ClientError) { client = try Client(bus: bus) } catch { throw Failure(error) }
    }

    /// Runs until ``end(_:)`` or ``fail(_:)``, whichever comes first.
    ///
    /// - Returns: the exit code.
    func run() throws(Failure) -> Int32 {
        do throws(ClientError) { _ = try client.run() } catch { throw Failure(error) }
        return try ending?.get() ?? 0
    }

    func end(_ code: Int32 = 0) { settle(.success(code)) }

    func fail(_ failure: Failure) { settle(.failure(failure)) }

    private func settle(_ ending: Result<Int32, Failure>) {
        guard self.ending == nil else { return }
        self.ending = ending
        client.stop()
    }

    /// Calls `handler` when the user or the system ends the program, instead of ending it.
    func onInterruption(_ handler: @escaping () -> Void) throws(Failure) {
        try Failure.mapped { () throws(BusError) in
            for number in [Interruption.terminal, Interruption.termination] {
                signals.append(try client.loop.signal(number, handler))
            }
        }
    }
}

extension Session {
    /// Follows the keyboard.
    func subscribe(_ told: @escaping (KeyboardUpdate) -> Void) throws(Failure) -> KeyboardSubscription {
        do throws(ClientError) { return try client.subscribe(told) } catch { throw Failure(error) }
    }
}

extension Failure {
    /// What `answer` holds; its error as a failure of the command.
    static func mapped<Value>(_ answer: Result<Value, ClientError>) throws(Failure) -> Value {
        do throws(ClientError) { return try answer.get() } catch { throw Failure(error) }
    }

    /// What `body` returns; what it throws as a failure of the command.
    static func mapped<Value>(_ body: () throws(BusError) -> Value) throws(Failure) -> Value {
        do throws(BusError) { return try body() } catch { throw Failure(error.message) }
    }
}
