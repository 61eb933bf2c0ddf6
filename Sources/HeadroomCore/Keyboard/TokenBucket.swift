/// A limit on how often something may happen: a burst, then a steady rate.
public struct TokenBucket: Sendable, Hashable {
    /// How many may happen at once after a rest.
    public let burst: UInt32
    /// The time in which one token comes back, in µs.
    public let interval: UInt64
    /// When the bucket will be full again, in µs of CLOCK_MONOTONIC; in the past when it is full.
    private var fullAt: UInt64 = 0

    public init(burst: UInt32, perSecond: UInt32) {
        self.burst = max(1, burst)
        interval = 1_000_000 / UInt64(max(1, perSecond))
    }

    /// When the next token is there: `time` if one is there already.
    public func nextToken(at time: UInt64) -> UInt64 {
        // With k tokens missing the bucket is full k intervals from now; the last token is there while fewer than
        // `burst` are missing.
        let slack = interval * UInt64(burst - 1)
        return max(time, fullAt > slack ? fullAt - slack : 0)
    }

    /// Takes a token if one is there at `time`, and says whether it was.
    public mutating func take(at time: UInt64) -> Bool {
        guard nextToken(at: time) <= time else { return false }
        let full = max(fullAt, time)
        fullAt = full > .max - interval ? .max : full + interval
        return true
    }

    /// The same bucket at `time` with its instants moved back by `origin`; one that is full has no past.
    mutating func rebase(to origin: UInt64, at time: UInt64) {
        fullAt = fullAt > time ? fullAt - min(fullAt, origin) : 0
    }
}
