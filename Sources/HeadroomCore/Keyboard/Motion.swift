/// A motion from one frame to another, as a notification publishes it.
///
/// The unit of time is the microsecond of CLOCK_MONOTONIC, the frames' space is the owner's to say.
public struct Motion: Sendable, Hashable {
    public var begin: Rect
    public var end: Rect
    /// When it began, in µs; may lie in the past.
    public var start: UInt64
    /// How long it takes, in ms; 0: it is at its end at once.
    public var durationMS: UInt32
    public var curve: Curve
    /// How fast the top edge moved when it began, in px/s, y down. Only springs evaluate it.
    public var velocity: Double

    public init(
        begin: Rect, end: Rect, start: UInt64, durationMS: UInt32 = 0, curve: Curve = .linear, velocity: Double = 0
    ) {
        self.begin = begin
        self.end = end
        self.start = start
        self.durationMS = durationMS
        self.curve = curve
        self.velocity = velocity
    }

    /// A motion that stands at `frame` since `start`.
    public static func resting(at frame: Rect, since start: UInt64) -> Motion {
        Motion(begin: frame, end: frame, start: start)
    }

    /// When it is at its end, in µs.
    public var finish: UInt64 { start.advanced(byMilliseconds: durationMS) }

    /// Where it is at `time`.
    public func frame(at time: UInt64) -> Rect {
        let state = state(at: time)
        guard state != .finished else { return end }
        func between(_ begin: Double, _ end: Double) -> Double { end + (begin - end) * state.remaining }
        return Rect(
            x: between(begin.x, end.x), y: between(begin.y, end.y) + velocity * state.drift,
            width: between(begin.width, end.width), height: between(begin.height, end.height))
    }

    /// How fast the top edge moves at `time`, in px/s, y down.
    public func velocity(at time: UInt64) -> Double {
        let state = state(at: time)
        return (begin.y - end.y) * state.remainingRate + velocity * state.driftRate
    }

    private func state(at time: UInt64) -> CurveState {
        let elapsed = time > start ? Double(time - start) / 1e6 : 0
        return curve.state(elapsed: elapsed, duration: Double(durationMS) / 1e3)
    }
}

extension UInt64 {
    /// The instant `milliseconds` later; the last one there is where it would pass that.
    public func advanced(byMilliseconds milliseconds: UInt32) -> UInt64 {
        let (sum, isOver) = addingReportingOverflow(UInt64(milliseconds) * 1000)
        return isOver ? .max : sum
    }
}
