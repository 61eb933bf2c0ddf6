internal import CXCB

// Whose windows are.

extension X11Connection {
    /// The process whose window it is, by its number here: the server knows at the other end of the connection which that is
    /// (X-Resource 1.2), also of a client that has a number of its own elsewhere, in a sandbox. Only where it does not, by what the
    /// window says (`_NET_WM_PID`).
    package func process(of window: UInt32, _ answer: @escaping (UInt32?) -> Void) {
        lookForResources { [self] hasResources in
            guard hasResources else { return processSaid(by: window, answer) }
            ask(hr_query_client_process(display.handle, window)) { [self] reply in
                if let process = reply.flatMap(X11Connection.process(in:)) { return answer(process) }
                processSaid(by: window, answer)
            }
        }
    }

    private func processSaid(by window: UInt32, _ answer: @escaping (UInt32?) -> Void) {
        property(.processID, of: window) { answer($0?.words.first) }
    }

    /// Whether the server has the extension; asked for once, without waiting for it.
    private func lookForResources(_ answer: @escaping (Bool) -> Void) {
        if let hasResources { return answer(hasResources) }
        xcb_prefetch_extension_data(display.handle, hr_resource())
        // Any answer will do: that about the extension comes before it.
        ask(xcb_get_input_focus(display.handle).sequence) { [self] _ in
            let data = xcb_get_extension_data(display.handle, hr_resource())
            let isThere = data.map { $0.pointee.present != 0 } ?? false
            hasResources = isThere
            answer(isThere)
        }
    }

    /// A reply to QueryClientIds: after 32 bytes, which end with how many there are, one after the other client, kind, length in
    /// bytes, and what was asked for. There was one question of one kind.
    private static func process(in reply: X11Reply) -> UInt32? {
        func word(_ index: Int) -> UInt32 { reply.bytes.load(fromByteOffset: 4 * index, as: UInt32.self) }
        // Words after the first 32 bytes; how many answers.
        guard word(1) >= 4, word(2) >= 1, word(9) == 2, word(10) >= 4, word(11) != 0 else { return nil }
        return word(11)
    }
}
