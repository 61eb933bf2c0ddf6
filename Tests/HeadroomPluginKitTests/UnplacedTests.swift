import HeadroomClient
import HeadroomCore
import Testing

@testable import HeadroomPluginKit

// Where nobody can say where the target is.

extension MoverTests {
    @Test("what nobody can place any more goes back first, then that it may be covered is said, once")
    func unplaced() {
        var mover = displaced(0)
        #expect(mover.world(.layout, at: 1000) == [.measure(2)])
        let actions = mover.measured(.unplaced(hasFocus: true), number: 2, at: 1000)
        #expect(actions.contains(.apply(Position(content: 0))))
        let said = actions.compactMap { action in
            if case .report(let report, _) = action { report.outcome } else { nil }
        }
        #expect(said == [.restored, .impossible])
        #expect(mover.isIdle && mover.brokenInvariant() == nil)
        #expect(mover.world(.caret, at: 2000) == [.measure(3)])
        #expect(mover.measured(.unplaced(hasFocus: true), number: 3, at: 2000) == [])
        #expect(mover.world(.focus, at: 3000) == [.measure(4)])
        #expect(
            mover.measured(.unplaced(hasFocus: false), number: 4, at: 3000)
                == [.report(PluginReport(outcome: .restored), number: nil)])
        #expect(mover.keyboard(will(.willHide, 5), at: 4000) == [], "that is said once")
    }

    @Test("when the keyboard goes nothing is covered any more: that is said of what nobody could place, too, once")
    func unplacedHidden() {
        var mover = covered(.unplaced(hasFocus: true))
        #expect(mover.keyboard(will(.willHide, 3), at: 1000) == [.measure(2)])
        #expect(
            mover.measured(.unplaced(hasFocus: true), number: 2, at: 1000)
                == [.report(PluginReport(serial: 3, outcome: .restored), number: nil)])
        #expect(mover.isIdle && mover.brokenInvariant() == nil)
        #expect(mover.world(.layout, at: 2000) == [])
        #expect(mover.keyboard(will(.willShow, 4), at: 3000) == [.measure(3)])
        #expect(
            mover.measured(.unplaced(hasFocus: true), number: 3, at: 3000)
                == [.report(PluginReport(serial: 4, outcome: .impossible), number: nil)])
    }

    @Test("so it is of a field that nothing could free")
    func coveredHidden() {
        var fixed = measurement()
        fixed.scene.scroll?.takesInset = false
        var mover = covered(fixed)
        #expect(mover.keyboard(will(.willHide, 3), at: 1000) == [.measure(2)])
        let actions = mover.measured(fixed, number: 2, at: 1000)
        #expect(actions == [.report(PluginReport(serial: 3, outcome: .restored), number: nil)])
        #expect(mover.isIdle && mover.brokenInvariant() == nil)
        // What was in sight anyway is said once.
        var high = fixed
        high.scene.target = Target(field: Rect(x: 0, y: 50, width: 100, height: 40))
        #expect(mover.keyboard(will(.willShow, 4), at: 2000) == [.measure(3)])
        let said = mover.measured(high, number: 3, at: 2000)
        guard case .report(let report, nil) = said.first, said.count == 1 else {
            Issue.record("\(said)")
            return
        }
        #expect(report.outcome == .notNeeded)
        #expect(mover.keyboard(will(.willHide, 5), at: 3000) == [.measure(4)])
        #expect(mover.measured(high, number: 4, at: 3000) == [])
    }

    /// One that has said of a shown keyboard that it covers what nobody can move.
    private func covered(_ measurement: Measurement) -> Mover {
        var mover = Mover(frames: .none)
        #expect(mover.claim(true, at: 0) == [])
        #expect(mover.keyboard(will(.willShow, 2), at: 0) == [.measure(1)])
        let said = mover.measured(measurement, number: 1, at: 0)
        guard case .report(let report, nil) = said.first, said.count == 1 else {
            Issue.record("\(said)")
            return mover
        }
        #expect(report.outcome == .impossible && report.serial == 2 && report.shift == .zero)
        #expect(mover.brokenInvariant() == nil)
        return mover
    }

    @Test("while what nobody can place any more is on its way back, that it may be covered is not said yet")
    func unplacedOnTheWay() {
        var mover = displaced(0, frames: .every(10))
        #expect(mover.keyboard(will(.willHide, 3, milliseconds: 100), at: 1000) == [.measure(2)])
        _ = mover.measured(measurement(offset: 400, inset: 400), number: 2, at: 1000)
        #expect(mover.isGliding)
        #expect(mover.keyboard(will(.willShow, 4, milliseconds: 100), at: 2000) == [.measure(3)])
        let actions = mover.measured(.unplaced(hasFocus: true), number: 3, at: 2000)
        #expect(mover.isGliding && actions.allSatisfy { if case .report = $0 { false } else { true } })
        let last = mover.advance(to: 1_000_000).suffix(2)
        #expect(last.last == .report(PluginReport(serial: 4, outcome: .impossible), number: nil))
        #expect(mover.isIdle && mover.brokenInvariant() == nil)
    }
}
