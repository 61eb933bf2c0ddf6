import HeadroomBus
import HeadroomCore

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

    /// What is overheard between programs and fcitx5.
    enum Overheard: Sendable, Hashable {
        /// A program was told of its engine.
        case engine
        /// The caret of an entry, by its path; nil: its place is not known.
        case caret(Rect?, entry: String)
        case focusCame(entry: String)
        case focusLeft(entry: String)
    }

    /// Reads what a monitor was handed; nil if it makes no sense. Which engine a program is told of is not read: fcitx5 is
    /// asked.
    static func overheard(_ message: borrowing Message) -> Overheard? {
        guard let member = message.member, let path = message.path, path.count <= longestPath else { return nil }
        return switch member {
        case "CurrentIM": .engine
        case "SetCursorRect", "SetCursorRectV2": ToldCaret(message).map { .caret($0.rect, entry: String(path)) }
        case "FocusIn": .focusCame(entry: String(path))
        case "FocusOut", "DestroyIC": .focusLeft(entry: String(path))
        case _: nil
        }
    }

    /// Reads the reply to `DebugInfo`: whether an entry that speaks on the bus has the focus; nil if it makes no sense. Of
    /// each entry it has a line of words, of which two are looked at.
    static func isFocusOnBus(_ reply: borrowing Message) -> Bool? {
        try? reply.read { reader throws(BusError) in
            let lines = try reader.text().bytes.split(separator: UInt8(ascii: "\n"))
            return lines.contains { line in
                let words = line.split(separator: UInt8(ascii: " "))
                return words.contains { $0.elementsEqual("focus:1".utf8) }
                    && words.contains { $0.elementsEqual("frontend:dbus".utf8) }
            }
        }
    }

    /// The longest path of an entry that is kept, in bytes; fcitx5's are at most 60. (chosen)
    static let longestPath = 256

    /// Reads the reply to `CreateInputContext`: where the context is; nil if it says no such thing.
    static func context(_ reply: borrowing Message) -> ObjectPath? {
        try? reply.read { reader throws(BusError) in try reader.path() }
    }

    /// Reads a `VirtualKeyboardVisibilityChanged` or the reply to `IsVirtualKeyboardVisible`.
    static func isVisible(_ message: borrowing Message) -> Bool? {
        try? message.read { reader throws(BusError) in try reader.bool() }
    }
}
