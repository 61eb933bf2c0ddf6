import Foundation
import HeadroomBus
import HeadroomCore
import Support
import Testing

@testable import HeadroomObserving

/// What messages on IBus's bus mean.
struct IBusDecoderTests {
    private func event(_ member: MemberName, _ arguments: Value...) throws -> IBusEvent? {
        let signature = arguments.map(\.signature).joined()
        return IBusDecoder.event(
            try Message.call(
                nil, IBusNames.panelPath, IBusNames.panel, member, Signature(stringLiteral: signature)
            ) { writer throws(BusError) in
                for argument in arguments { try argument.write(to: &writer) }
            })
    }

    private func table(_ table: Value, visible: Value = true) throws -> IBusEvent? {
        try event("UpdateLookupTable", table, visible)
    }

    private func words(_ count: Int) -> [String] { (0..<count).map { "word \($0)" } }

    @Test("a recording of libpinyin: engines, and carets without those that are none")
    func recorded() throws {
        guard let url = Bundle.module.url(forResource: "Fixtures/ibus-libpinyin.txt", withExtension: nil) else {
            throw TestFailure("no fixture")
        }
        var events: [IBusEvent] = []
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "GlobalEngineChanged":
                events += [IBusDecoder.event(try IBusMessages.engineChanged(.string(words[1])))].compactMap { $0 }
            default:
                let call = try Message.call(
                    nil, IBusNames.panelPath, IBusNames.panel, try MemberName(words[0]),
                    Signature(stringLiteral: words.count > 1 ? "iiii" : "")
                ) { writer throws(BusError) in
                    for word in words.dropFirst() { try writer.int32(Int32(word) ?? 0) }
                }
                events += [IBusDecoder.event(call)].compactMap { $0 }
            }
        }
        let engines = events.compactMap { if case .engine(let name) = $0 { name } else { nil } }
        #expect(engines == ["libpinyin", "xkb:us::eng", "libpinyin"])
        let carets = events.compactMap { if case .caret(let rect) = $0 { rect } else { nil } }
        #expect(carets.first == Rect(x: 222, y: 133, width: 0, height: 32))
        #expect(carets.allSatisfy { $0.height == 32 })
        #expect(carets.count == 22)
        #expect(events.count(where: { $0 == .tableHidden }) == 5)
    }

    @Test(
        "a caret that is 0x0, negative or beyond the world is none",
        arguments: [
            [222, 133, 0, 0], [0, 0, 0, 0], [1, 1, -1, 20], [1, 1, 2, -20], [2_000_000, 1, 2, 20],
            [1, Int32.min, 2, 20], [1, 1, Int32.max, 20],
        ] as [[Int32]]) func badCaret(_ numbers: [Int32]) throws
    {
        let numbers = numbers.map { Value.int32($0) }
        #expect(try event("SetCursorLocation", numbers[0], numbers[1], numbers[2], numbers[3]) == nil)
    }

    @Test("a caret in a window of which nobody knows the place is no place")
    func relative() throws {
        #expect(try event("SetCursorLocationRelative", 10, 20, 0, 30) == .caretInWindow)
    }

    /// The rows of the page at which the cursor is.
    @Test(arguments: [
        // libpinyin's, horizontal.
        (5, 0, 0, 5, 1, CandidateTable.Layout.horizontal), (5, 0, 0, 100, 1, .horizontal), (5, 0, 0, 1, 1, .horizontal),
        (5, 0, 1, 100, 5, .vertical), (5, 4, 1, 100, 5, .vertical), (5, 5, 1, 7, 2, .vertical),
        (9, 9, 1, 10, 1, .vertical), (10, 3, 2, 4, 4, .system), (1, 0, 7, 3, 1, .system),
    ]) func rows(
        _ pageSize: UInt32, _ cursor: UInt32, _ orientation: Int32, _ count: Int, _ rows: Int,
        _ layout: CandidateTable.Layout
    ) throws {
        let event = try table(
            IBusMessages.table(
                pageSize: pageSize, cursor: cursor, orientation: orientation, candidates: words(count),
                labels: words(3)))
        #expect(
            event
                == .table(CandidateTable(rows: rows + 1, pageSize: Int(pageSize), layout: layout), isVisible: true),
            "with the line above them")
    }

    @Test("the table that IBus clears with, and a cursor behind the end, show nothing")
    func empty() throws {
        let cleared = IBusMessages.table(pageSize: 9, orientation: 2, candidates: [])
        #expect(try table(cleared, visible: false) == .table(nil, isVisible: false))
        #expect(
            try table(IBusMessages.table(cursor: .max, candidates: words(7))) == .table(nil, isVisible: true))
    }

    @Test("a page of no size, or of no sensible size, is no table", arguments: [0, 65, UInt32.max])
    func badPage(_ size: UInt32) throws {
        #expect(try table(IBusMessages.table(pageSize: size, candidates: words(3))) == nil)
    }

    @Test("a table of 20000 candidates is counted")
    func huge() throws {
        let all = (0..<20_000).map { "candidate number \($0) with a text that somebody would like to know" }
        #expect(
            try table(IBusMessages.table(pageSize: 9, cursor: 19_999, orientation: 1, candidates: all))
                == .table(CandidateTable(rows: 3, pageSize: 9, layout: .vertical), isVisible: true))
    }

    @Test("what is no table, or of other types, says nothing")
    func malformed() throws {
        let bodies: [[Value]] = [
            [], ["text"], [.variant("text"), true], [.variant(.structure(["IBusText", .dictionary([:]), "x"])), true],
            [IBusMessages.text("text"), true], [IBusMessages.table(candidates: words(3))],
            [IBusMessages.table(candidates: words(3)), "true"],
            [.variant(.structure(["IBusLookupTable", .dictionary([:]), .int32(5)])), true],
            [.variant(.structure(["IBusLookupTable", .dictionary([:]), .uint32(5), .uint32(0), true, true])), true],
            [
                .variant(
                    .structure([
                        "IBusLookupTable", .dictionary([:]), .uint32(5), .uint32(0), true, true, .int32(0),
                        .strings(["a", "b"]), .array("v", []),
                    ])), true,
            ],
        ]
        for body in bodies {
            let signature = body.map(\.signature).joined()
            for member in ["UpdateLookupTable", "SetCursorLocation", "GlobalEngineChanged"] where !body.isEmpty {
                guard member != "GlobalEngineChanged" || signature != "s" else { continue }
                let message = try Message.call(
                    nil, IBusNames.panelPath, IBusNames.panel, try MemberName(member),
                    Signature(stringLiteral: signature)
                ) { writer throws(BusError) in
                    for value in body { try value.write(to: &writer) }
                }
                #expect(IBusDecoder.event(message) == nil, "\(member) \(body)")
            }
        }
        #expect(try event("CommitText", IBusMessages.text("text")) == nil)
    }

    @Test("an engine's name is a name", arguments: ["", "a b", "a\u{7}", String(repeating: "x", count: 129)])
    func badEngine(_ name: String) throws {
        #expect(IBusDecoder.event(try IBusMessages.engineChanged(.string(name))) == nil)
        #expect(IBusDecoder.event(try IBusMessages.engineChanged("libpinyin")) == .engine("libpinyin"))
    }

    @Test("nothing that holds what is typed is asked for")
    func rules() {
        let plain = IBusNames.rules(tables: false)
        #expect(
            plain.map { "\($0.interface?.text ?? "*").\($0.member?.text ?? "*")" } == [
                "org.freedesktop.IBus.GlobalEngineChanged", "org.freedesktop.IBus.Panel.SetCursorLocation",
                "org.freedesktop.IBus.Panel.SetCursorLocationRelative",
            ])
        let all = IBusNames.rules(tables: true)
        #expect(
            all.dropFirst(plain.count).map { $0.member?.text ?? "*" } == [
                "UpdateLookupTable", "ShowLookupTable", "HideLookupTable",
            ])
        #expect(all.allSatisfy { $0.path != nil && $0.interface != nil && $0.member != nil })
    }
}
