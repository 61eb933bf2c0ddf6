import HeadroomClient
import HeadroomCore
import Testing

@testable import HeadroomPluginKit

/// Single steps of the machine.
@Suite("Movers")
struct MoverTests {
    private static let output = Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 1000), aliases: ["XA"])

    /// A scroll view on the whole output, its target at the bottom.
    func measurement(
        content: UInt64 = 0, offset: Double = 0, inset: Double = 0, hasFocus: Bool = true, output: String = ""
    ) -> Measurement {
        Measurement(
            Scene(
                outputs: [],
                scroll: ScrollArea(
                    frame: Self.output.frame, contentHeight: 1000, offset: offset, insetBottom: inset),
                target: Target(field: Rect(x: 0, y: 950, width: 100, height: 40))), content: content,
            hasFocus: hasFocus, output: output)
    }

    func will(_ kind: Notification.Kind, _ serial: UInt64, milliseconds: UInt32 = 0) -> KeyboardUpdate {
        let (up, down) = (Rect(x: 0, y: 600, width: 1000, height: 400), Rect(x: 0, y: 1000, width: 1000, height: 400))
        let isHide = kind.phase == .hiding
        return .notification(
            Notification(
                kind: kind, serial: serial, output: "A", frameBegin: isHide ? up : down, frameEnd: isHide ? down : up,
                bottomInset: isHide ? 0 : 400, candidateBarHeight: 0, durationMS: milliseconds,
                details: Notification.Details(startTime: 0, outputFrame: Self.output.frame)))
    }

    /// One that holds the claim and knows of a hidden keyboard.
    private func active(frames: FramePace = .none, leftOver: Moved? = nil) -> Mover {
        var mover = Mover(frames: frames, leftOver: leftOver)
        let state = KeyboardState(
            isDaemonPresent: true, phase: .hidden,
            notification: Notification(
                kind: .didHide, serial: 1, output: "A", frameBegin: .zero, frameEnd: .zero, bottomInset: 0,
                candidateBarHeight: 0, durationMS: 0, details: .init()),
            properties: KeyboardProperties(outputs: [Self.output]))
        #expect(mover.keyboard(.current(state), at: 0) == [])
        return mover
    }

    private func moved(_ content: UInt64) -> Position { Position(content: content, offset: 400, insetBottom: 400) }

    /// One that has moved the views called `content`.
    func displaced(_ content: UInt64, frames: FramePace = .none) -> Mover {
        var mover = active(frames: frames)
        #expect(mover.claim(true, at: 0) == [])
        #expect(mover.keyboard(will(.willShow, 2), at: 0) == [.measure(1)])
        let asked = mover.measured(measurement(content: content), number: 1, at: 0)
        guard case .report(let report, let number?) = asked.first, asked.count == 1 else {
            Issue.record("\(asked)")
            return mover
        }
        #expect(report.outcome == .clear && report.serial == 2 && report.shift == Point(x: 0, y: -400))
        let done = mover.permitted(number, at: 700)
        #expect(done.contains(.apply(moved(content))))
        guard case .report(let after, nil) = done.last else {
            Issue.record("\(done)")
            return mover
        }
        #expect(after.latencyUS == 700)
        #expect(mover.brokenInvariant() == nil)
        return mover
    }

    @Test("asks, reports, moves when that is taken, says how long it took")
    func order() { _ = displaced(0) }

    @Test("what is wished of the content, and what stands on the keyboard, counts as it was measured last")
    func wishes() {
        var mover = displaced(0)
        var measured = measurement(offset: 400, inset: 400)
        measured.options = AvoidanceOptions(margin: 0)
        measured.accessoryHeight = 45
        #expect(mover.world(.focus, at: 0) == [.measure(2)])
        let asked = mover.measured(measured, number: 2, at: 0)
        guard case .report(let report, let number?) = asked.first, asked.count == 1 else {
            Issue.record("\(asked)")
            return
        }
        // The target ends at 990, the bar begins at 600 - 45.
        #expect(report.outcome == .clear && report.shift == Point(x: 0, y: -435))
        let done = mover.permitted(number, at: 700)
        #expect(done.contains(.apply(Position(offset: 435, insetBottom: 445))))
        #expect(mover.world(.layout, at: 800) == [.measure(3)])
        measured.scene.scroll?.offset = 435
        measured.scene.scroll?.insetBottom = 445
        let again = mover.measured(measured, number: 3, at: 800)
        #expect(!again.contains { if case .apply = $0 { true } else { false } }, "the same wish once more is none")
        #expect(mover.brokenInvariant() == nil)
    }

    @Test("one question at a time; what happened since is asked for when that is answered")
    func slow() {
        var mover = displaced(0)
        #expect(mover.world(.layout, at: 0) == [.measure(2)])
        #expect(mover.keyboard(will(.willHide, 3), at: 5) == [])
        #expect(mover.world(.focus, at: 5) == [])
        let first = mover.measured(measurement(offset: 400, inset: 400), number: 2, at: 10)
        #expect(first.last == .measure(3))
        let second = mover.measured(measurement(offset: 0, inset: 0), number: 3, at: 20)
        #expect((first + second).contains(.apply(Position())))
        #expect(mover.isIdle)
    }

    @Test("a question that is not answered is asked again when something happens; its answer then is none")
    func lost() {
        var mover = displaced(0)
        #expect(mover.keyboard(will(.willHide, 3), at: 0) == [.measure(2)])
        #expect(mover.world(.layout, at: Mover.patience - 1) == [])
        #expect(mover.world(.layout, at: Mover.patience) == [.measure(3)])
        #expect(mover.measured(measurement(offset: 400, inset: 400), number: 2, at: Mover.patience) == [])
        let actions = mover.measured(measurement(offset: 400, inset: 400), number: 3, at: Mover.patience)
        #expect(actions.contains(.apply(Position())))
    }

    @Test("a permission that comes after the claim is lost is none")
    func lateness() {
        var mover = active()
        _ = mover.claim(true, at: 0)
        _ = mover.keyboard(will(.willShow, 2), at: 0)
        _ = mover.measured(measurement(), number: 1, at: 0)
        #expect(mover.claim(false, at: 1) == [.measure(2)])
        #expect(mover.permitted(1, at: 2) == [])
        let actions = mover.measured(measurement(), number: 2, at: 3)
        #expect(actions == [.report(PluginReport(outcome: .restored), number: nil)])
        #expect(mover.isIdle)
    }

    @Test("another content: the old one is put back before anything is done in the new one")
    func otherViews() {
        var mover = displaced(1)
        #expect(mover.world(.focus, at: 5) == [.measure(2)])
        let actions = mover.measured(measurement(content: 2), number: 2, at: 5)
        #expect(actions.first == .apply(Position(content: 1)))
        guard case .report(let report, _?)? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(report.outcome == .clear && report.serial == 0)
        #expect(mover.brokenInvariant() == nil)
    }

    /// An area of 300 px at 600, in the scroll view of ``measurement()``, its target at 100.
    private func nested(offset: Double, inset: Double, inner: Double) -> Measurement {
        var nested = measurement(content: 2, offset: offset, inset: inset)
        nested.scene.inner = [
            InnerScroll(
                frame: Rect(x: 0, y: 600, width: 1000, height: 300), contentHeight: 350, offset: inner)
        ]
        nested.scene.target = Target(caret: Rect(x: 0, y: 100, width: 1, height: 20))
        nested.views = [5, 9]
        return nested
    }

    private func flat(offset: Double, inset: Double) -> Measurement {
        var flat = measurement(content: 1, offset: offset, inset: inset)
        flat.views = [9]
        return flat
    }

    @Test("into an area of the same scroll view and out of it: each is one way, and at the end everything is as it was")
    func sharedViews() {
        var mover = active()
        _ = mover.claim(true, at: 0)
        _ = mover.keyboard(will(.willShow, 2), at: 0)
        // The line ends at 720, the keyboard begins at 600, the margin is 10: 130, of which the area takes 50.
        let wanted = Position(content: 2, offset: 80, insetBottom: 400, inner: [50])
        _ = mover.measured(nested(offset: 0, inset: 0, inner: 0), number: 1, at: 0)
        #expect(mover.permitted(1, at: 0).contains(.apply(wanted)))

        /// What is set on the way into other views.
        func enter(_ measurement: Measurement, _ number: UInt64) -> [Position] {
            #expect(mover.world(.focus, at: number) == [.measure(number)])
            var actions = mover.measured(measurement, number: number, at: number)
            for case .report(_, let number?) in actions { actions += mover.permitted(number, at: 9) }
            #expect(mover.brokenInvariant() == nil)
            return actions.compactMap { action in if case .apply(let position) = action { position } else { nil } }
        }
        // The area goes back, the scroll view goes on.
        var left = wanted
        left.inner = [0]
        #expect(enter(flat(offset: 80, inset: 400), 2) == [left, moved(1)])
        #expect(mover.moved?.rest == Position(content: 1))
        // The line is in sight where the scroll view is.
        #expect(enter(nested(offset: 400, inset: 400, inner: 0), 3).isEmpty)
        #expect(mover.moved?.rest == Position(content: 2, inner: [0]))
        _ = mover.keyboard(will(.willHide, 3), at: 9)
        let back = mover.measured(nested(offset: 400, inset: 400, inner: 0), number: 4, at: 9)
        #expect(back.contains(.apply(Position(content: 2, inner: [0]))))
        #expect(mover.isIdle)
    }

    /// Everything that is set until a report is taken, too.
    private func positions(_ actions: [Mover.Action], _ mover: inout Mover, at now: UInt64) -> [Position] {
        var actions = actions
        for case .report(_, let number?) in actions { actions += mover.permitted(number, at: now) }
        #expect(mover.brokenInvariant() == nil)
        return actions.compactMap { action in if case .apply(let position) = action { position } else { nil } }
    }

    @Test("to a field that nothing scrolls, and back before that is done: what is left goes its way with what comes")
    func leaving() {
        var mover = active(frames: .own)
        _ = mover.claim(true, at: 0)
        _ = mover.keyboard(will(.willShow, 2), at: 0)
        let shown = mover.measured(measurement(content: 1), number: 1, at: 0)
        #expect(positions(shown, &mover, at: 0) == [moved(1)])

        var fixed = Measurement(
            Scene(
                outputs: [], container: Self.output.frame,
                target: Target(field: Rect(x: 0, y: 950, width: 9, height: 40))),
            content: 2)
        _ = mover.world(.focus, at: 1_000)
        let away = mover.measured(
            fixed, number: 2, at: 1_000)
        // Nothing moves before the report is taken.
        #expect(!away.contains { if case .apply = $0 { true } else { false } })
        #expect(positions(away, &mover, at: 1_000).isEmpty)
        let half = positions(mover.frame(at: 76_000), &mover, at: 76_000)
        #expect(half.map(\.content) == [1, 2])
        let (left, come) = (half[0], half[1])
        #expect(left.offset > 0 && left.offset < 400 && abs(400 - left.offset - come.shift) < 0.001)

        // Back again: neither jumps.
        _ = mover.world(.focus, at: 77_000)
        let back = mover.measured(
            measurement(content: 1, offset: left.offset, inset: left.insetBottom), number: 3, at: 77_000)
        let begun = positions(back, &mover, at: 77_000)
        #expect(begun.allSatisfy { $0.content == 1 ? $0.offset == left.offset : $0.shift == come.shift })
        let ended = positions(mover.advance(to: 300_000), &mover, at: 300_000)
        #expect(ended == [Position(content: 2), moved(1)])

        // And away for good: at the end everything is as it was.
        _ = mover.world(.focus, at: 400_000)
        _ = positions(mover.measured(fixed, number: 4, at: 400_000), &mover, at: 400_000)
        let done = positions(mover.advance(to: 600_000), &mover, at: 600_000)
        #expect(done == [Position(content: 1), Position(content: 2, shift: 400)])
        fixed.shift = 400
        fixed.scene.container = Self.output.frame.moved(dy: -400)
        fixed.scene.target = fixed.scene.target?.moved(dy: -400)
        _ = mover.keyboard(will(.willHide, 3), at: 700_000)
        let hidden = positions(mover.measured(fixed, number: 5, at: 700_000), &mover, at: 700_000)
        #expect(hidden == [Position(content: 2)] && mover.isIdle)
    }

    @Test("what is left goes back at once where nobody may move what comes, and so does what it shares with that")
    func leavingForNothing() {
        var mover = active(frames: .own)
        _ = mover.claim(true, at: 0)
        _ = mover.keyboard(will(.willShow, 2), at: 0)
        _ = positions(mover.measured(measurement(content: 1), number: 1, at: 0), &mover, at: 0)
        let shifted = Measurement(
            Scene(outputs: [], container: Self.output.frame.moved(dy: -40)), content: 2, shift: 40, hasFocus: false)
        _ = mover.world([.focus, .leave], at: 1_000)
        let gone = positions(mover.measured(shifted, number: 2, at: 1_000), &mover, at: 1_000)
        #expect(gone == [Position(content: 1), Position(content: 2)])
        #expect(mover.isIdle)
    }

    @Test("where its user scrolls an inner view it stays, and where the application does it goes back at the end")
    func innerScrolled() {
        for isUsers in [true, false] {
            var mover = active()
            _ = mover.claim(true, at: 0)
            _ = mover.keyboard(will(.willShow, 2), at: 0)
            _ = positions(mover.measured(nested(offset: 0, inset: 0, inner: 0), number: 1, at: 0), &mover, at: 0)
            _ = mover.world(isUsers ? .scrolled : .focus, at: 1)
            let scrolled = nested(offset: 80, inset: 400, inner: 20)
            let then = positions(mover.measured(scrolled, number: 2, at: 1), &mover, at: 1)
            // 30 of the 50 that it takes are gone; another focus takes them again.
            let wanted = Position(content: 2, offset: 80, insetBottom: 400, inner: [50])
            #expect(then == (isUsers ? [] : [wanted]))
            _ = mover.keyboard(will(.willHide, 3), at: 9)
            let standing = nested(offset: 80, inset: 400, inner: isUsers ? 20 : 50)
            let back = positions(mover.measured(standing, number: 3, at: 9), &mover, at: 9)
            #expect(back == [Position(content: 2, inner: [isUsers ? 20 : 0])])
            #expect(mover.isIdle)
        }
    }

    @Test("what cannot be measured any more is put back as it was")
    func gone() {
        var mover = displaced(0)
        #expect(mover.world(.focus, at: 5) == [.measure(2)])
        let actions = mover.measured(nil, number: 2, at: 5)
        #expect(actions.contains(.apply(Position())))
        #expect(mover.isIdle)
    }

    @Test("numbers that cannot be are as nothing")
    func nonsense() {
        var mover = active()
        _ = mover.claim(true, at: 0)
        _ = mover.keyboard(will(.willShow, 2), at: 0)
        #expect(mover.measured(measurement(offset: .nan), number: 1, at: 0) == [])
        #expect(mover.isIdle)
    }

    @Test("the inset that the application has of its own, and changes, is kept")
    func ledger() {
        var mover = displaced(0)
        _ = mover.world(.layout, at: 5)
        // The application has set 500 over our 400.
        let asked = mover.measured(measurement(offset: 400, inset: 500), number: 2, at: 5)
        for case .report(_, let number?) in asked { _ = mover.permitted(number, at: 5) }
        _ = mover.keyboard(will(.willHide, 3), at: 6)
        let actions = mover.measured(measurement(offset: 400, inset: 500), number: 3, at: 6)
        let set = actions.compactMap { action in if case .apply(let position) = action { position } else { nil } }
        #expect(set.last?.insetBottom == 500)
    }

    @Test("a motion that is to begin when nobody waits any more is none", arguments: [30_000_000, UInt64.max])
    func farAway(start: UInt64) {
        var mover = Mover(frames: .every(10_000))
        guard case .notification(var notification) = will(.willShow, 2, milliseconds: 100) else { return }
        notification.details.startTime = start
        _ = mover.claim(true, at: 0)
        let state = KeyboardState(
            isDaemonPresent: true, phase: .showing, notification: notification,
            properties: KeyboardProperties(outputs: [Self.output]))
        #expect(mover.keyboard(.current(state), at: 0) == [.measure(1)])
        #expect(mover.measured(measurement(), number: 1, at: 0).count == 1)
        #expect(mover.permitted(1, at: 5).contains(.apply(moved(0))))
        #expect(!mover.isGliding && mover.nextDeadline == nil)
    }

    @Test("only on the keyboard's output, by any of its names", arguments: [("A", true), ("XA", true), ("B", false)])
    func outputs(name: String, isMoved: Bool) {
        var mover = active()
        _ = mover.claim(true, at: 0)
        _ = mover.keyboard(will(.willShow, 2), at: 0)
        #expect(mover.measured(measurement(output: name), number: 1, at: 0).isEmpty == !isMoved)
    }

    @Test("what was left behind in other views is put back as it was written down")
    func leftBehind() {
        let rest = Position(content: 1, offset: 7)
        let moved = Moved(rest: rest, least: rest.values, greatest: self.moved(1).values)
        var mover = active(leftOver: moved)
        #expect(mover.claim(true, at: 0) == [.measure(1)])
        // There may be nothing to see yet.
        #expect(mover.measured(nil, number: 1, at: 0) == [])
        #expect(mover.world(.layout, at: 0) == [.measure(2)])
        #expect(mover.measured(measurement(content: 2), number: 2, at: 0) == [.apply(rest), .forget])
        #expect(mover.isIdle)
    }

    @Test("what is not taken is tried again, until it must not be")
    func again() {
        var mover = active()
        _ = mover.claim(true, at: 0)
        _ = mover.keyboard(will(.willShow, 2), at: 0)
        #expect(mover.measured(measurement(), number: 1, at: 0).count == 1)
        #expect(mover.denied(1, isForGood: false, at: 10) == [])
        #expect(mover.nextDeadline == 10 + Mover.retry)
        #expect(mover.advance(to: 10 + Mover.retry) == [.measure(2)])
        #expect(mover.measured(measurement(), number: 2, at: 600_000).count == 1)
        #expect(mover.denied(2, isForGood: true, at: 600_000) == [.measure(3)])
        #expect(mover.measured(measurement(), number: 3, at: 600_000) == [])
        #expect(!mover.isActive && mover.isIdle)
    }
}
