import CAllocationCount
import HeadroomCore
import Testing

/// The hot path asks for no memory (rule N6).
@Suite("Allocations")
struct AllocationTests {
    /// How many allocations `body` makes on this thread, from its second run on: the first may make the runtime look up
    /// types.
    private func allocations(_ body: () -> Void) -> UInt {
        body()
        let before = allocation_count()
        body()
        return allocation_count() - before
    }

    @Test("the counter counts")
    func counter() {
        var kept: [[Int]] = []
        #expect(allocations { kept.append(Array(repeating: 1, count: 1000)) } >= 1)
        #expect(kept.count == 2)
    }

    @Test("solving one field allocates nothing")
    func oneField() {
        var scene = Scene.phone(target: Target(field: .field, caret: .caret))
        var hold = BarHold()
        let cover = Cover(.docked, on: scene.outputs, content: scene.place, hold: &hold)
        var shift = 0.0
        let count = allocations {
            for _ in 0..<100 {
                shift += scene.avoid(cover, options: AvoidanceOptions()).shift
                shift += scene.avoid(nil, options: AvoidanceOptions()).shift
            }
        }
        #expect(count == 0)
        #expect(shift == 2 * 100 * 161)
    }

    @Test("solving a chain of eight scroll views allocates nothing")
    func chain() {
        var scene = Scene.nested(levels: 8)
        var hold = BarHold()
        let cover = Cover(.docked, on: scene.outputs, content: scene.place, hold: &hold)
        let count = allocations {
            for _ in 0..<100 {
                _ = scene.avoid(nil, options: AvoidanceOptions())
                _ = scene.avoid(cover, options: AvoidanceOptions())
            }
        }
        #expect(count == 0)
    }

    @Test("a session's events allocate nothing, from the first show to the hide")
    func session() {
        var session = AvoidanceSession(scene: .nested(levels: 3), hold: BarHold(policy: .sticky))
        let target = Target(field: .field, caret: .caret)
        let changes = [KeyboardReport.docked, .init(.height(300)), .init(.height(200), roomBelowCaret: 30)]
        var commands = 0
        var time: UInt64 = 0
        let count = allocations {
            for _ in 0..<50 {
                for index in changes.indices {
                    commands += session.keyboard(changes[index], at: time + UInt64(index)).isCommand ? 1 : 0
                }
                _ = session.focus(target, at: time + 10)
                _ = session.caret(target, at: time + 20)
                _ = session.userScrolled(to: 12, at: time + 30)
                _ = session.advance(to: time + 40)
                _ = session.hide(at: time + 50, graceMS: 100)
                _ = session.advance(to: time + 200_000)
                time += 1_000_000
            }
        }
        #expect(count == 0)
        #expect(commands > 50)
    }

    @Test("placing a candidate popup allocates nothing")
    func popup() {
        let outputs = Scene.phone().outputs
        let popup = CandidatePopup(
            size: Size(width: 300, height: 60), gap: 4, cursor: .caret, window: nil,
            keyboard: Rect(x: 0, y: 409, width: 375, height: 258))
        var origin: Point?
        #expect(allocations { origin = popup.origin(on: outputs) } == 0)
        #expect(origin == Point(x: 20, y: 476))
    }
}
