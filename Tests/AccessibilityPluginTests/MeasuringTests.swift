import HeadroomCore
import Testing

@testable import AccessibilityPlugin

/// When a reading is believed, what scene it is, and what bars have really done.
@Suite("Measuring")
struct MeasuringTests {
    private static let frame = Rect(x: 100, y: 100, width: 400, height: 600)

    private func reading(_ y: Double = 640, value: Double = 0) -> Reading {
        Reading(
            field: Rect(x: 110, y: y, width: 300, height: 30), window: Rect(x: 100, y: 50, width: 400, height: 700),
            panes: [PaneReading(frame: Self.frame, value: value, maximum: 1400)])
    }

    // MARK: Agreement

    @Test("a caret that the application has not looked for yet is asked for again, but not for ever")
    func early() {
        var early = reading()
        early.isEarly = true
        var agreement = Agreement()
        agreement.begin(at: 1000)
        #expect(agreement.looked(early, at: 1000, now: 2000) == .look(at: 10_000))
        #expect(agreement.looked(early, at: 30_000, now: 31_000) == .look(at: 39_000))
        // Each look takes long, so it is not for its time only that it is given up.
        #expect(agreement.looked(early, at: 402_000, now: 403_000) == .look(at: 411_000))
        let end = 1000 + Agreement.longest
        #expect(agreement.looked(early, at: end, now: end) == .answer(early))
    }

    @Test("two looks with some time between have to agree")
    func agreement() {
        var agreement = Agreement()
        agreement.begin(at: 1000)
        #expect(agreement.looked(reading(640), at: 1000, now: 2000) == .look(at: 20_000))
        #expect(agreement.looked(reading(600), at: 20_000, now: 21_000) == .look(at: 39_000))
        // Too soon to say that it stands.
        #expect(agreement.looked(reading(600), at: 25_000, now: 26_000) == .look(at: 44_000))
        #expect(agreement.looked(reading(600), at: 44_000, now: 45_000) == .answer(reading(600)))
        // What has stood long enough is believed at once.
        agreement.begin(at: 90_000)
        #expect(agreement.looked(reading(600), at: 90_000, now: 91_000) == .answer(reading(600)))
        agreement.forget()
        #expect(agreement.looked(reading(600), at: 95_000, now: 96_000) == .look(at: 114_000))
    }

    @Test("what says nothing is asked again soon, what never stands is taken as it is in the end")
    func patience() {
        var agreement = Agreement()
        agreement.begin(at: 0)
        #expect(agreement.looked(nil, at: 0, now: 1000) == .look(at: 9000))
        var (now, count) = (9000 as UInt64, 0)
        var answer: Agreement.Action?
        while answer == nil, count < 1000 {
            count += 1
            switch agreement.looked(reading(Double(count)), at: now, now: now) {
            case .look(let time): now = time
            case .answer(let reading): answer = .answer(reading)
            }
        }
        #expect(answer == .answer(reading(Double(count))))
        #expect(now >= Agreement.patience && now < Agreement.patience + 50_000)
        agreement.begin(at: now)
        #expect(agreement.looked(nil, at: now, now: now + Agreement.patience) == .answer(nil))
    }

