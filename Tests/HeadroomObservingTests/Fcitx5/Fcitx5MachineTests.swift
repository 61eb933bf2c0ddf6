import HeadroomCore
import Testing

@testable import HeadroomObserving

/// What is known of fcitx5, event by event.
struct Fcitx5MachineTests {
    private static let patience = UInt64(Fcitx5Machine.patience) * 1000
    private static let pause = UInt64(Fcitx5Machine.pause) * 1000

    /// fcitx5 has said at 10 µs that its engine is pinyin.
    private func known(hasVirtualKeyboard: Bool = true) -> Fcitx5Machine {
        var machine = Fcitx5Machine()
        #expect(machine.came(at: 0) == [.ask])
        #expect(machine.facts == nil)
        #expect(machine.engineAnswered("pinyin", at: 10) == [.report])
        #expect(machine.virtualKeyboardFound(hasVirtualKeyboard) == [.report])
        #expect(machine.nextDeadline == nil)
        return machine
    }

    /// Its on-screen keyboard is there, and hidden.
    private func withKeyboard() -> Fcitx5Machine {
        var machine = known()
        #expect(machine.keyboardChanged(isThere: true) == [.watchKeyboard(true)])
        #expect(machine.facts?.keyboard == nil)
        #expect(machine.visibilityChanged(false, at: 20) == [.report])
        return machine
    }

    private func engine(_ machine: Fcitx5Machine) -> String? { machine.facts?.candidates?.first?.engine }

    @Test("fcitx5 comes, is asked, and goes")
    func life() {
        #expect(Fcitx5Machine().facts == nil)
        #expect(Fcitx5Machine().availability.word == "waiting")
        var machine = known()
        #expect(machine.facts == Facts(candidates: [CandidateWitness(framework: "fcitx5", engine: "pinyin")]))
        #expect(machine.availability == .active)
        #expect(machine.left() == [.report])
        #expect(machine.facts == nil)
        #expect(machine.availability.reason.contains("org.fcitx.Fcitx5"))
    }

