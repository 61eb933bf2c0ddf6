import HeadroomCore

/// Every sequence of happenings up to a depth, each state visited once.
struct HoldExploration<M: HoldMachine> {
    let setup: HoldSetup
    let make: @Sendable (UInt64, HoldSetup) -> M
    private(set) var transitions = 0
    private(set) var states = 0
    /// What broke, and after what.
    private(set) var finding: (violation: String, path: [HoldHappening])?

    /// When explorations begin: late enough that no instant of interest lies before the machine's zero.
    private static var origin: UInt64 { 10_000_000 }

    private struct Scene {
        var machine: M
        var judge: HoldJudge

        var fingerprint: Fingerprint {
            var hasher = Hasher()
            machine.rebased(to: judge.now - 5_000_000).hash(into: &hasher)
            judge.hash(into: &hasher)
            var second = hasher
            hasher.combine(1 as UInt8)
            second.combine(2 as UInt8)
            return Fingerprint(
                high: UInt64(bitPattern: Int64(hasher.finalize())), low: UInt64(bitPattern: Int64(second.finalize())))
        }

        /// Lets `happening` happen; says whether it changed anything.
        mutating func undergo(_ happening: HoldHappening) -> Bool {
            switch happening {
            case .after20: pass(to: judge.now + 20_000)
            case .after34: pass(to: judge.now + 34_000)
            case .after100: pass(to: judge.now + 100_000)
            case .toDeadline:
                guard let deadline = machine.nextDeadline else { return false }
                pass(to: deadline)
            case .follow, .sticky:
                let policy = happening == .follow ? BarHold.Policy.follow : .sticky
                guard policy != judge.policy else { return false }
                judge.change(policy)
                let actions = machine.setPolicies(CandidatePolicies(general: policy), at: judge.now)
                judge.hear(actions, at: judge.now, machine)
            default:
                var world = judge.world
                guard world.undergo(happening) else { return false }
                give(world)
            }
            return true
        }

        mutating func give(_ world: HoldWorld) {
            judge.see(world)
            let actions = machine.update(world.facts(judge.setup.keyboard), cause: .unannounced, at: judge.now)
            judge.hear(actions, at: judge.now, machine)
        }

        /// Time passes, deadline by deadline; a jump over all of them does the same (rule T8).
        mutating func pass(to time: UInt64) {
            var jump = machine
            var steps: [Timeline.Action] = []
            while let deadline = machine.nextDeadline, deadline <= time, judge.violation == nil {
                let actions = machine.advance(to: deadline)
                steps += actions
                judge.hear(actions, at: deadline, machine)
            }
            let rest = machine.advance(to: time)
            judge.hear(rest, at: time, machine)
            guard judge.violation == nil else { return }
            if jump.advance(to: time) != steps + rest || jump != machine {
                judge.violation = "a jump is not its steps"
            }
        }

        mutating func comeToRest() {
            var deadlines = 0
            while let deadline = machine.nextDeadline, judge.violation == nil {
                let actions = machine.advance(to: deadline)
                judge.hear(actions, at: deadline, machine)
                deadlines += 1
                if deadlines > 64 { judge.violation = "it never comes to rest" }
            }
            judge.rest(machine)
        }
    }

    init(_ setup: HoldSetup, _ make: @escaping @Sendable (UInt64, HoldSetup) -> M) {
        self.setup = setup
        self.make = make
    }

    private var start: Scene {
        let machine = make(Self.origin, setup)
        var scene = Scene(machine: machine, judge: HoldJudge(setup, at: Self.origin))
        scene.give(setup.start)
        return scene
    }

    mutating func run() {
        var visited = FingerprintSet()
        var level: [(scene: Scene, path: [HoldHappening])] = [(start, [])]
        for _ in 0..<setup.depth {
            var next: [(scene: Scene, path: [HoldHappening])] = []
            for (scene, path) in level {
                for happening in setup.happenings {
                    var child = scene
                    guard child.undergo(happening) else { continue }
                    transitions += 1
                    let fingerprint = child.fingerprint
                    var end = child
                    if end.judge.violation == nil { end.comeToRest() }
                    if let violation = end.judge.violation {
                        finding = (violation, path + [happening])
                        return
                    }
                    guard visited.insert(fingerprint) else { continue }
                    states += 1
                    next.append((child, path + [happening]))
                }
            }
            level = next
        }
    }

    /// What breaks when `path` is gone through, and then time alone.
    private func violation(on path: [HoldHappening]) -> String? {
        var scene = start
        for happening in path where scene.judge.violation == nil { _ = scene.undergo(happening) }
        if scene.judge.violation == nil { scene.comeToRest() }
        return scene.judge.violation
    }

    /// The finding without any happening that it does not need.
    var shrunk: (violation: String, path: [HoldHappening])? {
        guard var finding else { return nil }
        var index = 0
        while index < finding.path.count {
            var path = finding.path
            path.remove(at: index)
            if let violation = violation(on: path) {
                finding = (violation, path)
                index = 0
            } else {
                index += 1
            }
        }
        return finding
    }
}