    @Test("what the application is about to change is not believed, however long it stands")
    func awaited() {
        var agreement = Agreement()
        agreement.begin(at: 0)
        for count in 0..<50 as Range<UInt64> {
            let time = count * Agreement.apart
            #expect(
                agreement.looked(reading(640), isAwaited: true, at: time, now: time)
                    == .look(at: time + Agreement.apart))
        }
        // It did not change it.
        let end = 50 * Agreement.apart
        #expect(agreement.looked(reading(640), at: end, now: end) == .answer(reading(640)))
    }

    @Test("a caret above or below all that its pane shows")
    func outside() {
        var reading = reading()
        #expect(!reading.isCaretOutside, "nobody knows where it is")
        for (y, isOutside) in [(80.0, true), (83, true), (84, false), (690, false), (699, false), (700, true)] {
            reading.caret = Rect(x: 110, y: y, width: 1, height: 17)
            #expect(reading.isCaretOutside == isOutside, "\(y)")
        }
        reading.panes = []
        #expect(!reading.isCaretOutside, "there is no pane")
    }

    // MARK: Scenes

    @Test("a field in a pane: its place in the content, and the range of the pane")
    func onePane() throws {
        let scene = try #require(Survey(scales: [Survey.Scale()]).scene(of: reading(640, value: 50)))
        #expect(scene.scroll == ScrollArea(frame: Self.frame, contentHeight: 2000, offset: 50, takesInset: false))
        #expect(scene.target == Target(field: Rect(x: 10, y: 590, width: 300, height: 30)))
        #expect(scene.shownTarget(with: Adjustment()) == reading(640).field)
        // GTK 4's greatest value is all of the content.
        let whole = try #require(Survey(isRangeWhole: true, scales: [Survey.Scale()]).scene(of: reading(640)))
        #expect(whole.scroll?.contentHeight == 1400)
        // A bar of rows.
        let rows = try #require(Survey(scales: [Survey.Scale(unit: 20)]).scene(of: reading(640, value: 5)))
        #expect(rows.scroll?.offset == 100 && rows.scroll?.contentHeight == 28_600)
        #expect(rows.shownTarget(with: Adjustment()) == reading(640).field)
        // One that moves nothing has no range.
        let dead = try #require(Survey(scales: [Survey.Scale(isFixed: true)]).scene(of: reading(640, value: 5)))
        #expect(dead.scroll?.offset == 5 && dead.scroll?.contentHeight == 605)
        // Windows that do not know where they are.
        let moved = try #require(
            Survey(
                projection: Projection(
                    Rect(x: 0, y: 0, width: 1, height: 1), on: Rect(x: 7, y: 9, width: 1, height: 1), scale: 1),
                scales: [Survey.Scale()]
            ).scene(of: reading(640)))
        #expect(moved.shownTarget(with: Adjustment()) == reading(640).field?.moved(dx: 7, dy: 9))
    }

    @Test("a text area that scrolls within a pane: its caret, through both")
    func nested() throws {
        var reading = reading(500, value: 30)
        reading.field = Rect(x: 120, y: 450, width: 300, height: 200)
        reading.caret = Rect(x: 130, y: 600, width: 1, height: 17)
        let own = PaneReading(frame: Rect(x: 118, y: 448, width: 304, height: 204), value: 80, maximum: 500)
        reading.panes.insert(own, at: 0)
        let scene = try #require(
            Survey(isMultiLine: true, scales: [Survey.Scale(), Survey.Scale()]).scene(of: reading))
        #expect(scene.inner.count == 1)
        #expect(scene.inner.first?.frame == Rect(x: 18, y: 378, width: 304, height: 204))
        #expect(scene.inner.first?.contentHeight == 704)
        #expect(scene.target == Target(caret: Rect(x: 12, y: 232, width: 1, height: 17)))
        #expect(scene.shownTarget(with: Adjustment()) == reading.caret)
    }

    @Test("a field in no pane cannot be moved: that is said, with what is left covered")
    func pinned() throws {
        var reading = reading(700)
        reading.panes = []
        var scene = try #require(Survey(scales: []).scene(of: reading))
        scene.outputs = [Output(name: "A", frame: Rect(x: 0, y: 0, width: 1280, height: 800))]
        var session = AvoidanceSession(scene: scene)
        let keyboard = KeyboardReport(.frame(Rect(x: 0, y: 595, width: 1280, height: 205)))
        let change = session.keyboard(keyboard, at: 0)
        #expect(!change.isCommand)
        #expect(session.report.outcome == .impossible)
        #expect(session.report.residual == 30)
    }

    @Test("nothing is scrolled beyond a range, and no inset is told")
    func range() throws {
        var reading = reading(650, value: 1390)
        reading.panes[0].maximum = 1400
        var scene = try #require(Survey(scales: [Survey.Scale()]).scene(of: reading))
        scene.outputs = [Output(name: "A", frame: Rect(x: 0, y: 0, width: 1280, height: 800))]
        var session = AvoidanceSession(scene: scene)
        _ = session.keyboard(KeyboardReport(.frame(Rect(x: 0, y: 595, width: 1280, height: 205))), at: 0)
        #expect(session.adjustment.offset == 1400)
        #expect(session.adjustment.insetBottom == 0)
        #expect(session.report.outcome == .partial)
        _ = session.hide(at: 0)
        #expect(session.adjustment.offset == 1390)
    }

    @Test("what rounding makes of places is no change, what is more is one")
    func steady() throws {
        let old = try #require(Survey(scales: [Survey.Scale()]).scene(of: reading(640, value: 50)))
        let rounded = try #require(Survey(scales: [Survey.Scale()]).scene(of: reading(640, value: 50.7)))
        #expect(rounded.steadied(by: old).target == old.target)
        #expect(rounded.steadied(by: old).scroll?.offset == 50.7)
        let moved = try #require(Survey(scales: [Survey.Scale()]).scene(of: reading(642, value: 50)))
        #expect(moved.steadied(by: old).target == moved.target)
    }

    @Test("what a page has in front above the keyboard takes that much more room, and only there")
    func overlay() throws {
        func space(_ overlay: Rect?, keyboardTop: Double? = 595) throws -> Double? {
            var reading = reading()
            reading.overlay = overlay
            return try #require(Survey(scales: [Survey.Scale()], keyboardTop: keyboardTop).scene(of: reading)).target?
                .spaceBelow
        }
        #expect(try space(Rect(x: 100, y: 543, width: 400, height: 52)) == 62)
        #expect(try space(Rect(x: 100, y: 560, width: 400, height: 140)) == 45, "it goes on under the keyboard")
        #expect(try space(Rect(x: 100, y: 600, width: 400, height: 52)) == 0, "under the keyboard")
        #expect(try space(Rect(x: 100, y: 300, width: 400, height: 52)) == 0, "above where the field will be")
        #expect(try space(Rect(x: 600, y: 543, width: 400, height: 52)) == 0, "beside the field")
        #expect(try space(nil) == 0)
        #expect(try space(Rect(x: 100, y: 543, width: 400, height: 52), keyboardTop: nil) == 0)
    }

    @Test("a page has no unit but the pixel")
    func pages() {
        func unit(_ y: Double, _ value: Double) -> Double? {
            let (before, after) = (reading(640), reading(y, value: value))
            return Verification.unit(of: 0, from: before, to: after, told: 100, thought: 1, isPage: true)
        }
        #expect(unit(540, 100) == nil)
        #expect(unit(500, 100) == nil, "something else moved it, too")
        #expect(unit(640, 100) == 0, "the field is fixed")
        #expect(unit(640, 0) == 0, "nothing moved")
    }

    // MARK: Verification

    @Test("what a bar has really done")
    func units() {
        func unit(_ told: Double?, _ y: Double, _ value: Double, _ maximum: Double = 1400) -> Double? {
            var (before, after) = (reading(640), reading(y, value: value))
            before.panes[0].maximum = maximum
            after.panes[0].maximum = maximum
            return Verification.unit(of: 0, from: before, to: after, told: told, thought: 1)
        }
        #expect(unit(100, 540, 100) == nil, "as it was told")
        #expect(unit(100, 541, 100) == nil, "rounded")
        #expect(unit(100, 640, 100) == 0, "took the value and moved nothing")
        #expect(unit(100, 640, 0) == 0, "took no value")
        #expect(unit(100, 640, 0, 0) == nil, "was at its end")
        #expect(unit(10, 440, 10) == 20, "moves by rows")
        #expect(unit(3, 640, 3) == nil, "too little to say")
        #expect(unit(nil, 640, 0) == nil, "nothing was told")
        #expect(unit(100, 740, 100) == 0, "went the other way")
    }
}
