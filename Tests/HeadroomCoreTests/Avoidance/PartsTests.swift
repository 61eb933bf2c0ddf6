import HeadroomCore
import Testing

/// The small parts, each by itself.
@Suite("Parts")
struct PartsTests {
    // MARK: - Ledger (rule N4)

    @Test("ours is undone, and what the app changed since is kept")
    func ledger() {
        var ledger = Ledger()
        #expect(ledger.undo(over: 7) == 7)
        ledger.set(258, over: 49)
        ledger.set(302, over: 258)
        #expect(ledger.before == 49)
        #expect(ledger.undo(over: 302) == 49)
        ledger.set(258, over: 49)
        #expect(ledger.undo(over: 80) == 80)
        // The app changed it in between, and we set it again: its last value is the one to go back to.
        ledger.set(258, over: 49)
        ledger.set(258, over: 60)
        #expect(ledger.undo(over: 258) == 60)
        #expect(ledger == Ledger())
    }

    // MARK: - Motion (rule S7)

    @Test("a motion takes its time, or none", arguments: [0, -5, .nan, .infinity] as [Double])
    func immediate(_ milliseconds: Double) {
        var motion = ShiftMotion(restingAt: 0)
        motion.turn(to: 100, at: 1000, pace: .init(milliseconds: milliseconds))
        #expect(motion.value(at: 1000) == 100)
        #expect(motion.value(at: 0) == 100)
    }

    @Test("a spring that turns keeps its velocity")
    func spring() {
        var motion = ShiftMotion(restingAt: 0)
        motion.turn(to: 300, at: 0, pace: .init(milliseconds: 500, curve: .uiKit))
        let (before, at) = (motion.value(at: 99_000), motion.value(at: 100_000))
        motion.turn(to: 0, at: 100_000, pace: .init(milliseconds: 500, curve: .uiKit))
        let after = motion.value(at: 101_000)
        #expect(motion.value(at: 100_000) == at)
        // It still rises, by nearly as much as in the millisecond before.
        #expect(abs((after - at) - (at - before)) < 0.3)
        #expect(after > at)
        #expect(motion.value(at: 600_000) == 0)
    }

    // MARK: - Popup (rules P1 to P4)

