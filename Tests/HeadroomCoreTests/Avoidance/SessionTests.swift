import HeadroomCore
import Testing

/// The life of a session (rules S1 to S7).
@Suite("Session")
struct SessionTests {
    private func docked(_ height: Double, estimated: Bool = false) -> KeyboardReport {
        KeyboardReport(
            .frame(Rect(x: 0, y: 667 - height, width: 375, height: height)), isEstimated: estimated)
    }

    private func field(_ y: Double) -> Target { Target(field: Rect(x: 16, y: y, width: 343, height: 40)) }

    private func chatBar() -> AvoidanceSession { AvoidanceSession(scene: .phone(target: field(617))) }

    private func list(offset: Double = 0) -> AvoidanceSession {
        AvoidanceSession(scene: .list(offset: offset, target: field(560)))
    }

    // MARK: - Baseline and recomputing

    @Test("every answer is absolute, and a command only where it differs")
    func absolute() {
        var session = chatBar()
        #expect(session.keyboard(docked(258), at: 0) == change(shift: 258, true))
        #expect(session.keyboard(docked(258), at: 1) == change(shift: 258, false))
        #expect(session.keyboard(docked(302), at: 2) == change(shift: 302, true))
        #expect(session.keyboard(docked(258), at: 3) == change(shift: 258, true))
        #expect(session.hide(at: 4) == change(shift: 0, true))
        #expect(session.hide(at: 5) == change(shift: 0, false))
    }

    private func change(shift: Double, _ isCommand: Bool) -> AvoidanceChange {
        var adjustment = Adjustment()
        adjustment.shift = shift
        return AvoidanceChange(adjustment: adjustment, isCommand: isCommand)
    }

    @Test("a frame that is rejected, and one that is empty while hidden, begin nothing")
    func rejected() {
        var session = chatBar()
        _ = session.keyboard(KeyboardReport(.height(.nan)), at: 0)
        #expect(session.stage == .hidden)
        _ = session.keyboard(KeyboardReport(.height(0)), at: 0)
        #expect(session.stage == .hidden)
        _ = session.keyboard(docked(258), at: 1)
        #expect(session.keyboard(KeyboardReport(.height(.nan)), at: 2).adjustment.shift == 258)
        #expect(session.keyboard(KeyboardReport(.height(0)), at: 3).adjustment.shift == 0)
        #expect(session.stage == .shown)
    }

    @Test("the movement made for a guess is undone before the measured frame is solved")
    func guess() {
        var session = list()
        #expect(session.keyboard(docked(367, estimated: true), at: 0).adjustment.offset == 310)
        #expect(session.keyboard(docked(360, estimated: true), at: 1).adjustment.offset == 310)
        #expect(session.keyboard(docked(291), at: 2).adjustment.offset == 234)
        // A user who scrolls in between has decided.
        session = list()
        _ = session.keyboard(docked(367, estimated: true), at: 0)
        _ = session.userScrolled(to: 300, at: 1)
        #expect(session.keyboard(docked(291), at: 2).adjustment.offset == 300)
    }

    // MARK: - The user scrolls

    @Test("where the user scrolls to is kept until focus or caret, and over a hide as far as there is room")
    func userScroll() {
        var session = list(offset: 40)
        _ = session.keyboard(docked(258), at: 0)
        #expect(!session.userScrolled(to: 500, at: 1).isCommand)
        #expect(session.keyboard(docked(302), at: 2).adjustment.offset == 500)
        #expect(session.isKeepingPlace)
        #expect(session.focus(field(900), at: 3).adjustment.offset == 585)
        #expect(!session.isKeepingPlace)
        #expect(session.hide(at: 4).adjustment.offset == 333)
        // While hidden it is only another place to begin from.
        _ = session.userScrolled(to: 10, at: 5)
        #expect(session.keyboard(docked(258), at: 6).adjustment.offset == 541)
        #expect(session.hide(at: 7).adjustment.offset == 10)
    }

