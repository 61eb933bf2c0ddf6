import HeadroomCore

/// How often something may happen.
package struct Rate: Sendable, Hashable {
    /// How many times a second in the long run.
    package let perSecond: UInt32
    /// How many times at once, after a rest.
    package let burst: UInt32

    package init(perSecond: UInt32, burst: UInt32) {
        self.perSecond = perSecond
        self.burst = burst
    }
}

/// Holds a peer to a ``Rate``. Time is given, in µs of CLOCK_MONOTONIC.
package struct RateLimiter: Sendable, Hashable {
    private var bucket: TokenBucket

    package init(_ rate: Rate) {
        bucket = TokenBucket(burst: rate.burst, perSecond: rate.perSecond)
    }

    /// Whether the event may happen; false: it is one too many, and does not count.
    package mutating func take(at now: UInt64) -> Bool { bucket.take(at: now) }
}
