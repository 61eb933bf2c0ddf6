package import HeadroomBus

extension Connection {
    /// Sends a call and turns the loop until it has ended.
    ///
    /// - Returns: what `body` reads from the reply.
    /// - Throws: the error that the call ended with, or what `body` throws.
    package func ask<Value>(
        _ call: borrowing Message, timeout: UInt64 = 30_000_000,
        _ body: @escaping (inout Reader) throws(BusError) -> Value
    ) throws -> Value {
        var end: Result<Value, BusError>?
        self.call(call, timeout: timeout) { result in
            switch result {
            case .success(let reply):
                do throws(BusError) { end = .success(try reply.read(body)) } catch { end = .failure(error) }
            case .failure(let error):
                end = .failure(error)
            }
        }
        try loop.wait("the call to end", seconds: 60) { end != nil }
        guard let end else { throw TestFailure("the call did not end") }
        return try end.get()
    }

    /// The error that a call ends with; nil if it ends with a reply.
    package func failure(of call: borrowing Message, timeout: UInt64 = 30_000_000) throws -> BusError? {
        do {
            try ask(call, timeout: timeout) { _ in }
            return nil
        } catch let error as BusError {
            return error
        }
    }
}
