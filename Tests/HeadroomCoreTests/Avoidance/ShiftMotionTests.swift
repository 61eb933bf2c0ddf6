import HeadroomCore
import Testing

/// Values on their way (rule S7).
@Suite("Shift motion")
struct ShiftMotionTests {
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
}
