import HeadroomClient
import HeadroomCore

/// The scenes, one by one.
extension Rehearsal.Stage {
    func play() {
        switch scene {
        case .show: playShow()
        case .join: playJoin()
        case .atOnce: playAtOnce()
        case .reducedMotion: playReducedMotion()
        case .twice: playTwice()
        case .reversal: playReversal()
        case .candidates: playCandidates()
        case .focusMoves: playFocusMoves()
        case .typing: playTyping()
        case .userScrolls: playUserScrolls()
        case .focusLost: playFocusLost()
        case .otherOutput: playOtherOutput()
        case .floating: playFloating()
        case .turned: playTurned()
        case .revoked: playRevoked()
        case .denied: playDenied()
        case .daemonGone: playDaemonGone()
        case .daemonRestarted: playDaemonRestarted()
        case .killed: playKilled()
        }
    }

    /// The keyboard shows, and stands.
    private func show() {
        willShow()
        wait(250)
        didShow()
        expectInSight()
    }

    /// The keyboard hides, and everything is as before.
    private func hide(to before: Before) {
        willHide()
        wait(250)
        expectBack(to: before)
    }

    private func playShow() {
        let before = look()
        expectCovered()
        willShow()
        let count = positions.count
        wait(100)
        if application.world.frames != .none { expect(positions.count > count, "nothing glides") }
        wait(150)
        didShow()
        expectInSight()
        expectOneWay(positions[...], what: "showing")
        let shown = positions.count
        hide(to: before)
        expectOneWay(positions[max(0, shown - 1)...], what: "hiding")
        expect(reports.last?.outcome == .restored, "does not report that all is put back")
        let still = positions.count
        wait(1000)
        expect(positions.count == still, "moves things after all is over")
    }

    private func playJoin() {
        let before = look()
        willShow(250, startedAgo: 150_000)
        wait(100)
        expectInSight()
        hide(to: before)
    }

    private func playAtOnce() {
        let before = look()
        willShow(0)
        expect(positions.count == 1, "shows in \(positions.count) steps what shows at once")
        expectInSight()
        willHide(0)
        expectBack(to: before)
    }

    private func playReducedMotion() {
        let before = look()
        mover.isReduced = true
        willShow()
        expect(positions.count == 1, "glides although its user wants no motion")
        wait(250)
        expectInSight()
        hide(to: before)
    }

    private func playTwice() {
        let before = look()
        let will = notification(.willShow, from: hiddenFrame, to: frame(0.4), milliseconds: 250)
        tell(will)
        tell(will)
        wait(250)
        didShow()
        didShow()
        let count = positions.count
        willShow(0)
        happened([.focus, .layout, .caret])
        wait(500)
        expect(positions.count == count, "what is told twice moves things twice")
        expectInSight()
        willHide()
        willHide()
        wait(250)
        expectBack(to: before)
        let still = positions.count
        willHide()
        wait(250)
        expect(positions.count == still, "a second hide moves things")
    }

    private func playReversal() {
        let before = look()
        willShow()
        wait(120)
        let there = application.seen
        willHide()
        expect(isSame(application.seen, there), "jumps where the keyboard turns back")
        wait(60)
        willShow()
        wait(250)
        didShow()
        expectInSight()
        hide(to: before)
    }

    private func playCandidates() {
        let before = look()
        show()
        tell(notification(.willChangeFrame, from: frame(0.4), to: frame(0.46), milliseconds: 120))
        wait(120)
        expectInSight(0.46)
        tell(notification(.willChangeFrame, from: frame(0.46), to: frame(0.4), milliseconds: 120))
        wait(120)
        expectInSight()
        hide(to: before)
    }

    private func playFocusMoves() {
        let before = look()
        show()
        application.focusHigh()
        happened(.focus)
        wait(300)
        expectInSight()
        application.focusLow()
        happened(.focus)
        wait(300)
        expectInSight()
        hide(to: before)
    }

    private func playTyping() {
        guard application.type() else { return }
        show()
        for _ in 1...3 {
            guard application.type() else { break }
            happened(.caret)
            wait(20)
            expectInSight()
        }
        willHide()
        wait(250)
        expect(mover.isIdle, "not everything is put back")
    }

    private func playUserScrolls() {
        let before = look()
        show()
        let offset = measure()?.scene.scroll?.offset ?? 0
        guard application.scroll(by: -40) else { return }
        happened(.scrolled)
        wait(300)
        let there = measure()?.scene.scroll?.offset ?? 0
        expect(there < offset, "is scrolled back under its user's finger")
        willHide()
        wait(250)
        guard let after = measure(), let old = before.measurement, let area = after.scene.scroll else { return }
        expect(mover.isIdle, "not everything is put back")
        expect(abs(area.insetBottom - (old.scene.scroll?.insetBottom ?? 0)) <= Self.tolerance, "keeps the inset")
        expect(abs(after.shift - old.shift) <= Self.tolerance, "keeps the shift")
        let most = max(0, area.contentHeight + area.insetBottom + area.automaticInset - area.frame.height)
        expect(
            abs(area.offset - min(there, most)) <= Self.tolerance,
            "is at \(area.offset), and its user left it at \(there)")
    }

