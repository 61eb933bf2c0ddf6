import HeadroomCore
import Testing

/// Takes a token and says whether one was there.
private func take(_ bucket: inout TokenBucket, _ time: UInt64) -> Bool { bucket.take(at: time) }

@Suite struct TokenBucketTests {
    /// Rule T10: a burst of 4, then 10 a second.
    @Test func burstThenRate() {
        var bucket = TokenBucket(burst: 4, perSecond: 10)
        let start: UInt64 = 50_000_000
        for _ in 0..<4 { #expect(take(&bucket, start)) }
        #expect(!take(&bucket, start))
        #expect(bucket.nextToken(at: start) == start + 100_000)
        #expect(!take(&bucket, start + 99_999))
        #expect(take(&bucket, start + 100_000))
        #expect(!take(&bucket, start + 100_001))
        #expect(take(&bucket, start + 250_000))
        #expect(bucket.nextToken(at: start + 250_000) == start + 300_000)
        // After a rest the burst is back, and no more than that.
        let later = start + 10_000_000
        for _ in 0..<4 { #expect(take(&bucket, later)) }
        #expect(!take(&bucket, later))
    }

    /// Against a count of its own kind, at any times.
    @Test func agreesWithACount() {
        for seed in 0..<50 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var bucket = TokenBucket(burst: 4, perSecond: 10)
            var tokens = Tokens()
            var now: UInt64 = 10_000_000
            for _ in 0..<200 {
                now += dice.pause()
                #expect(bucket.nextToken(at: now) == tokens.next(at: now))
                let isThere = tokens.next(at: now) == now
                if isThere { tokens.take(at: now) }
                #expect(take(&bucket, now) == isThere)
            }
        }
    }

    @Test func oddLimitsStillLimit() {
        var none = TokenBucket(burst: 0, perSecond: 0)
        #expect(take(&none, 0))
        #expect(!take(&none, 0))
        #expect(none.nextToken(at: 0) == 1_000_000)
    }
}

@Suite struct LearnedFramesTests {
    private func key(_ name: String, scale: Double = 1) -> LearnedFrames.Key {
        LearnedFrames.Key(keyboard: name, output: "eDP-1", orientation: .landscape, scale: scale)
    }

    private func value(_ height: Double) -> LearnedFrames.Value {
        LearnedFrames.Value(
            frame: Rect(x: 0, y: 800 - height, width: 1280, height: height), durationMS: 250, curve: .linear)
    }

    @Test func keepsOneValueAKey() {
        var learned = LearnedFrames()
        #expect(learned[key("a")] == nil)
        learned[key("a")] = value(260)
        learned[key("a")] = value(300)
        #expect(learned.entries.count == 1)
        #expect(learned[key("a")] == value(300))
        #expect(learned[key("a", scale: 2)] == nil)
        var portrait = key("a")
        portrait.orientation = .portrait
        #expect(learned[portrait] == nil)
        learned[key("a")] = nil
        #expect(learned.entries.isEmpty)
    }

    @Test func theOldestGoes() {
        var learned = LearnedFrames()
        for index in 0..<LearnedFrames.capacity { learned[key("\(index)")] = value(260) }
        learned[key("0")] = value(300)
        learned[key("one more")] = value(260)
        #expect(learned.entries.count == LearnedFrames.capacity)
        #expect(learned[key("0")] == value(300))
        #expect(learned[key("1")] == nil)
        #expect(learned.entries.last?.key == key("one more"))
        #expect(LearnedFrames(learned.entries) == learned)
        #expect(LearnedFrames(learned.entries + learned.entries).entries.count == LearnedFrames.capacity)
    }

    @Test func theKeyIsTheOutputs() {
        let output = Output(name: "DSI-1", frame: Rect(x: 0, y: 0, width: 360, height: 720), scale: 2)
        #expect(
            LearnedFrames.Key(keyboard: "squeekboard", output: output)
                == LearnedFrames.Key(keyboard: "squeekboard", output: "DSI-1", orientation: .portrait, scale: 2))
    }
}

@Suite struct HabitsTests {
    /// Rule T7: these wait themselves; whoever is unknown has 60 ms.
    @Test func grace() {
        for name in ["squeekboard", "onboard", "gnome", "maliit"] { #expect(Habits.of(keyboard: name).graceMS == 0) }
        #expect(Habits.of(keyboard: "wvkbd").graceMS == 60)
        #expect(Habits.of(keyboard: "nobody knows") == .unknown)
        #expect(Habits.unknown.graceMS == 60 && !Habits.unknown.movesInOneStep)
        #expect(Habits.of(keyboard: "squeekboard").movesInOneStep)
        #expect(!Habits.of(keyboard: "onboard").movesInOneStep)
        #expect(Habits.of(keyboard: "onboard").saysHiddenWhenSlidOut)
        #expect(!Habits.unknown.saysHiddenWhenSlidOut && !Habits.of(keyboard: "maliit").saysHiddenWhenSlidOut)
    }
}
