import HeadroomBus
import HeadroomCore

/// What a message on IBus's bus says.
enum IBusEvent: Sendable, Hashable {
    /// Another engine is in use.
    case engine(String)
    /// The caret is here, in the global space.
    case caret(Rect)
    /// The caret is somewhere in a window of which nobody knows the place.
    case caretInWindow
    /// The candidates are these; nil: there are none on this page. They are to be seen, or not yet.
    case table(CandidateTable?, isVisible: Bool)
    case tableShown
    case tableHidden
}

/// Messages on IBus's bus as facts. Of text it reads the name of the engine, and no other.
enum IBusDecoder {
    /// Reads a message that one of ``IBusNames/rules(tables:)`` selects; nil if it says nothing that makes sense.
    static func event(_ message: borrowing Message) -> IBusEvent? {
        guard let member = message.member else { return nil }
        return switch member {
        case "GlobalEngineChanged": changedEngine(message).map { .engine($0) }
        case "SetCursorLocation": caret(message).map { .caret($0) }
        case "SetCursorLocationRelative": .caretInWindow
        case "UpdateLookupTable": table(message)
        case "ShowLookupTable": .tableShown
        case "HideLookupTable": .tableHidden
        default: nil
        }
    }

    /// Reads the reply to GetGlobalEngine, `(sa{sv}s…)` in a variant: the engine's name; nil if it is none.
    static func engine(_ reply: borrowing Message) -> String? {
        let engine: String?? = try? reply.read { reader throws(BusError) in
            try reader.variant { value throws(BusError) in
                try value.structure { fields throws(BusError) in
                    guard try fields.text() == "IBusEngineDesc" else { return nil }
                    fields.skip()
                    return engineName(try fields.text())
                }
            }
        }
        return engine ?? nil
    }

    private static func changedEngine(_ message: borrowing Message) -> String? {
        let engine: String?? = try? message.read { reader throws(BusError) in engineName(try reader.text()) }
        return engine ?? nil
    }

    /// An engine's name, if it is one: 1 to 128 bytes (chosen), no blanks, no control characters.
    private static func engineName(_ text: Text) -> String? {
        let isName = (1...128).contains(text.count) && text.bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f }
        return isName ? String(text) : nil
    }

    /// Clients say 0x0 before they know better, and garbage when they are broken (rule G5).
    private static func caret(_ message: borrowing Message) -> Rect? {
        let caret = try? message.read { reader throws(BusError) in
            Rect(
                x: Double(try reader.int32()), y: Double(try reader.int32()), width: Double(try reader.int32()),
                height: Double(try reader.int32()))
        }
        guard let caret, caret.width >= 0, caret.height > 0 else { return nil }
        let isOnEarth = [caret.x, caret.y, caret.width, caret.height].allSatisfy { $0.magnitude <= 1e6 }
        return isOnEarth ? caret : nil
    }

    /// The candidates are counted and not looked at.
    private static func table(_ message: borrowing Message) -> IBusEvent? {
        let event: IBusEvent?? = try? message.read { reader throws(BusError) in
            let table: CandidateTable? = try reader.variant { value throws(BusError) in
                try value.structure { fields throws(BusError) in try lookupTable(&fields) }
            }
            guard let table else { return nil }
            return .table(table.rows > 0 ? table : nil, isVisible: try reader.bool())
        }
        return event ?? nil
    }

    /// Reads `(sa{sv}uubbiavav)`: kind, attachments, page size, cursor, whether it is visible, whether it goes round,
    /// orientation, candidates, labels. The table may be longer than what is sent of it.
    private static func lookupTable(_ fields: inout Reader) throws(BusError) -> CandidateTable? {
        guard try fields.text() == "IBusLookupTable" else { return nil }
        fields.skip()
        let pageSize = Int(try fields.uint32())
        let cursor = Int(try fields.uint32())
        fields.skip()
        fields.skip()
        let layout: CandidateTable.Layout =
            switch try fields.int32() {
            case 0: .horizontal
            case 1: .vertical
            default: .system
            }
        var count = 0
        try fields.array("v") { _ throws(BusError) in count += 1 }
        guard pageSizes.contains(pageSize) else { return nil }
        let onPage = max(0, min(pageSize, count - cursor / pageSize * pageSize))
        guard onPage > 0 else { return CandidateTable(rows: 0, pageSize: pageSize, layout: layout) }
        return CandidateTable(
            rows: auxiliaryRows + (layout == .horizontal ? 1 : onPage), pageSize: pageSize, layout: layout)
    }

    /// Engines show what is typed in a line above the candidates, libpinyin always. Whether one does is told only along with that
    /// text, which is not asked for. (chosen: too much room does less harm than too little)
    private static let auxiliaryRows = 1
    /// How many candidates a page may have. (chosen: panels have labels for 16)
    private static let pageSizes = 1...64
}
