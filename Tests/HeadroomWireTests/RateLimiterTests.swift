import HeadroomWire
import Testing

/// A limiter that counts.
private final class Meter {
    private var limiter: RateLimiter

    init(_ rate: Rate) { limiter = RateLimiter(rate) }

    /// How many of so many events at one instant pass.
    func passes(of count: Int = 1, at now: UInt64) -> Int {
        var passes = 0
        for _ in 0..<count where limiter.take(at: now) { passes += 1 }
        return passes
    }
}

@Suite("Rate limiter") struct RateLimiterTests {
    @Test("A burst passes at once, one more does not")
    func burst() {
        let limiter = Meter(Rate(perSecond: 200, burst: 400))
        #expect(limiter.passes(of: 401, at: 1_000) == 400)
    }

    @Test("Tokens come back one by one, exactly at their time")
    func refill() {
        let limiter = Meter(Rate(perSecond: 5, burst: 5))
        #expect(limiter.passes(of: 6, at: 0) == 5)
        #expect(limiter.passes(at: 199_999) == 0)
        #expect(limiter.passes(at: 200_000) == 1)
        #expect(limiter.passes(at: 399_999) == 0)
        #expect(limiter.passes(at: 400_000) == 1)
    }

    @Test("A refused event takes nothing")
    func refusal() {
        let limiter = Meter(Rate(perSecond: 4, burst: 1))
        #expect(limiter.passes(at: 0) == 1)
        #expect(limiter.passes(of: 100, at: 249_999) == 0)
        #expect(limiter.passes(at: 250_000) == 1)
    }

    @Test("A long rest fills the bucket, not more")
    func rest() {
        let limiter = Meter(Limits.moves)
        #expect(limiter.passes(of: 4, at: 0) == 4)
        #expect(limiter.passes(of: 9, at: 60_000_000) == 4)
    }

    @Test("Over any span no more pass than the burst and what filled in it", arguments: 1...8 as ClosedRange<UInt64>)
    func neverMore(seed: UInt64) {
        var random = Random(seed: seed)
        var limiter = RateLimiter(Rate(perSecond: 10, burst: 4))
        var now: UInt64 = 0
        var passed: [UInt64] = []
        for _ in 0..<2_000 {
            now += UInt64.random(in: 0...80_000, using: &random)
            if limiter.take(at: now) { passed.append(now) }
        }
        for first in passed.indices {
            for last in first..<passed.count {
                let filled = Double(passed[last] - passed[first]) / 100_000
                #expect(Double(last - first + 1) <= 4 + filled)
            }
        }
        #expect(Double(passed.count) > Double(now) / 100_000 * 0.9)
    }

    @Test("Time that runs backwards fills nothing")
    func backwards() {
        let limiter = Meter(Rate(perSecond: 1, burst: 2))
        #expect(limiter.passes(of: 3, at: 10_000_000) == 2)
        #expect(limiter.passes(at: 5_000_000) == 0)
        #expect(limiter.passes(at: 11_000_000) == 1)
    }
}
