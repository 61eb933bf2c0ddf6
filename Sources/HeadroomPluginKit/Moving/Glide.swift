import HeadroomCore

/// The way from one position to another, as the keyboard goes its own.
///
/// Who joins when the keyboard is on its way already goes the whole of its way while the keyboard goes the rest: begins
/// where it is, keeps pace, and arrives at the same instant.
struct Glide: Sendable, Hashable {
    let from: Position
    let to: Position
    /// Whose pace it keeps.
    let motion: Motion
    /// When it began, in µs.
    let start: UInt64
    /// How much of the motion was over then.
    private let joined: Double

    /// `since`: when it could have begun, but for the daemon's permission; what the keyboard has done meanwhile is made
    /// good at once, as far as that is no more than a frame.
    init(from: Position, to: Position, along motion: Motion, at now: UInt64, since: UInt64? = nil) {
        self.from = from
        self.to = to
        self.motion = motion
        start = max(min(since ?? now, now), now - min(now, FramePace.usual))
        joined = motion.progress(at: start)
    }

    /// When it is at its end, in µs.
    var finish: UInt64 { motion.finish }

    /// Where everything is at `time`.
    func position(at time: UInt64) -> Position {
        guard time < finish, from.inner.count == to.inner.count else { return to }
        let share = share(at: time)
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        return Position(
            content: to.content, shift: between(from.shift, to.shift),
            windowShift: between(from.windowShift, to.windowShift), offset: between(from.offset, to.offset),
            // There is always room for the offsets: an inset grows before them and shrinks after them (rule N1).
            insetBottom: max(from.insetBottom, to.insetBottom),
            inner: zip(from.inner, to.inner).map(between))
    }

    /// How much of its own way is done at `time`.
    private func share(at time: UInt64) -> Double {
        let rest = 1 - joined
        guard abs(rest) > Glide.least else {
            // The curve is at its end before its time is over.
            return finish > start ? Double(time - min(start, time)) / Double(finish - start) : 1
        }
        let share = (motion.progress(at: time) - joined) / rest
        // A curve that overshoots would throw far who joins near its end.
        return joined > 0.5 ? min(1, max(0, share)) : share
    }

    /// Below this rest of a motion nothing can keep its pace. (chosen)
    private static let least = 0.001
}

extension Motion {
    /// How much of the way is done at `time`: 0 at the start, 1 at and after the end.
    fileprivate func progress(at time: UInt64) -> Double {
        guard time < finish else { return 1 }
        guard time > start else { return 0 }
        // The edge's own way has its velocity in it, where it moves at all.
        guard abs(end.y - begin.y) >= 1 else {
            return curve.progress(elapsed: Double(time - start) / 1000, duration: Double(durationMS))
        }
        return (frame(at: time).y - begin.y) / (end.y - begin.y)
    }
}
