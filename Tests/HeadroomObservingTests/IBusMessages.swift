import HeadroomBus
import Support

@testable import HeadroomObserving

/// Messages as they go over IBus's bus.
enum IBusMessages {
    /// A table as IBus serializes it.
    static func table(
        pageSize: UInt32 = 5, cursor: UInt32 = 0, orientation: Int32 = 0, candidates: [String], labels: [String] = []
    ) -> Value {
        .variant(
            .structure([
                "IBusLookupTable", .dictionary([:]), .uint32(pageSize), .uint32(cursor), true, false,
                .int32(orientation), .array("v", candidates.map(text)), .array("v", labels.map(text)),
            ]))
    }

    static func text(_ text: String) -> Value {
        let attributes = Value.variant(.structure(["IBusAttrList", .dictionary([:]), .array("v", [])]))
        return .variant(.structure(["IBusText", .dictionary([:]), .string(text), attributes]))
    }

    /// An engine's description, its first fields.
    static func engine(_ name: String) -> Value {
        .variant(
            .structure([
                "IBusEngineDesc", .dictionary([:]), .string(name), "Intelligent Pinyin", "", "zh_CN", "GPL", "", "",
                "us",
            ]))
    }

    /// A copy of a call to the panel, as a bystander gets it.
    static func call(_ member: MemberName, _ arguments: Value...) throws -> Message {
        let message = try Message.call(
            nil, IBusNames.panelPath, IBusNames.panel, member, Signature(stringLiteral: signature(arguments))
        ) { writer throws(BusError) in
            for argument in arguments { try argument.write(to: &writer) }
        }
        return message
    }

    static func engineChanged(_ arguments: Value...) throws -> Message {
        try Message.signal(
            IBusNames.path, IBusNames.interface, IBusNames.globalEngineChanged,
            Signature(stringLiteral: signature(arguments))
        ) { writer throws(BusError) in
            for argument in arguments { try argument.write(to: &writer) }
        }
    }

    private static func signature(_ arguments: [Value]) -> String { arguments.map(\.signature).joined() }
}
