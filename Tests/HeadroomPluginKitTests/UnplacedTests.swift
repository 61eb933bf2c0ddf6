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
        #expect(mover.measured(.unplaced(hasFocus: false), number: 4, at: 3000) == [])
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
