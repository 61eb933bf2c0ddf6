/// How often something may happen.
package struct Rate: Sendable, Hashable {
    /// How many times a second in the long run; at least 1.
    package let perSecond: UInt64
    /// How many times at once, after a rest; at least 1.
    package let burst: UInt64

    package init(perSecond: UInt64, burst: UInt64) {
        self.perSecond = min(max(1, perSecond), 1_000_000)
        self.burst = min(max(1, burst), 1_000_000)
    }
}

/// A bucket of tokens that fills at a ``Rate``, full at first; each event takes one.
///
/// It is kept as one instant, the one at which the bucket will be full again. Time is given, in µs of CLOCK_MONOTONIC;
/// time that runs backwards fills nothing.
package struct RateLimiter: Sendable, Hashable {
    package let rate: Rate
    private var fullAt: UInt64 = 0

    package init(_ rate: Rate) {
        self.rate = rate
    }

    /// How long a token takes to fill, in µs.
    private var interval: UInt64 { 1_000_000 / rate.perSecond }

    /// Takes a token if there is one; false: the event is one too many and takes nothing.
    package mutating func take(at now: UInt64) -> Bool {
        let (next, isOver) = max(fullAt, now).addingReportingOverflow(interval)
        guard !isOver, next - min(next, now) <= rate.burst * interval else { return false }
        fullAt = next
        return true
    }

    /// Whether the bucket is full: nothing has happened for so long that it need not be kept.
    package func isFull(at now: UInt64) -> Bool { fullAt <= now }
}
