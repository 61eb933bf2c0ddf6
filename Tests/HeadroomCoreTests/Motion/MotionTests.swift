import HeadroomCore
import Testing

@Suite struct MotionTests {
    static let down = Rect(x: 0, y: 800, width: 1280, height: 260)
    static let up = Rect(x: 0, y: 540, width: 1280, height: 260)
    static let curves: [Curve] = [
        .linear, .android, .easeOutCubic, .easeInOutSine, .uiKit, .spring(mass: 1, stiffness: 100, damping: 10),
    ]

    @Test(arguments: curves)
    func beginsAndEndsExactly(_ curve: Curve) {
        let motion = Motion(begin: Self.down, end: Self.up, start: 5_000_000, durationMS: 250, curve: curve)
        #expect(motion.finish == 5_250_000)
        #expect(motion.frame(at: 0).isWithin(1e-9, of: Self.down))
        #expect(motion.frame(at: 5_000_000).isWithin(1e-9, of: Self.down))
        #expect(motion.frame(at: 5_250_000) == Self.up)
        #expect(motion.frame(at: .max) == Self.up)
        #expect(motion.velocity(at: 5_250_000) == 0)
    }

    @Test func atOnce() {
        let motion = Motion(begin: Self.down, end: Self.up, start: 5_000_000)
        #expect(motion.finish == 5_000_000)
        #expect(motion.frame(at: 5_000_000) == Self.up)
        #expect(Motion.resting(at: Self.up, since: 3).frame(at: 0) == Self.up)
    }

    /// The velocity is the derivative of the position.
    @Test(arguments: curves)
    func velocityIsTheSlope(_ curve: Curve) {
        var motion = Motion(begin: Self.down, end: Self.up, start: 0, durationMS: 400, curve: curve)
        motion.velocity = curve.isSpring ? -700 : 0
        for time in stride(from: UInt64(20_000), to: 380_000, by: 9_000) {
            let slope = (motion.frame(at: time + 50).y - motion.frame(at: time - 50).y) / 100e-6
            #expect(abs(slope - motion.velocity(at: time)) < 0.5 + abs(slope) * 1e-3, "\(curve) at \(time)")
        }
    }

    /// Integrated apart from this code in 200,000 steps of Runge-Kutta: 260 px away with −800 px/s, after 100 ms.
    @Test func interruptedCriticalSpring() {
        let curve = Curve.spring(mass: 3, stiffness: 1000, damping: 2 * 3000.0.squareRoot())
        let begin = Rect(x: 0, y: 1000, width: 100, height: 50)
        let end = Rect(x: 0, y: 740, width: 100, height: 50)
        let motion = Motion(begin: begin, end: end, start: 0, durationMS: 2000, curve: curve, velocity: -800)
        #expect(abs(motion.frame(at: 100_000).y - 740 - 105.4697715926) < 1e-6)
        #expect(abs(motion.velocity(at: 100_000) + 1289.7630802958) < 1e-5)
    }

    /// The same for a damping ratio of a half: 100 px away with 500 px/s, after 200 ms.
    @Test func interruptedUnderdampedSpring() {
        let begin = Rect(x: 0, y: 100, width: 100, height: 50)
        let end = Rect(x: 0, y: 0, width: 100, height: 50)
        let motion = Motion(
            begin: begin, end: end, start: 0, durationMS: 3000, curve: .spring(mass: 1, stiffness: 100, damping: 10),
            velocity: 500)
        #expect(abs(motion.frame(at: 200_000).y - 36.0214179979) < 1e-6)
        #expect(abs(motion.velocity(at: 200_000) + 553.6322619265) < 1e-5)
    }

    /// Rule T4: position and velocity go on where a spring is interrupted, however often.
    @Test func interruptedSpringsContinue() {
        var dice = Dice(seed: 11)
        var motion = Motion(begin: Self.down, end: Self.up, start: 0, durationMS: 500, curve: .uiKit)
        for _ in 0..<200 {
            let time = motion.start + UInt64.random(in: 0..<500_000, using: &dice)
            let next = Motion(
                begin: motion.frame(at: time),
                end: Rect(x: 0, y: .random(in: 300...800, using: &dice), width: 1280, height: 260), start: time,
                durationMS: 500, curve: .uiKit, velocity: motion.velocity(at: time))
            #expect(next.frame(at: time).isWithin(1e-9, of: motion.frame(at: time)))
            #expect(abs(next.velocity(at: time) - motion.velocity(at: time)) < 1e-9)
            motion = next
        }
    }

    @Test func instantsSaturate() {
        #expect(UInt64(5).advanced(byMilliseconds: 2) == 2005)
        #expect(UInt64.max.advanced(byMilliseconds: 1) == .max)
        #expect((UInt64.max - 999).advanced(byMilliseconds: 1) == .max)
        let last = Motion(begin: Self.down, end: Self.up, start: .max - 5, durationMS: .max)
        #expect(last.finish == .max)
        #expect(last.frame(at: .max).y.isFinite)
    }
}
