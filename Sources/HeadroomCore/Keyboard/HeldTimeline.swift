/// The timeline behind the hold on candidate bars and rooms: what the daemon publishes from (rules T and B).
///
/// Takes the arbiter's facts and time like ``Timeline``, and gives it the facts with what is kept free for candidates
/// that come and go. It knows from what is published when a session ends.
public struct HeldTimeline: Sendable, Hashable {
    public private(set) var timeline: Timeline
    /// How often ``memory`` changed so that it is worth writing down. Stored, so that to ask for it copies nothing else.
    public private(set) var lessons: UInt64 = 0
    private var hold: CandidateHold
    /// The newest facts as they were given; nil: as the timeline has them.
    private var given: KeyboardFacts?

    /// How long a bar or room takes that nobody announced a duration for, in ms; as rule T9's correction (chosen).
    static let paceMS: UInt32 = 100

    /// - Parameters:
    ///   - start: now, in µs of CLOCK_MONOTONIC; every serial is greater.
    ///   - outputs: the outputs known now.
    ///   - learned: what was learned of frames before.
    ///   - memory: what was learned of candidates before.
    ///   - policies: how heights are held.
    public init(
        start: UInt64, outputs: [Output] = [], learned: LearnedFrames = LearnedFrames(),
        memory: LearnedCandidates = LearnedCandidates(), policies: CandidatePolicies = CandidatePolicies()
    ) {
        timeline = Timeline(start: start, outputs: outputs, learned: learned)
        hold = CandidateHold(memory: memory, policies: policies)
    }

    /// When ``advance(to:)`` has something to do next; nil: nothing waits.
    public var nextDeadline: UInt64? {
        guard let own = hold.nextDeadline else { return timeline.nextDeadline }
        return min(own, timeline.nextDeadline ?? own)
    }

    /// The newest facts, as they were given.
    public var facts: KeyboardFacts { given ?? timeline.facts }

    /// What was learned of candidates.
    public var memory: LearnedCandidates { hold.memory }

    /// How heights are held.
    public var policies: CandidatePolicies { hold.policies }

    /// Whom the session that runs is about; nil: none runs.
    public var session: LearnedCandidates.Key? { hold.session }

    /// Whether learned heights are kept in the session that runs.
    public var reserves: Bool { hold.session != nil && hold.hold.reserves }
}

// MARK: - Events

extension HeldTimeline {
    /// As ``Timeline/update(_:cause:at:)``.
    public mutating func update(
        _ facts: KeyboardFacts, cause: ChangeCause = .unannounced, at time: UInt64
    ) -> [Timeline.Action] {
        if given == nil, hold.isIdle, !facts.asksForRoom { return timeline.update(facts, cause: cause, at: time) }
        var actions = advance(to: time)
        let before = self.facts
        given = facts
        tell(after: before, cause: cause, into: &actions)
        return actions
    }

    /// As ``Timeline/heardLate(_:)``.
    public mutating func heardLate(_ time: UInt64) { timeline.heardLate(time) }

    /// As ``Timeline/setOutputs(_:at:)``; facts that are about the new outputs have to follow.
    public mutating func setOutputs(_ outputs: [Output], at time: UInt64) -> [Timeline.Action] {
        var actions = advance(to: time)
        give(into: &actions) { $0.setOutputs(outputs, at: time) }
        return actions
    }

    /// Other policies hold from now on, for what is shown too.
    public mutating func setPolicies(_ policies: CandidatePolicies, at time: UInt64) -> [Timeline.Action] {
        var actions = advance(to: time)
        guard policies != hold.policies else { return actions }
        hold.policies = policies
        if hold.session != nil { tell(after: facts, cause: .unannounced, isJump: true, into: &actions) }
        return actions
    }

    /// As ``Timeline/expectHide(at:)``.
    public mutating func expectHide(at time: UInt64) -> [Timeline.Action] {
        advance(to: time) + timeline.expectHide(at: time)
    }

    /// As ``Timeline/shutDown(at:)``.
    public mutating func shutDown(at time: UInt64) -> [Timeline.Action] {
        var actions = advance(to: time)
        give(into: &actions) { $0.shutDown(at: time) }
        return actions
    }

    /// Time passes: what was due up to `time` happens, in order (rule T8). At a tie the timeline's comes first.
    public mutating func advance(to time: UInt64) -> [Timeline.Action] {
        var actions: [Timeline.Action] = []
        while let due = hold.nextDeadline, due <= time {
            give(into: &actions) { $0.advance(to: due) }
            let isRested = hold.learnWhatStood(facts, at: due)
            lessons = hold.lessons
            if isRested { tell(after: facts, cause: .unannounced, into: &actions) }
        }
        give(into: &actions) { $0.advance(to: time) }
        return actions
    }

