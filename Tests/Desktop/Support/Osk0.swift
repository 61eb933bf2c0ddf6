import HeadroomBus
import Support

extension Desktop {
    /// Asks the keyboard that owns `sm.puri.OSK0`, and waits for its reply.
    package func setVisible(_ visible: Bool) throws {
        let message = try Message.call(
            "sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0", "SetVisible", "b"
        ) { writer throws(BusError) in try writer.bool(visible) }
        var isAnswered = false
        var failure: BusError?
        bus.call(message) { result in
            isAnswered = true
            switch result {
            case .success: break
            case .failure(let error): failure = error
            }
        }
        try loop.wait("a reply to SetVisible") { isAnswered }
        if let failure { throw failure }
    }
}
