import HeadroomBus

/// Messages of fcitx5 as facts.
enum Fcitx5Decoder {
    /// The longest name of an engine that is believed, in bytes. (chosen)
    static let longestName = 64

    /// Reads the reply to `CurrentInputMethod`; nil if it makes no sense, empty while no program has the focus that has an
    /// engine of its own. Engines are named by ASCII letters, digits and signs without blanks.
    static func engine(_ reply: borrowing Message) -> String? {
        let name = try? reply.read { reader throws(BusError) in
            let text = try reader.text()
            let isName = text.bytes.count <= longestName && text.bytes.allSatisfy { (0x21...0x7e).contains($0) }
            return isName ? String(text) : nil
        }
        return name ?? nil
    }

    /// Reads the reply to `CreateInputContext`: where the context is; nil if it says no such thing.
    static func context(_ reply: borrowing Message) -> ObjectPath? {
        try? reply.read { reader throws(BusError) in try reader.path() }
    }

    /// Reads a `VirtualKeyboardVisibilityChanged` or the reply to `IsVirtualKeyboardVisible`.
    static func isVisible(_ message: borrowing Message) -> Bool? {
        try? message.read { reader throws(BusError) in try reader.bool() }
    }
}
