package import HeadroomBus

extension Connection {
    /// Turns the loop until the bus has handled everything that was sent to it so far.
    package func settle() throws {
        let question = try Message.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
        var failure: BusError?
        var isAnswered = false
        call(question) { result in
            isAnswered = true
            failure = result.error
        }
        try loop.wait("the bus to answer") { isAnswered }
        if let failure { throw failure }
    }
}