    @Test("a knock asks; those until it is answered, and for 50 ms, make one question more")
    func knocks() {
        var machine = known()
        #expect(machine.knocked(at: 20) == [])
        #expect(machine.nextDeadline == Self.pause)
        #expect(machine.advance(to: Self.pause - 1) == [])
        #expect(machine.advance(to: Self.pause) == [.ask])
        for time in 0..<100 as Range<UInt64> { #expect(machine.knocked(at: Self.pause + time) == []) }
        #expect(machine.engineAnswered("keyboard-us", at: Self.pause + 100) == [.report])
        #expect(engine(machine) == "keyboard-us")
        #expect(machine.nextDeadline == 2 * Self.pause)
        #expect(machine.advance(to: 2 * Self.pause) == [.ask])
        #expect(machine.engineAnswered("keyboard-us", at: 2 * Self.pause) == [])
        #expect(machine.nextDeadline == nil)
        #expect(machine.advance(to: 9 * Self.pause) == [])
        // Long after, at once.
        #expect(machine.knocked(at: 10 * Self.pause) == [.ask])
    }

    @Test("a knock after the pause is a question at once, without a deadline in between")
    func lateKnock() {
        var machine = known()
        _ = machine.advance(to: 2 * Self.pause)
        #expect(machine.knocked(at: 3 * Self.pause) == [.ask])
    }

    @Test("an answer that names no engine: it is there, and what it uses nobody knows")
    func noEngine() {
        var machine = Fcitx5Machine()
        _ = machine.came(at: 0)
        #expect(machine.engineAnswered(nil, at: 10) == [.report])
        #expect(machine.facts == Facts(candidates: [CandidateWitness(framework: "fcitx5")]))
    }

    @Test("no program has the focus: the last engine stays, and there is none before the first")
    func nobodyFocused() {
        var machine = Fcitx5Machine()
        _ = machine.came(at: 0)
        #expect(machine.engineAnswered("", at: 10) == [.report])
        #expect(machine.facts == Facts(candidates: [CandidateWitness(framework: "fcitx5")]))
        _ = machine.advance(to: Self.pause)
        _ = machine.knocked(at: Self.pause)
        #expect(machine.engineAnswered("pinyin", at: Self.pause) == [.report])
        _ = machine.advance(to: 2 * Self.pause)
        _ = machine.knocked(at: 2 * Self.pause)
        #expect(machine.engineAnswered("", at: 2 * Self.pause) == [])
        #expect(engine(machine) == "pinyin")
    }

    @Test("fcitx5 is stopped: it is said after a second, nothing more is asked, and all is well when it answers")
    func silent() {
        var machine = Fcitx5Machine()
        _ = machine.came(at: 0)
        #expect(machine.nextDeadline == Self.patience)
        #expect(machine.advance(to: Self.patience) == [.report])
        #expect(machine.availability.reason == "fcitx5 does not answer")
        #expect(machine.facts == Facts(candidates: [CandidateWitness(framework: "fcitx5")]))
        #expect(machine.nextDeadline == nil)
        #expect(machine.knocked(at: 2 * Self.patience) == [])
        #expect(machine.engineAnswered("pinyin", at: 3 * Self.patience) == [.report])
        #expect(machine.availability == .active)
        #expect(engine(machine) == "pinyin")
    }

    @Test("older than 5.1: no keyboard, and it is said")
    func old() {
        var machine = known(hasVirtualKeyboard: false)
        #expect(machine.availability.word == "active")
        #expect(machine.availability.reason.contains("older than 5.1"))
        #expect(machine.keyboardChanged(isThere: true) == [])
        #expect(machine.visibilityChanged(true, at: 20) == [])
        #expect(machine.wanted(true, at: 20) == nil)
        #expect(machine.facts?.keyboard == nil)
    }

    @Test("its keyboard: shown, hidden, gone")
    func keyboard() {
        var machine = withKeyboard()
        #expect(
            machine.facts?.keyboard
                == KeyboardWitness(
                    name: "fcitx5-virtualkeyboard", isVisible: false, since: 20, canShow: true, canHide: true))
        #expect(machine.visibilityChanged(true, at: 30) == [.report])
        #expect(machine.visibilityChanged(true, at: 40) == [])
        #expect(machine.facts?.keyboard?.since == 30)
        #expect(machine.keyboardChanged(isThere: false) == [.watchKeyboard(false), .report])
        #expect(machine.facts?.keyboard == nil)
        #expect(machine.visibilityChanged(true, at: 50) == [])
        // The next one is as fcitx5 says.
        #expect(machine.keyboardChanged(isThere: true) == [.watchKeyboard(true)])
        #expect(machine.facts?.keyboard == nil)
    }

    @Test("a keyboard that was there before fcitx5 is found with it, and gone with it")
    func keyboardFirst() {
        var machine = Fcitx5Machine()
        #expect(machine.keyboardChanged(isThere: true) == [])
        _ = machine.came(at: 0)
        #expect(machine.virtualKeyboardFound(true) == [.watchKeyboard(true), .report])
        _ = machine.visibilityChanged(true, at: 10)
        #expect(machine.left() == [.watchKeyboard(false), .report])
        #expect(machine.facts == nil)
        _ = machine.came(at: 20)
        #expect(machine.virtualKeyboardFound(true) == [.watchKeyboard(true), .report])
    }

    @Test("one request at a time; the newest wish follows it")
    func requests() {
        var machine = withKeyboard()
        #expect(machine.wanted(true, at: 100) == [.request(true)])
        #expect(machine.wanted(false, at: 110) == [])
        #expect(machine.wanted(true, at: 120) == [])
        #expect(machine.wanted(false, at: 130) == [])
        #expect(machine.requestAnswered(at: 140) == [.request(false)])
        #expect(machine.requestAnswered(at: 150) == [])
        #expect(machine.facts?.keyboard?.isVisible == false)
        #expect(machine.nextDeadline == nil)
    }