    @Test("an inner view stays where its user scrolls it, and goes back from where the application does")
    func innerScroll() {
        var scene = Scene(
            outputs: [Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 1000))],
            scroll: ScrollArea(frame: Rect(x: 0, y: 0, width: 1000, height: 1000), contentHeight: 1000))
        scene.inner = [InnerScroll(frame: Rect(x: 0, y: 600, width: 1000, height: 300), contentHeight: 350)]
        scene.target = Target(caret: Rect(x: 0, y: 100, width: 1, height: 20))
        let keyboard = KeyboardReport(.height(400))
        var session = AvoidanceSession(scene: scene)
        // The line ends at 720, the keyboard begins at 600: of the 130 the inner view takes all it can.
        #expect(session.keyboard(keyboard, at: 0).adjustment.offset == 80)
        #expect(session.scene.inner[0].offset == 50)
        for bad in [[], [.nan], [1, 2], [1e300]] {
            #expect(!session.innerScrolled(to: bad, byUser: true, scene.target, at: 1).isCommand)
        }
        #expect(session.scene.inner[0].offset == 50)
        // The application scrolls: it is solved from there.
        #expect(session.innerScrolled(to: [20], byUser: false, scene.target, at: 1).isCommand)
        #expect(session.scene.inner[0].offset == 50 && session.adjustment.offset == 80)
        var users = session
        _ = session.hide(at: 2)
        #expect(session.scene.inner[0].offset == 0)
        // It does for a line further up, which is in sight then.
        var other = users
        let line = Target(caret: Rect(x: 0, y: 10, width: 1, height: 20))
        _ = other.innerScrolled(to: [0], byUser: false, line, at: 2)
        #expect(other.scene.inner[0].offset == 0 && other.scene.target == line)
        // Its user does.
        #expect(!users.innerScrolled(to: [20], byUser: true, scene.target, at: 2).isCommand)
        #expect(users.isKeepingPlace)
        #expect(!users.keyboard(keyboard, at: 3).isCommand)
        #expect(users.scene.inner[0].offset == 20)
        _ = users.hide(at: 4)
        #expect(users.scene.inner[0].offset == 20 && users.adjustment.offset == 0)
        // While no keyboard is shown it is only another place to begin from.
        _ = users.innerScrolled(to: [10], byUser: true, scene.target, at: 5)
        #expect(!users.isKeepingPlace)
        _ = users.keyboard(keyboard, at: 6)
        #expect(users.scene.inner[0].offset == 50)
        _ = users.hide(at: 7)
        #expect(users.scene.inner[0].offset == 10)
    }

    @Test("an impossible offset, and a scroll without a scroll view, change nothing")
    func badScroll() {
        var session = list(offset: 40)
        #expect(session.userScrolled(to: .nan, at: 0).adjustment.offset == 40)
        #expect(session.userScrolled(to: 1e300, at: 0).adjustment.offset == 40)
        var shift = chatBar()
        _ = shift.keyboard(docked(258), at: 0)
        #expect(shift.userScrolled(to: 5, at: 1).adjustment.shift == 258)
        #expect(!shift.isKeepingPlace)
    }

    // MARK: - Grace

    @Test("a keyboard that comes back within the grace moves nothing; else it goes at exactly its end")
    func grace() {
        var session = chatBar()
        _ = session.keyboard(docked(258), at: 0)
        #expect(session.hide(at: 1_000_000, graceMS: 150).adjustment.shift == 258)
        #expect(session.deadline == 1_150_000)
        // A later end does not begin it anew.
        _ = session.hide(at: 1_100_000, graceMS: 150)
        #expect(session.deadline == 1_150_000)
        // Neither a frame outside every output nor a rejected one is visibility.
        _ = session.keyboard(KeyboardReport(.height(.nan)), at: 1_110_000)
        #expect(session.deadline == 1_150_000)
        #expect(session.keyboard(docked(258), at: 1_149_999) == change(shift: 258, false))
        #expect(session.deadline == nil)

        _ = session.hide(at: 2_000_000, graceMS: 150)
        #expect(!session.advance(to: 2_149_999).isCommand)
        #expect(session.advance(to: 2_150_000) == change(shift: 0, true))
    }

    @Test("a frame outside every output covers nothing, but the grace goes on")
    func graceOutside() {
        var session = chatBar()
        _ = session.keyboard(docked(258), at: 0)
        _ = session.hide(at: 10, graceMS: 150)
        let outside = KeyboardReport(.frame(Rect(x: 0, y: 667, width: 375, height: 258)))
        #expect(session.keyboard(outside, at: 20).adjustment.shift == 0)
        #expect(session.deadline == 150_010)
    }

    @Test("a hide without grace does not wait, also while another waits")
    func noGrace() {
        var session = chatBar()
        _ = session.keyboard(docked(258), at: 0)
        _ = session.hide(at: 10, graceMS: 150)
        #expect(session.hide(at: 20).adjustment.shift == 0)
        #expect(session.stage == .hidden)
    }

    @Test("a timer due before an event happens before it")
    func timerFirst() {
        var session = chatBar()
        _ = session.keyboard(docked(258), at: 0)
        _ = session.hide(at: 10, pace: .init(milliseconds: 100), graceMS: 50)
        // The hide began at 50,010 with its own duration: half of the way is gone at 100,010.
        _ = session.advance(to: 100_010)
        #expect(session.shiftMotion.value(at: 100_010) == 129)
        // Time that runs backwards counts as the last time.
        _ = session.keyboard(docked(258), at: 5)
        #expect(session.shiftMotion.start == 100_010)
    }

    // MARK: - Windows and outputs

    @Test("an echo of our own movement changes nothing, a new place is a new baseline")
    func echo() {
        var session = chatBar()
        _ = session.keyboard(docked(258), at: 0)
        let moved = Rect(x: 0, y: -258.6, width: 375, height: 667)
        let echo = WindowChange(container: moved, target: .some(nil))
        #expect(session.windowChanged(echo, at: 1) == change(shift: 258, false))
        #expect(session.scene.target == field(617))
        // Where the shift is said to be included, there is no doubt, and what else it says counts.
        let same = WindowChange(
            container: Rect(x: 0, y: -258, width: 375, height: 667), target: field(342), includesShift: true)
        #expect(session.windowChanged(same, at: 1).adjustment.shift == 241)
        _ = session.focus(field(617), at: 1)
        let included = WindowChange(
            container: Rect(x: 0, y: -268, width: 375, height: 667), target: field(349), includesShift: true)
        #expect(session.windowChanged(included, at: 2).adjustment.shift == 248)
        #expect(session.scene.container?.y == -10)
        #expect(session.scene.target == field(607))
        // A nested target is placed by the outermost view around it.
        var nested = field(10)
        nested.inside = [
            .init(frame: Rect(x: 0, y: 5, width: 300, height: 100), offset: 0),
            .init(frame: Rect(x: 0, y: 344, width: 300, height: 100), offset: 0),
        ]
        let again = WindowChange(
            container: Rect(x: 0, y: -258, width: 375, height: 667), target: nested, includesShift: true)
        #expect(session.windowChanged(again, at: 2).adjustment.shift == 248)
        #expect(session.scene.target?.inside.last?.frame.y == 592)
        let small = WindowChange(container: Rect(x: 0, y: 0, width: 375, height: 409), target: field(359))
        #expect(session.windowChanged(small, at: 3) == change(shift: 0, true))
    }

    @Test("what a window change says of a scroll view is the new baseline, but for the offset to go back to")
    func scrollChange() throws {
        var session = list(offset: 40)
        _ = session.keyboard(docked(258), at: 0)
        var area = try #require(session.scene.scroll)
        area.insetBottom = 300
        area.offset = 400
        let change = session.windowChanged(WindowChange(scroll: area), at: 1)
        #expect(change.adjustment.insetBottom == 300)
        #expect(change.adjustment.offset == 400)
        #expect(session.hide(at: 2).adjustment.offset == 40)
        #expect(session.adjustment.insetBottom == 300)
        area.insetBottom = .nan
        #expect(session.windowChanged(WindowChange(scroll: area), at: 3).adjustment.insetBottom == 300)
    }

    @Test("turning puts everything back at once, and waits for the frame there")
    func rotation() {
        var session = chatBar()
        _ = session.keyboard(docked(258), at: 0)
        let turned = Rect(x: 0, y: 0, width: 667, height: 375)
        let change = session.outputsChanged(
            to: [Output(name: "phone", frame: turned)],
            WindowChange(container: turned, target: Target(field: Rect(x: 100, y: 325, width: 343, height: 50))),
            at: 1000)
        #expect(change.adjustment.shift == 0)
        #expect(change.isCommand)
        #expect(change.holdUntil == 301_000)
        #expect(session.stage == .turning)
        #expect(session.progress == 0)
        let wide = KeyboardReport(.frame(Rect(x: 0, y: 213, width: 667, height: 162)))
        #expect(session.keyboard(wide, at: 2000).adjustment.shift == 162)
        #expect(session.hide(at: 3000).adjustment.shift == 0)
        #expect(session.outputsChanged(to: session.scene.outputs, at: 4000).holdUntil == nil)
    }

    @Test("what is not shown begins nothing, but counts while a hide waits; turning ends the wait")
    func notShown() {
        var session = chatBar()
        #expect(session.keyboard(docked(258), at: 0, isShown: false).adjustment.shift == 0)
        #expect(session.stage == .hidden)
        _ = session.keyboard(docked(258), at: 1)
        _ = session.hide(at: 2, graceMS: 100)
        #expect(session.keyboard(docked(302), at: 3, isShown: false).adjustment.shift == 302)
        #expect(session.deadline == 100_002)
        #expect(session.outputsChanged(to: session.scene.outputs, at: 4).adjustment.shift == 0)
        #expect(session.stage == .hidden)
        #expect(session.hold == BarHold())
    }

    @Test("the daemon's notifications are joined for what is left of their motion")
    func notifications() {
        var session = chatBar()
        var notification = Notification(
            kind: .willShow, serial: 7, output: "phone", frameBegin: Rect(x: 0, y: 667, width: 375, height: 258),
            frameEnd: Rect(x: 0, y: 409, width: 375, height: 258), bottomInset: 258, candidateBarHeight: 0,
            durationMS: 250, details: .init(startTime: 1_000_000))
        #expect(session.receive(notification, at: 1_050_000) == change(shift: 258, true))
        #expect(session.shiftMotion.value(at: 1_150_000) == 129)
        #expect(session.shiftMotion.value(at: 1_250_000) == 258)
        notification.kind = .didShow
        #expect(session.receive(notification, at: 1_250_000) == change(shift: 258, false))
        notification.kind = .willHide
        #expect(session.receive(notification, at: 2_000_000) == change(shift: 0, true))
        #expect(session.shiftMotion.value(at: 2_000_000) == 0)
        // Only what the compositor does for a window in this state is left to it.
        notification.kind = .willChangeFrame
        notification.details.compositorAvoids = ["maximized"]
        #expect(session.receive(notification, windowStates: ["maximized"], at: 3_000_000).adjustment.shift == 0)
        #expect(session.receive(notification, windowStates: ["tiled"], at: 3_000_001).adjustment.shift == 258)
    }

    @Test("turning gives an offset back, unless the user or the app put it elsewhere")
    func rotationOffset() {
        var session = list(offset: 40)
        _ = session.keyboard(docked(258), at: 0)
        #expect(session.outputsChanged(to: session.scene.outputs, at: 1).adjustment.offset == 40)
        // Scrolled while nothing is shown: the next keyboard is solved from there.
        _ = session.userScrolled(to: 100, at: 2)
        #expect(session.keyboard(docked(258), at: 3).adjustment.offset == 201)
        #expect(session.hide(at: 4).adjustment.offset == 100)
        // The same if the keyboard never comes there.
        _ = session.keyboard(docked(258), at: 5)
        _ = session.outputsChanged(to: session.scene.outputs, at: 6)
        _ = session.userScrolled(to: 120, at: 7)
        #expect(session.outputsChanged(to: session.scene.outputs, at: 8).adjustment.offset == 120)
        #expect(session.hide(at: 9).adjustment.offset == 120)
        #expect(session.stage == .hidden)
    }

    @Test("where the view is told to be when it turns is the app's doing, unless we had put it there")
    func rotationTold() throws {
        for (told, rest) in [(nil, 40.0), (150.0, 150.0)] {
            var session = list(offset: 40)
            _ = session.keyboard(docked(258), at: 0)
            var area = try #require(session.scene.scroll)
            #expect(area.offset > 40)
            area.offset = told ?? area.offset
            area.contentHeight += 100
            let change = session.outputsChanged(to: session.scene.outputs, WindowChange(scroll: area), at: 1)
            #expect(change.adjustment.offset == rest)
            #expect(session.hide(at: 2).adjustment.offset == rest)
        }
    }

    @Test("what the app changes while nothing is ours is no command")
    func notOurs() throws {
        var session = list(offset: 40)
        var area = try #require(session.scene.scroll)
        area.insetBottom = 49
        area.offset = 60
        let change = session.windowChanged(WindowChange(scroll: area), at: 0)
        #expect(change.adjustment.insetBottom == 49)
        #expect(change.adjustment.offset == 60)
        #expect(!change.isCommand)
    }

    // MARK: - Motion

    @Test("an interrupted motion goes on from where it is; a target that stays does not begin anew")
    func interrupted() {
        var session = chatBar()
        let slow = ShiftMotion.Pace(milliseconds: 250)
        _ = session.keyboard(docked(260), at: 0, pace: slow)
        _ = session.keyboard(docked(260), at: 50_000, pace: slow)
        #expect(session.shiftMotion.value(at: 100_000) == 104)
        _ = session.hide(at: 100_000, pace: slow)
        #expect(session.shiftMotion.value(at: 225_000) == 52)
        #expect(session.shiftMotion.value(at: 350_000) == 0)
    }

    @Test("what was done is said in one word, with its parts")
    func report() {
        var session = chatBar()
        #expect(session.report.outcome == .notNeeded)
        _ = session.keyboard(docked(258), at: 0)
        #expect(session.report.outcome == .clear)
        #expect(session.report.shift == Point(x: 0, y: -258))
        #expect(session.report.target == Rect(x: 16, y: 359, width: 343, height: 40))
        #expect(session.report.residual == 0)
        _ = session.focus(Target(field: Rect(x: 16, y: 20, width: 343, height: 600)), at: 1)
        #expect(session.report.outcome == .partial)
        #expect(session.report.residual == 191)
        _ = session.focus(Target(field: Rect(x: 16, y: 0, width: 343, height: 600)), at: 2)
        #expect(session.report.outcome == .impossible)
        _ = session.focus(nil, at: 3)
        #expect(session.report.target == nil)
    }

    @Test("the parts of a report add up to the way of the target")
    func parts() throws {
        var session = AvoidanceSession(scene: .nested(levels: 2))
        let before = try #require(session.report.target)
        _ = session.keyboard(docked(258), at: 0)
        let report = session.report
        #expect(report.parts.inset == 258)
        #expect(report.parts.scroll == 185)
        #expect(report.target == before.moved(dy: report.shift.y))
        _ = session.userScrolled(to: 200, at: 1)
        #expect(session.report.parts.scroll == 40)
        _ = session.hide(at: 2)
        #expect(session.report.parts == AvoidanceReport.Parts())
        #expect(session.report.outcome == .notNeeded)
    }
}
