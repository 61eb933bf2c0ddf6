import HeadroomBus
import HeadroomCore

/// What a message between an input method and its panel says, without any text of it.
enum KimpanelEvent: Sendable, Hashable {
    /// A menu entry by whose key the framework is known: `fcitx5`, `ibus`.
    case framework(String)
    /// Whether a table of candidates is shown.
    case lookupTable(isShown: Bool)
    /// Whether a line of auxiliary text is shown.
    case auxiliary(isShown: Bool)
    /// Whether the panel shows the text that is being composed.
    case preedit(isShown: Bool)
    /// How many candidates the page of the table has, and how they stand.
    case table(count: Int, layout: CandidateTable.Layout)
    /// The caret in pixels of the root window; nil: it was told in a way that gives no place on the screen.
    case caret(Rect?)
}

/// Messages of the panel's interfaces as events.
enum KimpanelDecoder {
    /// More candidates than this on one page is nonsense. (chosen: input methods show at most ten)
    static let mostCandidates = 1000

    /// Reads a signal of the input method or a call to the panel; nil if it makes no sense.
    static func event(_ message: borrowing Message) -> KimpanelEvent? {
        guard let member = message.member else { return nil }
        return switch member {
        case "ShowLookupTable": flag(message).map { .lookupTable(isShown: $0) }
        case "ShowAux": flag(message).map { .auxiliary(isShown: $0) }
        case "ShowPreedit": flag(message).map { .preedit(isShown: $0) }
        case "RegisterProperties", "UpdateProperty": framework(message).map { .framework($0) }
        case "SetLookupTable": table(message)
        case "SetSpotRect": ToldCaret(message).map { .caret($0.rect) }
        case "SetRelativeSpotRect", "SetRelativeSpotRectV2": .caret(nil)
        case _: nil
        }
    }

    private static func flag(_ message: borrowing Message) -> Bool? {
        try? message.read { reader throws(BusError) in try reader.bool() }
    }

    /// By the beginning of the first menu entry's key: `/Fcitx/im:…`, `/IBus/…`. What follows is for people and in their
    /// language, and names no engine reliably.
    private static func framework(_ message: borrowing Message) -> String? {
        let framework = try? message.read { reader throws(BusError) in
            guard reader.type == .array else { return ofKey(try reader.text()) }
            var first: String?
            var isFirst = true
            try reader.array("s") { key throws(BusError) in
                if isFirst { first = ofKey(try key.text()) }
                isFirst = false
            }
            return first
        }
        return framework ?? nil
    }

    private static func ofKey(_ key: Text) -> String? {
        if key.bytes.starts(with: "/Fcitx/".utf8) { return Fcitx5Names.framework }
        return key.bytes.starts(with: "/IBus/".utf8) ? "ibus" : nil
    }

    /// Counts the labels of a table. The labels, the candidates and their attributes are passed over unread.
    private static func table(_ message: borrowing Message) -> KimpanelEvent? {
        guard message.signature == "asasasbbii" else { return nil }
        return try? message.read { reader throws(BusError) in
            var count = 0
            try reader.array("s") { labels throws(BusError) in
                count += 1
                guard count <= mostCandidates else { throw BusError(.invalidValue, "a table of too many candidates") }
            }
            // The candidates, their attributes, whether there is a page before and behind, the cursor.
            for _ in 0..<5 { reader.skip() }
            let layout: CandidateTable.Layout =
                switch try reader.int32() {
                case 1: .vertical
                case 2: .horizontal
                case _: .system
                }
            return .table(count: count, layout: layout)
        }
    }
}
