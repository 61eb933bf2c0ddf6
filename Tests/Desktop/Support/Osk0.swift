import HeadroomBus
import Support

extension Desktop {
    /// Asks the keyboard that owns `sm.puri.OSK0`, and waits for its reply.
    package func setVisible(_ visible: Bool) throws {
        let message = try Message.call(
            "sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0", "SetVisible", "b"
        ) { writer throws(BusError) in try writer.bool(visible) }
        var outcome: Result<Void, BusError>?
        bus.call(message) { result in
            switch result {
            case .success: outcome = .success(())
            case .failure(let error): outcome = .failure(error)
            }
        }
        try loop.wait("a reply to SetVisible") { outcome != nil }
        try outcome?.get()
    }
}