    private func playFocusLost() {
        let before = look()
        show()
        application.giveFocus(false)
        happened(.focus)
        wait(300)
        expectBack(to: before)
        application.giveFocus(true)
        happened(.focus)
        wait(300)
        expectInSight()
        hide(to: before)
    }

    private func playOtherOutput() {
        let before = look()
        tell(notification(.willShow, from: hiddenFrame, to: frame(0.4), milliseconds: 250, on: "ELSEWHERE"))
        wait(250)
        expect(positions.isEmpty, "moves for a keyboard on another output")
        expectBack(to: before)
    }

    private func playFloating() {
        let before = look()
        tell(
            notification(
                .willShow, from: frame(0.4), to: frame(0.4), milliseconds: 0,
                placement: .floating))
        wait(250)
        if application.world.options.floating == .ignore {
            expect(positions.isEmpty, "moves for a keyboard that floats")
        }
        willHide(0)
        expectBack(to: before)
    }

    private func playTurned() {
        show()
        guard application.turn(to: Self.portrait) else { return }
        output = Self.portrait
        let count = positions.count
        // The daemon's outputs come before its Will (rule T6).
        carryOut(mover.keyboard(.properties(KeyboardProperties(outputs: [output])), at: now))
        happened(.layout)
        wait(34)
        expect(positions.count == count, "moves before the keyboard's frame on the turned output is known")
        tell(notification(.willChangeFrame, from: frame(0.4), to: frame(0.4), milliseconds: 0))
        wait(300)
        expectInSight()
        willHide()
        wait(250)
        expect(mover.isIdle, "not everything is put back")
        guard let after = measure() else { return }
        expect(abs(after.shift) <= Self.tolerance && abs(after.windowShift) <= Self.tolerance, "keeps a shift")
    }

    private func playRevoked() {
        let before = look()
        willShow()
        wait(120)
        carryOut(mover.claim(false, at: now))
        expectBack(to: before)
        let count = positions.count
        willShow(0)
        happened([.focus, .layout])
        wait(250)
        expect(positions.count == count, "moves what another plugin holds")
        carryOut(mover.claim(true, at: now))
        wait(300)
        expectInSight()
        hide(to: before)
    }

    private func playDenied() {
        let before = look()
        isTaken = false
        willShow()
        wait(100)
        expect(positions.isEmpty, "moves before its report is taken")
        isTaken = true
        wait(900)
        expectInSight()
        hide(to: before)
    }

    private func playDaemonGone() {
        let before = look()
        show()
        carryOut(mover.keyboard(.current(state(isPresent: false)), at: now))
        expectBack(to: before)
    }

    private func playDaemonRestarted() {
        let before = look()
        show()
        let count = positions.count
        // Until the new one has heard of the keyboard the client tells nothing; then it tells that.
        wait(1500)
        carryOut(mover.keyboard(.properties(KeyboardProperties(canHide: true, outputs: [output])), at: now))
        willShow(0)
        wait(1000)
        expect(positions.count == count, "a daemon that comes back moves things")
        expectInSight()
        // The next one hears of none for as long as the client waits for that.
        carryOut(mover.keyboard(.current(state(isPresent: true)), at: now))
        expectBack(to: before)
    }

    private func playKilled() {
        guard application.world.lastingName != nil else { return }
        let before = look()
        show()
        let shown = KeyboardState(
            isDaemonPresent: true, phase: .shown,
            notification: notification(.didShow, from: frame(0.4), to: frame(0.4), milliseconds: 0),
            properties: KeyboardProperties(outputs: [output]))
        restart()
        carryOut(mover.keyboard(.current(shown), at: now))
        carryOut(mover.claim(true, at: now))
        let count = positions.count
        wait(300)
        expect(positions.count == count, "a plugin that comes back moves what stands as it should")
        expectInSight()
        restart()
        carryOut(mover.keyboard(.current(state(isPresent: true)), at: now))
        carryOut(mover.claim(true, at: now))
        expectBack(to: before)
        show()
        restart()
        // Another plugin has taken its place.
        carryOut(mover.keyboard(.current(shown), at: now))
        carryOut(mover.waits(at: now))
        expectBack(to: before)
    }

    /// The plugin is another one, which knows only what was written down.
    private func restart() {
        expect(moved != nil, "nothing of what is moved was written down")
        mover = Mover(
            options: application.world.options, frames: application.world.frames, leftOver: moved)
    }
}
