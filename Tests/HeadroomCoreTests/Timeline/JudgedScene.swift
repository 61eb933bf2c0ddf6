import HeadroomCore

/// A machine, its judge and the world at one point of an exploration.
struct JudgedScene<M: Machine> {
    var machine: M
    var judge: Judge
    var world: World
    var now: UInt64

    /// When explorations begin: late enough that no instant of interest lies before the machine's zero.
    static var origin: UInt64 { 10_000_000 }

    init(_ setup: Setup, _ make: (UInt64, [Output], LearnedFrames) -> M) {
        now = JudgedScene.origin
        world = setup.start
        let outputs = setup.screens(world)
        machine = make(now, outputs, setup.learnedFrames)
        judge = Judge(start: now, outputs: outputs, learned: setup.learnedFrames)
        give(setup.facts(world), .unannounced, at: now)
    }

    /// Lets `happening` happen; says whether it changed anything. The judge knows what is wrong.
    @discardableResult
    mutating func undergo(_ happening: Happening, _ setup: Setup) -> Bool {
        switch happening {
        case .after20: pass(to: now + 20_000)
        case .after34: pass(to: now + 34_000)
        case .after100: pass(to: now + 100_000)
        case .toDeadline:
            guard let deadline = machine.nextDeadline else { return false }
            pass(to: deadline)
        case .hideExpected:
            judge.see(.hideExpected, at: now, machine.expectHide(at: now))
            judge.compare(with: machine)
        case .rotated, .unplugged:
            _ = world.undergo(happening, setup)
            let outputs = setup.screens(world)
            judge.see(.outputs(outputs), at: now, machine.setOutputs(outputs, at: now))
            judge.compare(with: machine)
        default:
            let before = world
            guard let cause = world.undergo(happening, setup), world != before || cause != .unannounced else {
                return false
            }
            give(setup.facts(world), cause, at: happening == .flagOnStampedBefore ? now - 50_000 : now)
        }
        return true
    }

    private mutating func give(_ facts: KeyboardFacts, _ cause: ChangeCause, at time: UInt64) {
        judge.see(.facts(facts, cause), at: time, machine.update(facts, cause: cause, at: time))
        judge.compare(with: machine)
    }

    /// Time passes, deadline by deadline; a jump over all of them does the same (rule T8).
    mutating func pass(to time: UInt64) {
        guard let first = machine.nextDeadline, first <= time else {
            judge.see(.time, at: time, machine.advance(to: time))
            judge.compare(with: machine)
            now = time
            return
        }
        var jump = machine
        var stepwise: [Timeline.Action] = []
        var deadlines = 0
        while let deadline = machine.nextDeadline, deadline <= time, judge.violation == nil {
            let actions = machine.advance(to: deadline)
            stepwise += actions
            judge.see(.time, at: deadline, actions)
            judge.compare(with: machine)
            deadlines += 1
        }
        if machine.nextDeadline.map({ $0 > time }) ?? true, judge.now < time {
            let actions = machine.advance(to: time)
            stepwise += actions
            judge.see(.time, at: time, actions)
            judge.compare(with: machine)
        }
        now = time
        guard deadlines > 1, judge.violation == nil else { return }
        if jump.advance(to: time) != stepwise || jump != machine { judge.broken(.t8, "a jump is not its steps") }
    }

    /// Lets all timers run out: then what is published agrees with the facts.
    mutating func comeToRest() {
        var deadlines = 0
        while let deadline = machine.nextDeadline, judge.violation == nil {
            judge.see(.time, at: deadline, machine.advance(to: deadline))
            judge.compare(with: machine)
            deadlines += 1
            if deadlines > 64 { return judge.broken(.t8, "it never comes to rest") }
        }
        judge.rest(machine)
    }

    /// 128 bits that are the same for scenes that differ in nothing but when they are.
    var fingerprint: Fingerprint {
        var hasher = Hasher()
        machine.rebased(to: now - 5_000_000).hash(into: &hasher)
        world.hash(into: &hasher)
        judge.hash(into: &hasher)
        var second = hasher
        hasher.combine(1 as UInt8)
        second.combine(2 as UInt8)
        return Fingerprint(
            high: UInt64(bitPattern: Int64(hasher.finalize())), low: UInt64(bitPattern: Int64(second.finalize())))
    }
}

extension Judge {
    /// What it remembers and can still matter, instants counted from now; what the machine and the world tell already
    /// is left out.
    func hash(into hasher: inout Hasher) {
        func age(_ time: UInt64?, upTo limit: UInt64) -> UInt64 {
            guard let time else { return .max }
            return time > now ? limit + time - now : min(limit, now - time)
        }
        hasher.combine(phase)
        hasher.combine(isEstimated)
        hasher.combine(said)
        hasher.combine(tokens.level(at: now))
        hasher.combine(age(hideDue, upTo: 1))
        if hideDue != nil {
            hasher.combine(hidesOccluded)
            for cause in hideCauses { hasher.combine(cause) }
        }
        hasher.combine(age(hideExpectedUntil, upTo: 1))
        hasher.combine(age(hold?.first, upTo: 400_000))
        hasher.combine(age(hold?.end, upTo: 0))
        hasher.combine(age(waitSince, upTo: 400_000))
        let delaysDid = lastStep.map { running != nil && $0 >= motion.start } ?? false
        hasher.combine(age(lastStep, upTo: delaysDid ? 400_000 : 34_000))
        hasher.combine(isStepSeen)
        hasher.combine(age(previousStep, upTo: 34_000))
        hasher.combine(age(stepSaid, upTo: 50_000))
        hasher.combine(age(dragSaid, upTo: 250_000))
        hasher.combine(age(placeSince, upTo: 34_000))
        hasher.combine(age(wayOut?.last, upTo: 100_000))
        hasher.combine(wayOut.map { min($0.steps, 3) })
        hasher.combine(wayOut?.isTold)
        hasher.combine(age(restsOut, upTo: 400_000))
        hasher.combine(isAnnounced && owed != nil)
        hasher.combine(kept)
    }
}