    @Test("a request that is not answered: none is made until it is")
    func overdue() {
        var machine = withKeyboard()
        _ = machine.wanted(true, at: 100)
        #expect(machine.nextDeadline == 100 + Self.patience)
        #expect(machine.advance(to: 100 + Self.patience) == [.report])
        #expect(machine.facts?.keyboard?.canShow == false)
        #expect(machine.wanted(false, at: 200 + Self.patience) == nil)
        #expect(machine.requestAnswered(at: 300 + Self.patience) == [.report])
        #expect(machine.wanted(false, at: 400 + Self.patience) == [.request(false)])
    }

    @Test("nobody is there: nothing is asked, wanted or believed")
    func nobody() {
        var machine = Fcitx5Machine()
        #expect(machine.knocked(at: 0) == [])
        #expect(machine.wanted(true, at: 0) == nil)
        #expect(machine.engineAnswered("pinyin", at: 0) == [])
        #expect(machine.virtualKeyboardFound(true) == [])
        #expect(machine.requestAnswered(at: 0) == [])
        #expect(machine.facts == nil)
        #expect(machine.nextDeadline == nil)
    }

    @Test("the caret of the entry that told it last, until that loses the focus")
    func caret() {
        var machine = known()
        let (first, second) = (Rect(x: 1, y: 2, width: 0, height: 20), Rect(x: 5, y: 6, width: 0, height: 20))
        func caret() -> Rect? { machine.facts?.candidates?.first?.caret }
        #expect(machine.caretMoved(to: first, in: "/ic/1") == [.report])
        #expect(machine.caretMoved(to: first, in: "/ic/1") == [])
        #expect(caret() == first)
        // The next entry tells its caret before the first one loses the focus, or after.
        #expect(machine.caretMoved(to: second, in: "/ic/2") == [.report])
        #expect(machine.focusLeft("/ic/1") == [])
        #expect(caret() == second)
        #expect(machine.caretMoved(to: nil, in: "/ic/1") == [])
        #expect(machine.caretMoved(to: nil, in: "/ic/2") == [.report])
        #expect(caret() == nil)
        _ = machine.caretMoved(to: second, in: "/ic/2")
        #expect(machine.focusLeft("/ic/2") == [.report])
        #expect(machine.focusLeft("/ic/2") == [])
        #expect(caret() == nil)
        _ = machine.caretMoved(to: second, in: "/ic/2")
        _ = machine.left()
        #expect(machine.caretMoved(to: second, in: "/ic/2") == [])
        _ = machine.came(at: 100)
        _ = machine.engineAnswered("pinyin", at: 110)
        #expect(caret() == nil)
    }

    @Test("whoever tells no caret on the bus has candidates a little below it")
    func gap() {
        var machine = known()
        func gap() -> Double? { machine.facts?.candidates?.first?.gapWithoutCaret }
        #expect(gap() == nil)
        #expect(machine.focusFound(isOnBus: true) == [])
        // Its path was not heard: any entry that loses the focus may be it.
        #expect(machine.focusLeft("/ic/1") == [.report])
        #expect(gap() == 10)
        #expect(machine.focusFound(isOnBus: true) == [], "what was heard since counts")
        #expect(machine.focusCame("/ic/2") == [.report])
        #expect(machine.focusLeft("/ic/1") == [])
        #expect(gap() == nil)
        #expect(machine.focusLeft("/ic/2") == [.report])
        _ = machine.caretMoved(to: Rect(x: 1, y: 2, width: 0, height: 20), in: "/ic/3")
        #expect(gap() == nil)
        #expect(machine.focusLeft("/ic/3") == [.report])
        #expect(gap() == 10)
        _ = machine.left()
        #expect(machine.focusCame("/ic/2") == [])
        _ = machine.came(at: 100)
        _ = machine.engineAnswered("pinyin", at: 110)
        #expect(gap() == nil)
        #expect(machine.focusFound(isOnBus: false) == [.report])
        #expect(gap() == 10)
    }

    @Test("nobody may overhear: it is said")
    func refused() {
        var machine = known()
        #expect(machine.monitorRefused() == [.report])
        #expect(machine.availability.word == "active")
        #expect(machine.availability.reason.contains("overhear"))
        _ = machine.left()
        #expect(!machine.isMonitorRefused)
    }
}
