import HeadroomCore
import Testing

/// Which input method is written with, its engine, and the room that its candidates ask for (rules B1 and B2).
@Suite struct InputMethodTests {
    private let frame = Rect(x: 0, y: 540, width: 1280, height: 260)
    private let caret = Rect(x: 222, y: 133, width: 1, height: 32)
    private let popup = Rect(x: 222, y: 167, width: 327, height: 64)
    private let bus = Source.observer("IBus")
    private let windows = Source.observer("X11")
    private let panel = Source.observer("Kimpanel")

    private func desk(_ alter: (inout KeyboardWitness) -> Void = { _ in }) -> Desk {
        var desk = Desk()
        desk.says(Desk.layers, Desk.areas(outputs: [Desk.one, Desk.two]))
        var witness = KeyboardWitness(name: "simulated", isVisible: true, frame: .rect(frame))
        alter(&witness)
        desk.says(Desk.provider(), Facts(keyboard: witness))
        return desk
    }

    private func ibus(
        engine: String? = nil, isShown: Bool? = nil, since: UInt64 = 0, popup: Rect? = nil, caret: Rect? = nil,
        table: CandidateTable? = nil, framework: String = "ibus"
    ) -> Facts {
        Facts(candidates: [
            CandidateWitness(
                framework: framework, engine: engine, isShown: isShown, since: since * 1000, popup: popup,
                caret: caret, table: table)
        ])
    }

    @Test func windowAndCaretAreJoined() {
        var desk = desk()
        desk.says(bus, ibus(engine: "libpinyin", caret: caret))
        #expect(desk.answer.engine == "ibus:libpinyin" && desk.answer.roomBelowCaret == 0)
        #expect(desk.belief(.engine)?.source == bus)
        #expect(desk.belief(.engine)?.because == ["engine-of-input-method"])
        desk.says(windows, ibus(isShown: true, popup: popup))
        #expect(desk.answer.roomBelowCaret == 66)
        #expect(desk.answer.candidates == CandidateSight(popupHeight: 64))
        #expect(desk.belief(.room)?.source == windows)
        #expect(desk.belief(.room)?.because == ["room-of-popup"])
        // It goes, and nothing is left of it.
        desk.says(windows, ibus(isShown: false, since: 1))
        #expect(desk.answer.roomBelowCaret == 0 && desk.answer.candidates == nil)
        desk.says(bus, nil)
        #expect(desk.answer.engine == "ibus")
        desk.says(windows, nil)
        #expect(desk.answer.engine.isEmpty)
    }

    @Test func tooltipsAndImpossibleWindowsAskForNothing() {
        var desk = desk()
        for (width, height) in [(59.9, 31.0), (42, 25), (.nan, 31), (300, 0.4), (300, .infinity), (-300, 31)] {
            desk.says(windows, ibus(isShown: true, popup: Rect(x: 0, y: 100, width: width, height: height)))
            #expect(desk.answer.roomBelowCaret == 0, "\(width) x \(height)")
        }
        desk.says(windows, ibus(isShown: true, popup: Rect(x: 0, y: 100, width: 60, height: 31)))
        #expect(desk.answer.roomBelowCaret == 31)
        // No caret of this kind is believed.
        for caret in [Rect.zero, Rect(x: 0, y: .nan, width: 1, height: 20), Rect(x: 2e6, y: 0, width: 1, height: 20)] {
            desk.says(bus, ibus(caret: caret))
            #expect(desk.answer.roomBelowCaret == 31)
        }
    }

    @Test func aWindowOnAnotherOutputAsksThisKeyboardForNothing() {
        var desk = desk()
        desk.says(windows, ibus(isShown: true, popup: popup.moved(dx: 1280)))
        #expect(desk.answer.roomBelowCaret == 0 && desk.answer.candidates == nil)
        desk.says(windows, ibus(isShown: true, popup: popup))
        #expect(desk.answer.roomBelowCaret == 64)
        // On a small output half of it is the most.
        desk.says(windows, ibus(isShown: true, popup: Rect(x: 0, y: 0, width: 300, height: 700)))
        #expect(desk.answer.roomBelowCaret == 400)
    }

    @Test func rowsCountOnlyWhereNobodySeesTheWindow() {
        let table = CandidateTable(rows: 2, pageSize: 5, layout: .horizontal)
        var desk = desk()
        desk.says(bus, ibus(engine: "libpinyin", isShown: true, since: 5, table: table))
        #expect(desk.answer.candidates == CandidateSight(popupHeight: 0, table: table))
        #expect(desk.belief(.room)?.source == bus)
        #expect(desk.belief(.room)?.because == ["rows-of-table"])
        desk.says(windows, ibus(isShown: true, popup: popup))
        #expect(desk.answer.candidates == CandidateSight(popupHeight: 64, table: table))
        #expect(desk.belief(.room)?.source == windows)
        // Who sees windows said later that it is gone, or earlier.
        desk.says(windows, ibus(isShown: false, since: 6))
        #expect(desk.answer.candidates == nil)
        desk.says(windows, ibus(isShown: false, since: 4))
        #expect(desk.answer.candidates == CandidateSight(table: table))
        desk.says(bus, ibus(engine: "libpinyin", isShown: false, since: 7, table: table))
        #expect(desk.answer.candidates == nil)
        desk.says(bus, ibus(isShown: true, since: 8, table: CandidateTable(rows: 0, pageSize: 5, layout: .system)))
        #expect(desk.answer.candidates == nil)
    }

    @Test func theKeyboardsOwnWordComesFirst() {
        var desk = desk {
            $0.engine = "own"
            $0.roomBelowCaret = 12
        }
        desk.says(bus, ibus(engine: "libpinyin", isShown: true, popup: popup, caret: caret))
        #expect(desk.answer.engine == "own" && desk.answer.roomBelowCaret == 12 && desk.answer.candidates == nil)
        #expect(desk.belief(.room)?.source == Desk.provider())
    }

    @Test func whichInputMethodIsWrittenWith() {
        var desk = desk()
        desk.says(bus, ibus(engine: "anthy", since: 9))
        desk.says(panel, ibus(engine: "pinyin", since: 3, framework: "fcitx5"))
        #expect(desk.answer.engine == "ibus:anthy")
        #expect(desk.belief(.engine)?.because.contains("active-input-method") == true)
        // Candidates that are shown count more than what changed last.
        desk.says(windows, ibus(isShown: true, since: 4, popup: popup, framework: "fcitx5"))
        #expect(desk.answer.engine == "fcitx5:pinyin" && desk.answer.roomBelowCaret == 64)
        desk.says(bus, ibus(engine: "anthy", isShown: true, since: 10, popup: popup.moved(dy: 200)))
        #expect(desk.answer.engine == "ibus:anthy")
        // Of equals the one with a known engine, then by name.
        desk.says(windows, nil)
        desk.says(bus, ibus())
        desk.says(panel, ibus(engine: "pinyin", framework: "fcitx5"))
        #expect(desk.answer.engine == "fcitx5:pinyin")
        desk.says(panel, ibus(framework: "fcitx5"))
        #expect(desk.answer.engine == "fcitx5")
    }

    @Test func withoutAKeyboardTheEngineIsKnown() {
        var desk = Desk()
        desk.says(bus, ibus(engine: "libpinyin", isShown: true, popup: popup))
        #expect(desk.answer.engine == "ibus:libpinyin" && desk.answer.origin.isEmpty && !desk.isSeen)
        #expect(desk.answer.roomBelowCaret == 0)
    }
}
