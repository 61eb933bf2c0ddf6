import Foundation
import HeadroomBus
import Support

/// One message between an input method and its panel.
struct PanelTalk: Sendable {
    var isCall: Bool
    var member: String
    var arguments: [Value]

    /// A signal of the input method.
    static func says(_ member: String, _ arguments: Value...) -> PanelTalk {
        PanelTalk(isCall: false, member: member, arguments: arguments)
    }

    /// A call to the panel.
    static func tells(_ member: String, _ arguments: Value...) -> PanelTalk {
        PanelTalk(isCall: true, member: member, arguments: arguments)
    }

    static func table(_ candidates: [String], layout: Int32 = 0) -> PanelTalk {
        tells(
            "SetLookupTable", .strings(candidates.indices.map { "\($0 + 1). " }), .strings(candidates),
            .strings(candidates.map { _ in "" }), false, true, candidates.isEmpty ? -1 : 0, .int32(layout))
    }

    /// All that fcitx5 says when the candidates are these.
    static func update(_ candidates: [String], layout: Int32 = 0) -> [PanelTalk] {
        [
            says("ShowAux", false), says("ShowPreedit", false), table(candidates, layout: layout),
            says("ShowLookupTable", .bool(!candidates.isEmpty)),
        ]
    }

    func message() throws(BusError) -> Message {
        let member = try MemberName(member)
        let signature = Signature(stringLiteral: arguments.map(\.signature).joined())
        func write(_ writer: inout Writer) throws(BusError) {
            for argument in arguments { try argument.write(to: &writer) }
        }
        return isCall
            ? try Message.call(
                "org.kde.impanel", "/org/kde/impanel", "org.kde.impanel2", member, signature, body: write)
            : try Message.signal("/kimpanel", "org.kde.kimpanel.inputmethod", member, signature, body: write)
    }

    /// A recording of fcitx5 5.0.21 while somebody switched to pinyin and typed and wrote "nihao" twice.
    static func recorded() throws -> [PanelTalk] {
        guard let url = Bundle.module.url(forResource: "Fixtures/fcitx5-to-panel.jsonl", withExtension: nil) else {
            throw TestFailure("there is no recording")
        }
        return try Data(contentsOf: url).split(separator: UInt8(ascii: "\n")).map { line in
            let entry = try JSONDecoder().decode(Line.self, from: Data(line))
            return PanelTalk(isCall: entry.kind == "call", member: entry.member, arguments: entry.args.map(\.value))
        }
    }

    private struct Line: Decodable {
        var kind: String
        var member: String
        var args: [Argument]
    }

    private struct Argument: Decodable {
        var value: Value

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                value = .bool(flag)
            } else if let number = try? container.decode(Int32.self) {
                value = .int32(number)
            } else if let text = try? container.decode(String.self) {
                value = .string(text)
            } else {
                value = .strings(try container.decode([String].self))
            }
        }
    }
}