    private let outputs = [
        Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 800)),
        Output(name: "B", frame: Rect(x: 1000, y: 0, width: 1000, height: 800)),
    ]

    private func popup(
        _ cursor: Rect, window: Rect? = nil, keyboard: Rect? = nil, size: Size = Size(width: 300, height: 200)
    ) -> Point? {
        CandidatePopup(size: size, gap: 4, cursor: cursor, window: window, keyboard: keyboard).origin(on: outputs)
    }

    @Test("below the caret, else above, else at the bottom; held on the screen")
    func popupPlaces() {
        let keyboard = Rect(x: 0, y: 500, width: 1000, height: 300)
        #expect(popup(Rect(x: 100, y: 100, width: 2, height: 20)) == Point(x: 100, y: 124))
        #expect(popup(Rect(x: 900, y: 700, width: 2, height: 20)) == Point(x: 700, y: 496))
        #expect(popup(Rect(x: 100, y: 400, width: 2, height: 20), keyboard: keyboard) == Point(x: 100, y: 196))
        #expect(popup(Rect(x: 100, y: 100, width: 2, height: 350), keyboard: keyboard) == Point(x: 100, y: 300))
        #expect(
            popup(Rect(x: 100, y: 100, width: 2, height: 20), keyboard: Rect(x: 0, y: 100, width: 1000, height: 300))
                == Point(x: 100, y: 124))
        #expect(popup(Rect(x: 1500, y: 400, width: 2, height: 20), keyboard: keyboard) == Point(x: 1500, y: 424))
        // Too large for the screen: its beginning is seen.
        #expect(
            popup(Rect(x: 100, y: 100, width: 2, height: 20), size: Size(width: 5000, height: 5000))
                == Point(x: 0, y: 0))
    }

    @Test("a caret belongs to the output of its middle, outside every output to the nearest")
    func popupNearest() {
        let stacked = [
            Output(name: "above", frame: Rect(x: 0, y: 0, width: 500, height: 400)),
            Output(name: "below", frame: Rect(x: 0, y: 400, width: 500, height: 400)),
        ]
        let between = CandidatePopup(
            size: Size(width: 100, height: 50), gap: 4, cursor: Rect(x: 100, y: 390, width: 2, height: 24))
        #expect(between.origin(on: stacked) == Point(x: 100, y: 418))
        #expect(popup(Rect(x: 1500, y: 900, width: 2, height: 20)) == Point(x: 1500, y: 696))
        #expect(popup(Rect(x: -50, y: 100, width: 2, height: 20)) == Point(x: 0, y: 124))
        #expect(CandidatePopup(size: Size(width: 1, height: 1), gap: 0, cursor: .zero).origin(on: []) == nil)
    }

    @Test("a caret that nobody knows puts it at the window's bottom left")
    func popupWithoutCaret() {
        let window = Rect(x: 1200, y: 100, width: 400, height: 900)
        #expect(popup(.zero, window: Rect(x: 200, y: 100, width: 400, height: 500)) == Point(x: 200, y: 400))
        #expect(popup(.zero) == Point(x: 0, y: 600))
        #expect(popup(.zero, window: window) == Point(x: 1200, y: 600))
        #expect(popup(Rect(x: .nan, y: 0, width: 2, height: 2)) == Point(x: 0, y: 600))
    }

    // MARK: - Presence (rules D1 and D2)

    @Test("visible is owner, flag and a surface on the screen; losing the owner resets")
    func presence() {
        var presence = KeyboardPresence(isFlagged: false)
        let report = KeyboardReport(.frame(Rect(x: 0, y: 500, width: 1000, height: 300)))
        #expect(presence.flagged(true, on: outputs) == .hide)
        #expect(presence.surfaced(report, on: outputs) == .show(report))
        #expect(presence.surfaced(KeyboardReport(.height(.nan)), on: outputs) == .ignore)
        #expect(presence.flagged(false, on: outputs) == .hide)
        #expect(presence.surfaced(report, on: outputs) == .place(report))
        #expect(presence.flagged(true, on: outputs) == .show(report))
        #expect(presence.surfaced(KeyboardReport(.frame(.zero)), on: outputs) == .hide)
        #expect(presence.surfaced(report, on: outputs) == .show(report))
        #expect(presence.owner(isPresent: false, on: outputs) == .lose)
        #expect(presence.owner(isPresent: true, on: outputs) == .hide)
        #expect(!presence.isFlagged && presence.surface == nil)
        _ = presence.flagged(true, on: outputs)
        #expect(presence.surfaced(report, on: outputs) == .show(report))
        presence.forgetSurface()
        #expect(presence.owner(isPresent: true, on: outputs) == .hide)
    }

    // MARK: - Windows

    @Test("a window stands on the keyboard, and becomes lower only where it would pass the top")
    func resize() throws {
        var hold = BarHold()
        let report = KeyboardReport(.frame(Rect(x: 0, y: 500, width: 1000, height: 300)))
        let cover = try #require(Cover(report, on: outputs, content: .zero, hold: &hold))
        func resize(_ y: Double, _ height: Double, least: Double = 0) -> WindowResize {
            WindowResize(
                of: Rect(x: 0, y: y, width: 500, height: height), onOutput: 0, under: cover,
                usable: Rect(x: 0, y: 30, width: 1000, height: 770), leastHeight: least)
        }
        #expect(resize(400, 200).frame == Rect(x: 0, y: 300, width: 500, height: 200))
        #expect(resize(100, 600).frame == Rect(x: 0, y: 30, width: 500, height: 470))
        #expect(resize(100, 600).shift == 70)
        #expect(resize(100, 600, least: 550).shrinking == 50)
        #expect(resize(100, 300).frame == Rect(x: 0, y: 100, width: 500, height: 300))
    }
}
