import Glibc
import HeadroomCore

/// Where everybody believes the keyboard to be, worked out from what was published and rules M and T4 alone.
struct PublishedMotion: Hashable {
    var begin: Rect
    var end: Rect
    var start: UInt64
    var durationMS: UInt32
    var curve = Curve.linear
    var velocity = 0.0

    var finish: UInt64 { start + UInt64(durationMS) * 1000 }

    /// The frame and the velocity of its top edge at `time`.
    func place(at time: UInt64) -> (frame: Rect, velocity: Double) {
        guard time < finish else { return (end, 0) }
        let elapsed = time > start ? Double(time - start) / 1e6 : 0
        let duration = Double(durationMS) / 1e3
        switch curve {
        case .linear, .cubicBezier:
            // The explored motions are linear or springs.
            let left = 1 - elapsed / duration
            return (frame(left: left, drift: 0), (end.y - begin.y) / duration)
        case .spring(let mass, let stiffness, _):
            // Critically damped: x(t) = (1 + ωt)e^−ωt, and t·e^−ωt for the velocity at the start.
            let ω = (stiffness / mass).squareRoot()
            let decay = exp(-ω * elapsed)
            let distance = begin.y - end.y
            return (
                frame(left: (1 + ω * elapsed) * decay, drift: velocity * elapsed * decay),
                -distance * ω * ω * elapsed * decay + velocity * (1 - ω * elapsed) * decay
            )
        }
    }

    private func frame(left: Double, drift: Double) -> Rect {
        Rect(
            x: end.x + (begin.x - end.x) * left, y: end.y + (begin.y - end.y) * left + drift,
            width: end.width + (begin.width - end.width) * left,
            height: end.height + (begin.height - end.height) * left)
    }
}

/// Rule T10 counted anew: four tokens, ten a second, in µs of refilling.
struct Tokens: Hashable {
    static let token: UInt64 = 100_000
    static let full: UInt64 = 4 * token
    private var level = full
    private var asOf: UInt64 = 0

    /// When a token is there: `time` if it is now.
    func next(at time: UInt64) -> UInt64 {
        let level = level(at: time)
        return level >= Tokens.token ? time : time + Tokens.token - level
    }

    mutating func take(at time: UInt64) {
        let level = level(at: time)
        self.level = level >= Tokens.token ? level - Tokens.token : 0
        asOf = time
    }

    func level(at time: UInt64) -> UInt64 { min(Tokens.full, level + (time - min(time, asOf))) }
}

extension Rect {
    /// Equal but for what floating point arithmetic in another order may change.
    func isNearly(_ other: Rect) -> Bool { isWithin(1e-6, of: other) }
}
