import HeadroomClient
import HeadroomCore
import Testing

@testable import HeadroomPluginKit

/// Any order of what keyboards, users, plugins and daemons do.
@Suite("Movers, in any order")
struct MoverWalkTests {
    /// SplitMix64: the same walks everywhere.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// One life of an application. Whatever happens, no invariant breaks, no fault of the world is seen, nothing moves
    /// that may not, and when all is over everything is where it was.
    private func walk(_ seed: UInt64, _ application: any RehearsedApplication) -> [Rehearsal.Breach] {
        var dice = Dice(state: seed)
        let stage = Rehearsal.Stage(.show, application)
        let before = stage.look()
        var (isActive, hasScrolled) = (true, false)
        for _ in 0..<40 {
            let count = stage.positions.count
            var mayMove = isActive
            switch Int.random(in: 0..<15, using: &dice) {
            case 0, 1: stage.willShow(UInt32.random(in: 0...300, using: &dice))
            case 2: stage.willHide(UInt32.random(in: 0...300, using: &dice))
            case 3: stage.didShow()
            case 4:
                stage.tell(
                    stage.notification(
                        .willChangeFrame, from: stage.frame(0.4), to: stage.frame(0.5), milliseconds: 120))
            case 5:
                application.focusHigh()
                stage.happened(.focus)
            case 6:
                application.focusLow()
                stage.happened(.focus)
            case 7:
                hasScrolled = application.scroll(by: Double.random(in: -80...80, using: &dice)) || hasScrolled
                stage.happened(.scrolled)
            case 8: stage.happened([.layout, .caret])
            case 9:
                application.giveFocus(Bool.random(using: &dice))
                stage.happened(.focus)
            case 10:
                isActive.toggle()
                mayMove = true
                stage.carryOut(stage.mover.claim(isActive, at: stage.now))
            case 11: stage.isTaken.toggle()
            case 12: stage.carryOut(stage.mover.keyboard(.current(stage.state(isPresent: true)), at: stage.now))
            case 13: stage.mover.isReduced.toggle()
            case _: stage.wait(UInt64.random(in: 0...400, using: &dice))
            }
            if !mayMove { stage.expect(stage.positions.count == count, "moves what it may not") }
        }
        application.focusLow()
        stage.willHide(100)
        stage.wait(2000)
        stage.expect(stage.mover.isIdle, "is not idle when all is over: \(stage.mover)")
        if !hasScrolled { stage.expectBack(to: before) }
        return stage.breaches
    }

    @Test("a scroll view", arguments: 0..<200)
    func scrolling(seed: Int) {
        #expect(walk(UInt64(seed), ScrollingApplication(filling: Rehearsal.Stage.landscape)) == [])
    }

    @Test("a scroll view and a field beside it", arguments: 0..<200)
    func mixed(seed: Int) {
        #expect(walk(UInt64(seed), MixedApplication(filling: Rehearsal.Stage.landscape)) == [])
    }

    @Test("things that are shifted", arguments: ShiftingApplication.Kind.allCases, 0..<50)
    func shifting(kind: ShiftingApplication.Kind, seed: Int) {
        #expect(walk(UInt64(seed), ShiftingApplication(kind, filling: Rehearsal.Stage.landscape)) == [])
    }
}
