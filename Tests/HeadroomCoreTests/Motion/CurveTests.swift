import Glibc
import HeadroomCore
import Testing

@Suite struct CurveTests {
    /// The figures of rules M, in per cent.
    @Test(arguments: [(50.0, 23.22), (100, 54.48), (125, 66.50), (250, 94.20), (500, 99.89)])
    func uiKitSpring(_ elapsed: Double, _ percent: Double) {
        #expect(abs(Curve.uiKit.progress(elapsed: elapsed, duration: 2000) * 100 - percent) < 0.005)
    }

    /// Computed apart from this code, by halving in Python with 200 steps.
    @Test(arguments: [
        (Curve.android, [0.15625, 0.607220362, 0.877833605, 0.975480068, 0.996459041]),
        (Curve.easeOutCubic, [0.275686872, 0.600300053, 0.875094116, 0.976024024, 0.996626538]),
        (Curve.easeInOutSine, [0.024073639, 0.144673178, 0.5, 0.855326822, 0.975926361]),
        (
            Curve.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1),
            [0.094796306, 0.408510591, 0.802403388, 0.960458978, 0.994316477]
        ),
        (
            Curve.cubicBezier(x1: 0.3, y1: -0.5, x2: 0.7, y2: 1.5),
            [-0.08079161, 0.028078038, 0.5, 0.971921962, 1.08079161]
        ),
        (Curve.linear, [0.1, 0.25, 0.5, 0.75, 0.9]),
    ])
    func beziers(_ curve: Curve, _ expected: [Double]) {
        for (part, value) in zip([0.1, 0.25, 0.5, 0.75, 0.9], expected) {
            #expect(abs(curve.progress(elapsed: part * 285, duration: 285) - value) < 1e-8)
        }
    }

    /// Mass 1, stiffness 100, damping 10: a damping ratio of a half, which overshoots.
    @Test(arguments: [
        (50.0, 0.104405473), (100, 0.340299847), (200, 0.849425635), (400, 1.153122768), (800, 0.979006627),
    ])
    func underdampedSpring(_ elapsed: Double, _ value: Double) {
        let curve = Curve.spring(mass: 1, stiffness: 100, damping: 10)
        #expect(abs(curve.progress(elapsed: elapsed, duration: 5000) - value) < 1e-8)
    }

    /// Rules M: damping ratios of 1 and more are evaluated as 1.
    @Test func overdampedIsCritical() {
        let critical = Curve.spring(mass: 2, stiffness: 50, damping: 20)
        let over = Curve.spring(mass: 2, stiffness: 50, damping: 500)
        for elapsed in stride(from: 0.0, to: 2000, by: 37) {
            #expect(
                critical.progress(elapsed: elapsed, duration: 3000) == over.progress(elapsed: elapsed, duration: 3000))
        }
    }

    /// The core's own exponential, sine and cosine against the C library's, through springs.
    @Test func springsAreAsExactAsTheLibrary() {
        var dice = Dice(seed: 7)
        for _ in 0..<20_000 {
            let mass = Double.random(in: 0.1...10, using: &dice)
            let stiffness = Double.random(in: 1...2000, using: &dice)
            let ratio = Double.random(in: 0.02...1.2, using: &dice)
            let damping = ratio * 2 * (stiffness * mass).squareRoot()
            let elapsed = Double.random(in: 0...9000, using: &dice)
            let curve = Curve.spring(mass: mass, stiffness: stiffness, damping: damping)
            let ω = (stiffness / mass).squareRoot()
            let ζ = damping / (2 * (stiffness * mass).squareRoot())
            let time = elapsed / 1000
            let left: Double
            if ζ >= 1 {
                left = (1 + ω * time) * exp(-ω * time)
            } else {
                let damped = ω * (1 - ζ * ζ).squareRoot()
                left = exp(-ζ * ω * time) * (cos(damped * time) + ζ * ω / damped * sin(damped * time))
            }
            let error = abs(1 - curve.progress(elapsed: elapsed, duration: 10_000) - left)
            #expect(error < 1e-12, "mass \(mass), stiffness \(stiffness), ratio \(ratio), at \(elapsed) ms")
        }
    }

    @Test func endsHold() {
        for curve in [Curve.linear, .android, .easeOutCubic, .easeInOutSine, .uiKit] {
            #expect(abs(curve.progress(elapsed: 0, duration: 250)) < 1e-12)
            #expect(abs(curve.progress(elapsed: -5, duration: 250)) < 1e-12)
            #expect(curve.progress(elapsed: 250, duration: 250) == 1)
            #expect(curve.progress(elapsed: 1e9, duration: 250) == 1)
            #expect(curve.progress(elapsed: 0, duration: 0) == 1)
        }
    }

    /// Rules M: the time to within half a pixel. For UIKit's spring and 260 px computed apart: 465.8776 ms.
    @Test func settlingTime() throws {
        let time = try #require(Curve.uiKit.settlingTime(distance: 260))
        #expect(abs(time - 465.8776) < 0.05)
        #expect(Curve.uiKit.settlingTime(distance: -260) == time)
        #expect(Curve.uiKit.settlingTime(distance: 0.4) == 0)
        #expect(Curve.android.settlingTime(distance: 260) == nil)
        let loose = Curve.spring(mass: 1, stiffness: 100, damping: 4)
        let settled = try #require(loose.settlingTime(distance: 100))
        for later in stride(from: settled, to: settled + 3000, by: 11) {
            #expect(abs(1 - loose.progress(elapsed: later, duration: 1e5)) * 100 <= 0.5001)
        }
    }

    @Test func namesAndParametersGoBothWays() {
        for curve in [Curve.linear, .android, .easeInOutSine, .uiKit] {
            #expect(Curve(name: curve.name, parameters: curve.parameters) == curve)
        }
        #expect(Curve(name: "ease", parameters: []) == .linear)
        #expect(Curve(name: "spring", parameters: [1, 2]) == .linear)
        #expect(Curve(name: "spring", parameters: [0, 100, 10]) == .linear)
        #expect(Curve(name: "spring", parameters: [1, -100, 10]) == .linear)
        #expect(Curve(name: "cubic-bezier", parameters: [0, .nan, 1, 1]) == .linear)
        #expect(
            Curve(name: "cubic-bezier", parameters: [-3, 0, 9, 1]) == .cubicBezier(x1: 0, y1: 0, x2: 1, y2: 1))
    }

    private static let hostile: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, -1, .leastNonzeroMagnitude, 1e-300, 1e-9, 1, 1e9, 1e300,
        .greatestFiniteMagnitude,
    ]

    /// Whatever the parameters, a motion stays a number, and ends where it should.
    @Test func hostileParametersHarmNothing() {
        let values = CurveTests.hostile
        var curves: [Curve] = []
        for one in values {
            for other in values {
                for third in values {
                    curves.append(.spring(mass: one, stiffness: other, damping: third))
                    curves.append(Curve(name: "spring", parameters: [one, other, third]))
                    curves.append(Curve(name: "cubic-bezier", parameters: [one, other, third, 0.5]))
                    curves.append(.cubicBezier(x1: one, y1: 0.3, x2: other, y2: third))
                }
            }
        }
        for curve in curves {
            var motion = Motion(
                begin: Rect(x: 0, y: 800, width: 1280, height: 260),
                end: Rect(x: 0, y: 540, width: 1280, height: 260), start: 1000, durationMS: 250, curve: curve)
            motion.velocity = -300
            for time: UInt64 in [0, 1000, 1001, 100_000, 250_999] {
                let frame = motion.frame(at: time)
                #expect(frame.y.isFinite && frame.height.isFinite && motion.velocity(at: time).isFinite, "\(curve)")
            }
            #expect(motion.frame(at: 251_000) == motion.end)
            #expect(curve.settlingTime(distance: 260).map { $0 >= 0 && $0 <= 10_000 } ?? true, "\(curve)")
        }
        for value in values {
            #expect(Curve.uiKit.settlingTime(distance: value).map { $0 >= 0 } ?? false)
            for duration in values {
                #expect(!Curve.uiKit.progress(elapsed: value, duration: duration).isNaN)
            }
        }
    }
}
