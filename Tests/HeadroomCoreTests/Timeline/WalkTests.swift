import HeadroomCore
import Testing

/// The same numbers for the same seed, on every machine.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A pause in µs: none, a few, or of the size of what the rules count.
    mutating func pause() -> UInt64 {
        switch UInt8.random(in: 0..<8, using: &self) {
        case 0, 1, 2: 0
        case 3: UInt64.random(in: 1...2000, using: &self)
        case 4, 5: UInt64.random(in: 1...60_000, using: &self)
        case 6: UInt64.random(in: 1...350_000, using: &self)
        default: [33_999, 34_000, 34_001, 50_000, 60_000, 100_000, 300_000].randomElement(using: &self) ?? 0
        }
    }
}

@Suite struct WalkTests {
    #if DEBUG
        static let walks: UInt64 = 60
    #else
        static let walks: UInt64 = 600
    #endif

    /// Sequences longer than an exploration can go, at times it does not have, over everything that can happen.
    @Test(arguments: Setup.explored)
    func longWalksKeepTheRules(_ setup: Setup) throws {
        var setup = setup
        setup.happenings = Happening.allCases.filter { $0 != .flagOnStampedBefore }
        if setup.outputs == 1 { setup.happenings.removeAll { $0 == .outputSwitched || $0 == .unplugged } }
        for seed in 0..<WalkTests.walks {
            var dice = Dice(seed: seed)
            var scene = JudgedScene(setup) { Timeline(start: $0, outputs: $1, learned: $2) }
            var story: [String] = []
            for _ in 0..<80 {
                let pause = dice.pause()
                if pause > 0 { scene.pass(to: scene.now + pause) }
                guard let happening = setup.happenings.randomElement(using: &dice) else { break }
                story.append("+\(pause) µs \(happening)")
                scene.undergo(happening, setup)
                if scene.judge.violation != nil { break }
            }
            scene.comeToRest()
            if let violation = scene.judge.violation {
                Issue.record("\(setup.name), seed \(seed): \(violation)\n\(story.joined(separator: "\n"))")
                return
            }
        }
    }

    /// Rule T8: timers due at or before an event fire first, stamped with their due time, whether anybody called at
    /// the deadline or not; time that runs backwards counts as the last time.
    @Test(arguments: Setup.explored)
    func lateAndBackwardCallsChangeNothing(_ setup: Setup) {
        for seed in 0..<WalkTests.walks {
            var dice = Dice(seed: seed)
            var world = setup.start
            var now: UInt64 = 10_000_000
            let start = Timeline(start: now, outputs: setup.screens(world), learned: setup.learnedFrames)
            var (prompt, late) = (start, start)
            for _ in 0..<60 {
                guard let happening = setup.happenings.randomElement(using: &dice) else { break }
                let pause = dice.pause()
                now += pause
                var expected: [Timeline.Action] = []
                while let deadline = prompt.nextDeadline, deadline <= now {
                    expected += prompt.advance(to: deadline)
                }
                // Without a pause the late one is called with a time that has passed.
                let stamp = pause == 0 ? now - UInt64.random(in: 0...200_000, using: &dice) : now
                let actions: [Timeline.Action]
                switch happening {
                case .rotated, .unplugged:
                    _ = world.undergo(happening, setup)
                    expected += prompt.setOutputs(setup.screens(world), at: now)
                    actions = late.setOutputs(setup.screens(world), at: stamp)
                case .hideExpected:
                    expected += prompt.expectHide(at: now)
                    actions = late.expectHide(at: stamp)
                default:
                    if let cause = world.undergo(happening, setup) {
                        let facts = setup.facts(world)
                        expected += prompt.update(facts, cause: cause, at: now)
                        actions = late.update(facts, cause: cause, at: stamp)
                    } else {
                        expected += prompt.advance(to: now)
                        actions = late.advance(to: stamp)
                    }
                }
                #expect(actions == expected)
                #expect(late == prompt)
                guard late == prompt else { return }
            }
        }
    }

    /// The end of the daemon, whenever it comes, leaves nothing shown and nothing that waits.
    @Test(arguments: Setup.explored)
    func shutDownHidesAtOnce(_ setup: Setup) throws {
        for seed in 0..<WalkTests.walks {
            var dice = Dice(seed: seed)
            var scene = JudgedScene(setup) { Timeline(start: $0, outputs: $1, learned: $2) }
            for _ in 0..<Int.random(in: 1...12, using: &dice) {
                guard let happening = setup.happenings.randomElement(using: &dice) else { break }
                scene.undergo(happening, setup)
            }
            let wasHidden = scene.machine.phase == .hidden
            let actions = scene.machine.shutDown(at: scene.now)
            scene.judge.see(.shutDown, at: scene.now, actions)
            #expect(scene.judge.violation == nil, "\(setup.name), seed \(seed)")
            #expect(actions.count == (wasHidden ? 0 : 2))
            #expect(scene.machine.phase == .hidden)
            #expect(scene.machine.nextDeadline == nil || wasHidden)
        }
    }
}
