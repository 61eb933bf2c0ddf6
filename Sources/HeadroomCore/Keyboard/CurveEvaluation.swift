/// How far along a motion is, and what is left of its velocity at the start.
///
/// A motion over the distance *d* with the velocity *v* at its start is at `end − d·remaining + v·drift` and moves at
/// `−d·remainingRate + v·driftRate`; all times in seconds. Only springs have a drift.
struct CurveState: Hashable {
    /// The part of the distance still ahead: 1 at the start, 0 at the end.
    var remaining: Double
    /// d(remaining)/dt, per second.
    var remainingRate: Double
    /// Seconds of the start's velocity that show in the position.
    var drift: Double = 0
    /// The part of the start's velocity that is left.
    var driftRate: Double = 0

    static let finished = CurveState(remaining: 0, remainingRate: 0)

    var isFinite: Bool {
        remaining.isFinite && remainingRate.isFinite && drift.isFinite && driftRate.isFinite
    }
}

extension Curve {
    /// The state `elapsed` seconds into a motion of `duration` seconds. At and after its duration a motion is at its
    /// end, whatever the curve (contract, section 2).
    func state(elapsed: Double, duration: Double) -> CurveState {
        guard duration > 0, elapsed < duration else { return .finished }
        let elapsed = max(0, elapsed)
        let linear = CurveState(remaining: 1 - elapsed / duration, remainingRate: -1 / duration)
        let state: CurveState
        switch self {
        case .linear:
            state = linear
        case .cubicBezier(let x1, let y1, let x2, let y2):
            let (value, slope) = Bezier(x1: x1, y1: y1, x2: x2, y2: y2).evaluated(at: elapsed / duration)
            state = CurveState(remaining: 1 - value, remainingRate: -slope / duration)
        case .spring(let mass, let stiffness, let damping):
            state = Spring(mass: mass, stiffness: stiffness, damping: damping).state(at: elapsed)
        }
        // Parameters beyond what numbers hold draw a line.
        return state.isFinite ? state : linear
    }

    /// The part of the way covered `elapsed` milliseconds into a motion of `duration` milliseconds: 0 at the start,
    /// 1 at and after the end; may lie outside 0...1 on the way for curves that overshoot.
    public func progress(elapsed: Double, duration: Double) -> Double {
        1 - state(elapsed: elapsed / 1000, duration: duration / 1000).remaining
    }

    /// The milliseconds after which a spring stays within 0.5 px of its end over `distance` pixels (rules M); nil for
    /// other curves, whose duration is free.
    public func settlingTime(distance: Double) -> Double? {
        guard case .spring(let mass, let stiffness, let damping) = self else { return nil }
        return Spring(mass: mass, stiffness: stiffness, damping: damping).settlingTime(distance: distance) * 1000
    }
}

/// A damped spring in closed form.
struct Spring {
    /// The undamped angular frequency, per second.
    let frequency: Double
    /// Below 1 it overshoots; 1 and more is evaluated as 1 (rules M).
    let dampingRatio: Double

    init(mass: Double, stiffness: Double, damping: Double) {
        frequency = (stiffness / mass).squareRoot()
        dampingRatio = min(1, damping / (2 * (stiffness * mass).squareRoot()))
    }

    /// The state after `time` seconds, for as long as it is evaluated.
    func state(at time: Double) -> CurveState {
        let ω = frequency
        let ζ = dampingRatio
        guard ζ < 1 else {
            let decay = exponential(-ω * time)
            return CurveState(
                remaining: (1 + ω * time) * decay, remainingRate: -ω * ω * time * decay, drift: time * decay,
                driftRate: (1 - ω * time) * decay)
        }
        let damped = ω * (1 - ζ * ζ).squareRoot()
        let decay = exponential(-ζ * ω * time)
        let (sine, cosine) = sineAndCosine(damped * time)
        return CurveState(
            remaining: decay * (cosine + ζ * ω / damped * sine), remainingRate: -ω * ω / damped * decay * sine,
            drift: decay * sine / damped, driftRate: decay * (cosine - ζ * ω / damped * sine))
    }

    /// The seconds after which it stays within 0.5 px of its end over `distance` pixels, at most 10.
    func settlingTime(distance: Double) -> Double {
        let distance = abs(distance)
        guard distance > 0.5, distance.isFinite, frequency > 0 else { return 0 }
        // The envelope only falls, so halving finds the place where it passes half a pixel.
        func envelope(_ time: Double) -> Double {
            guard dampingRatio < 1 else { return (1 + frequency * time) * exponential(-frequency * time) }
            return exponential(-dampingRatio * frequency * time) / (1 - dampingRatio * dampingRatio).squareRoot()
        }
        var low = 0.0
        var high = 10.0
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if envelope(middle) * distance > 0.5 { low = middle } else { high = middle }
        }
        return high
    }
}

/// The cubic Bézier from (0, 0) to (1, 1).
struct Bezier {
    let x1, y1, x2, y2: Double

    /// The value and the slope dy/dx at `x` in 0...1.
    func evaluated(at x: Double) -> (value: Double, slope: Double) {
        // x(t) only rises, as its control points lie in 0...1, so halving always finds the one t.
        var low = 0.0
        var high = 1.0
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if coordinate(x1, x2, middle) < x { low = middle } else { high = middle }
        }
        let t = (low + high) / 2
        let dx = derivative(x1, x2, t)
        return (coordinate(y1, y2, t), dx > 1e-9 ? derivative(y1, y2, t) / dx : 0)
    }

    private func coordinate(_ a: Double, _ b: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
    }

    private func derivative(_ a: Double, _ b: Double, _ t: Double) -> Double {
        let u = 1 - t
        return 3 * u * u * a + 6 * u * t * (b - a) + 3 * t * t * (1 - b)
    }
}
