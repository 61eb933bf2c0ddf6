import HeadroomBus
import HeadroomCore
import Support
import Testing

@testable import HeadroomObserving

/// What messages between an input method and its panel mean.
struct KimpanelDecoderTests {
    private func event(_ talk: PanelTalk) throws -> KimpanelEvent? { KimpanelDecoder.event(try talk.message()) }

    @Test("flags")
    func flags() throws {
        for isShown in [true, false] {
            #expect(try event(.says("ShowLookupTable", .bool(isShown))) == .lookupTable(isShown: isShown))
            #expect(try event(.says("ShowAux", .bool(isShown))) == .auxiliary(isShown: isShown))
            #expect(try event(.says("ShowPreedit", .bool(isShown))) == .preedit(isShown: isShown))
        }
        #expect(try event(.says("ShowLookupTable")) == nil)
        #expect(try event(.says("ShowLookupTable", 1)) == nil)
        #expect(try event(.says("ShowAux", "true")) == nil)
    }

    @Test("a table: how many candidates and how they stand", arguments: 0...10)
    func table(_ count: Int) throws {
        let candidates = (0..<count).map { "candidate \($0)" }
        #expect(try event(.table(candidates)) == .table(count: count, layout: .system))
        #expect(try event(.table(candidates, layout: 1)) == .table(count: count, layout: .vertical))
        #expect(try event(.table(candidates, layout: 2)) == .table(count: count, layout: .horizontal))
        for layout in [3, -1, .max, .min] as [Int32] {
            #expect(try event(.table(candidates, layout: layout)) == .table(count: count, layout: .system))
        }
    }

    @Test("a table that is none is passed over")
    func noTable() throws {
        #expect(try event(.tells("SetLookupTable")) == nil)
        #expect(try event(.tells("SetLookupTable", .strings(["1. "]))) == nil)
        let labels = Value.strings(["1. "])
        #expect(try event(.tells("SetLookupTable", labels, labels, labels, false, false, 0, "0")) == nil)
        #expect(try event(.tells("SetLookupTable", .array("i", [1]), labels, labels, false, false, 0, 0)) == nil)
        #expect(try event(.tells("SetLookupTable", labels, labels, labels, false, false, 0, 0, 0)) == nil)
        let most = KimpanelDecoder.mostCandidates
        #expect(try event(.table((0..<most).map { "\($0)" })) == .table(count: most, layout: .system))
        #expect(try event(.table((0...most).map { "\($0)" })) == nil)
    }

    @Test("a caret, if it is one")
    func caret() throws {
        #expect(
            try event(.tells("SetSpotRect", 222, 133, 0, 32)) == .caret(Rect(x: 222, y: 133, width: 0, height: 32)))
        #expect(
            try event(.tells("SetSpotRect", -40, -2, 1, 20)) == .caret(Rect(x: -40, y: -2, width: 1, height: 20)))
        // None is known.
        #expect(try event(.tells("SetSpotRect", 0, 0, 0, 0)) == .caret(nil))
        #expect(try event(.tells("SetSpotRect", 10, 20, 0, 0)) == .caret(nil))
        #expect(try event(.tells("SetRelativeSpotRect", 22, 33, 0, 32)) == .caret(nil))
        #expect(try event(.tells("SetRelativeSpotRectV2", 22, 33, 0, 32, .double(2))) == .caret(nil))
        // No sense.
        #expect(try event(.tells("SetSpotRect", 222, 133, 0, -32)) == nil)
        #expect(try event(.tells("SetSpotRect", 222, 133, .int32(.max), 32)) == nil)
        #expect(try event(.tells("SetSpotRect", .int32(.min), 133, 0, 32)) == nil)
        #expect(try event(.tells("SetSpotRect", 222, 133, 0)) == nil)
        #expect(try event(.tells("SetSpotRect", .double(222), .double(133), .double(0), .double(32))) == nil)
    }

    @Test("the framework, by the first menu entry")
    func framework() throws {
        let fcitx: Value = "/Fcitx/im:Pinyin:fcitx-pinyin::menu,label=拼"
        #expect(try event(.says("UpdateProperty", fcitx)) == .framework("fcitx5"))
        #expect(try event(.says("UpdateProperty", "/IBus/Logo:IBus::IBus Logo Icon")) == .framework("ibus"))
        #expect(try event(.says("UpdateProperty", "/Scim/Logo:SCIM::")) == nil)
        #expect(try event(.says("UpdateProperty", "/Fcitx")) == nil)
        #expect(try event(.says("UpdateProperty", "")) == nil)
        #expect(try event(.says("UpdateProperty", 1)) == nil)
        #expect(try event(.says("RegisterProperties", .array("s", [fcitx, "/IBus/x:"]))) == .framework("fcitx5"))
        #expect(try event(.says("RegisterProperties", .strings([]))) == nil)
        #expect(try event(.says("RegisterProperties", .array("i", [1]))) == nil)
    }

    @Test("what is not asked for means nothing")
    func others() throws {
        #expect(try event(.says("UpdatePreeditText", "ni", "")) == nil)
        #expect(try event(.says("UpdateAux", "ni", "")) == nil)
        #expect(try event(.says("Enable", true)) == nil)
    }

    @Test("fcitx5's own recording: 22 tables of seven candidates, and nothing else is misread")
    func recorded() throws {
        let events = try PanelTalk.recorded().map { try event($0) }
        let tables = events.compactMap { event -> Int? in
            if case .table(let count, .system) = event { count } else { nil }
        }
        #expect(tables.filter { $0 > 0 } == Array(repeating: 7, count: 22))
        let unread = zip(try PanelTalk.recorded(), events).filter { $1 == nil }.map { $0.0.member }
        #expect(Set(unread) == ["Enable", "UpdateAux", "UpdatePreeditText"])
    }
}