    /// As ``Timeline/inherit(_:_:)``.
    public mutating func inherit(_ phase: Phase, _ state: Notification) { timeline.inherit(phase, state) }
}

// MARK: - Holding

extension HeldTimeline {
    /// Lets the timeline take an event, and sees whether the session is over with what it says.
    private mutating func give(
        into actions: inout [Timeline.Action], _ event: (inout Timeline) -> [Timeline.Action]
    ) {
        let wasVisible = timeline.phase.isVisible
        actions += event(&timeline)
        guard hold.session != nil, !timeline.phase.isVisible else { return }
        if wasVisible || !timeline.isVisible(facts) { hold.endSession() }
    }

    /// Tells the timeline the newest facts, held; those before were `before`. `isJump`: not the keyboard changed, but
    /// what is held.
    private mutating func tell(
        after before: KeyboardFacts, cause: ChangeCause, isJump: Bool = false, into actions: inout [Timeline.Action]
    ) {
        let facts = facts
        var cause = cause
        var held = facts
        let now = timeline.now
        if timeline.isVisible(facts) {
            let key = key(of: facts)
            let passage = hold.passage(to: key, facts.placement)
            hold.enter(key, facts.placement)
            let output = timeline.output(of: facts)
            // What it looked like until now tells whether a bar that comes makes it another size.
            if passage == .beginning, timeline.phase.isVisible, timeline.isVisible(before) {
                _ = hold.hold(before, on: output, at: now)
            }
            held = hold.hold(facts, on: output, at: now)
            if passage == .engine, timeline.phase.isVisible, cause.reason == nil { cause.reason = .engine }
            cause.transition = cause.transition ?? pace(of: held, isJump: isJump || passage == .engine)
        } else {
            hold.lookAway()
        }
        give(into: &actions) { $0.update(held, cause: cause, at: now) }
        if hold.isIdle { given = nil }
        lessons = hold.lessons
    }

    /// Whose session it is.
    private func key(of facts: KeyboardFacts) -> LearnedCandidates.Key {
        let output = timeline.output(of: facts)
        return LearnedCandidates.Key(
            engine: facts.engine, keyboard: facts.origin, output: output?.name ?? facts.output,
            orientation: output?.orientation ?? .landscape, scale: output?.scale ?? 1,
            table: facts.candidates?.table.map { .init(pageSize: $0.pageSize, layout: $0.layout) })
    }

    /// The motion of a bar or a room that comes or goes and that nobody announced; nil: it is none, or one of steps that
    /// rule T9 is about.
    private func pace(of facts: KeyboardFacts, isJump: Bool) -> Transition? {
        let before = timeline.facts
        guard timeline.phase.isVisible, timeline.steps == nil, case .rect(let old) = before.frame,
            case .rect(let new) = facts.frame, before.placement == facts.placement, before.output == facts.output,
            abs(old.bottom - new.bottom) < Rect.smallest, abs(old.x - new.x) < Rect.smallest,
            abs(old.width - new.width) < Rect.smallest
        else { return nil }
        let growth = new.height - old.height
        let bars = (before.candidateBarHeight, facts.candidateBarHeight)
        let isBar =
            abs(growth) >= Rect.smallest && abs(growth - (bars.1 - bars.0)) < Rect.smallest
            && (isJump || bars.0 < Rect.smallest || bars.1 < Rect.smallest)
        let isRoom =
            abs(growth) < Rect.smallest && abs(before.roomBelowCaret - facts.roomBelowCaret) >= Rect.smallest
            && timeline.phase == .shown
        guard isBar || isRoom else { return nil }
        let finish = timeline.motion.finish
        let rest = finish > timeline.now ? UInt32(clamping: (finish - timeline.now + 999) / 1000) : 0
        return Transition(durationMS: max(HeldTimeline.paceMS, rest))
    }
}

// MARK: - Invariants

extension HeldTimeline {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    public func brokenInvariant() -> String? {
        if let broken = timeline.brokenInvariant() { return broken }
        if let due = hold.nextDeadline, due < timeline.now { return "a height waits for a time that is over" }
        if timeline.phase.isVisible, hold.session == nil, timeline.facts.isCandidateBarReserved {
            return "something is kept free without a session"
        }
        return nil
    }

    /// As ``Timeline/rebased(to:)``.
    public func rebased(to origin: UInt64) -> HeldTimeline {
        var copy = self
        copy.timeline = timeline.rebased(to: origin)
        copy.hold = hold.rebased(to: origin)
        copy.lessons = 0
        return copy
    }
}

extension KeyboardFacts {
    /// Whether candidates are shown anywhere, or were said to be.
    fileprivate var asksForRoom: Bool { candidateBarHeight != 0 || roomBelowCaret != 0 || candidates != nil }
}
