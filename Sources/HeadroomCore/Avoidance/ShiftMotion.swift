/// A value on its way from what is on the screen to what it is to be (rule S7).
public struct ShiftMotion: Sendable, Hashable {
    public private(set) var begin: Double
    public private(set) var end: Double
    /// When it began, in µs of CLOCK_MONOTONIC.
    public private(set) var start: UInt64
    public private(set) var pace: Pace
    /// How fast it moved when it began, per second. Only springs evaluate it.
    public private(set) var velocity: Double

    /// A value that rests.
    public init(restingAt value: Double) {
        begin = value
        end = value
        start = 0
        pace = .immediate
        velocity = 0
    }

    /// How a change goes to its end.
    public struct Pace: Sendable, Hashable {
        /// In ms. Not above 0, or not finite: at once (rule S7).
        public var milliseconds: Double
        public var curve: Curve

        public init(milliseconds: Double, curve: Curve = .linear) {
            self.milliseconds = milliseconds
            self.curve = curve
        }

        /// At once.
        public static let immediate = Pace(milliseconds: 0)

        /// The duration in seconds that counts.
        var seconds: Double { milliseconds.isFinite && milliseconds > 0 ? milliseconds / 1000 : 0 }
    }

    /// Turns to a new end from where it is at `time`, with the velocity it has there.
    public mutating func turn(to newEnd: Double, at time: UInt64, pace newPace: Pace) {
        let (value, speed) = state(at: time)
        begin = value
        velocity = speed
        end = newEnd
        start = time
        pace = newPace
    }

    /// The value on the screen at `time`.
    public func value(at time: UInt64) -> Double { state(at: time).value }

    private func state(at time: UInt64) -> (value: Double, velocity: Double) {
        let elapsed = time > start ? Double(time - start) / 1e6 : 0
        let state = pace.curve.state(elapsed: elapsed, duration: pace.seconds)
        return (
            end + (begin - end) * state.remaining + velocity * state.drift,
            (begin - end) * state.remainingRate + velocity * state.driftRate
        )
    }
}
