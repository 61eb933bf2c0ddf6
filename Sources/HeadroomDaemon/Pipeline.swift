import HeadroomBus
import HeadroomConfig
import HeadroomCore

/// Facts in, notifications out: the arbiter, and the timeline behind the hold, on the daemon's clock.
final class Pipeline {
    private(set) var arbiter = Arbiter()
    private(set) var held: HeldTimeline
    /// Called with what is to be done, and with an empty list after facts changed without news.
    var onActions: ([Timeline.Action]) -> Void = { _ in }
    /// Called when the outputs changed, before anything is said about it.
    var onOutputs: () -> Void = {}
    /// The grace periods that the configuration sets.
    var graces: (_ origin: String, _ habits: Habits) -> UInt32 = { $1.graceMS }

    /// Whether somebody heard of a change and does not know yet what it is.
    var isAsking: () -> Bool = { false }

    private let loop: EventLoop
    private var timer: Timer?
    /// What came before a deadline that the machine let pass, and was not heard yet.
    private var arrears: Arrears?

    /// A deadline that passed while this process was kept from running, or while an observer asks what it heard of: what is
    /// waiting to be heard may have come before it. It is heard first, and counts as if it had: otherwise a keyboard that
    /// moved all the time would be said to have rested.
    private struct Arrears {
        /// The deadline, in µs.
        var due: UInt64
        /// Until when is listened, in µs: some answer a question only.
        var end: UInt64

        /// A deadline served later than this passed unheard, in µs.
        static let lateness: UInt64 = 2000
        /// How long an answer is waited for, in µs (chosen).
        static let answer: UInt64 = 20_000
        /// How long is listened: as long as was missed, within these bounds, in µs (chosen).
        static let span: ClosedRange<UInt64> = 5000...50_000
    }

    init(loop: EventLoop, learned: LearnedFrames, memory: LearnedCandidates) throws(BusError) {
        self.loop = loop
        held = HeldTimeline(start: loop.now, learned: learned, memory: memory)
        timer = try loop.timer { [weak self] in self?.advance() }
    }

    /// What is held true now, and published.
    var facts: KeyboardFacts { held.timeline.facts }

    /// The outputs, as what is published has them.
    var outputs: [Output] { held.timeline.outputs }

    /// `source` knows `facts` now; nil: it is gone. `cause` came with the change (contract, section 3: event keys).
    func update(_ source: Source, _ facts: Facts?, cause: ChangeCause = .unannounced) {
        let now = time()
        let before = arbiter.chosen
        let outputs = arbiter.outputs
        var answer = arbiter.update(source, facts, at: now)
        answer.habits.graceMS = graces(answer.origin, answer.habits)
        var actions: [Timeline.Action] = []
        if arbiter.outputs != outputs {
            actions += held.setOutputs(arbiter.outputs, at: now)
            onOutputs()
        }
        // What a source announces is about its own keyboard.
        let isItsOwn = source == arbiter.chosen || source == before
        actions += held.update(answer, cause: isItsOwn ? cause : .unannounced, at: now)
        carryOut(actions)
    }

    /// Takes over what another daemon published (contract, section 1), on `outputs` unless somebody here sees some.
    /// Only before anything is published; an update has to follow.
    func inherit(_ phase: Phase, _ state: Notification, outputs: [Output]) {
        let outputs = arbiter.outputs.isEmpty ? outputs : arbiter.outputs
        held = HeldTimeline(
            start: loop.now, outputs: outputs, learned: held.timeline.learned, memory: held.memory,
            policies: held.policies)
        held.inherit(phase, state)
        carryOut([])
    }

    /// A user asked to hide the keyboard: no grace for the hide that follows.
    func expectHide() { carryOut(held.expectHide(at: time())) }

    /// Other policies hold candidate bars and rooms from now on.
    func apply(_ policies: CandidatePolicies) { carryOut(held.setPolicies(policies, at: time())) }

    /// Hides at once whatever is shown.
    func shutDown() { carryOut(held.shutDown(at: loop.now)) }

    // MARK: - Time

    /// The time of what is heard now. Usually now, without a further page of code on a call's way.
    @inline(__always)
    private func time() -> UInt64 {
        let now = loop.now
        guard arrears == nil, (held.nextDeadline ?? .max) >= now else { return timeInArrears(now) }
        return now
    }

    /// The same where a deadline passed.
    private func timeInArrears(_ now: UInt64) -> UInt64 {
        if let arrears, now >= arrears.end { conclude(at: now) }
        if arrears == nil, let due = held.nextDeadline, due < now, now - due > Arrears.lateness {
            let span = min(max(now - due, Arrears.span.lowerBound), Arrears.span.upperBound)
            arrears = Arrears(due: due, end: now + span)
        }
        return arrears.map { max($0.due, 1) - 1 } ?? now
    }

    /// A deadline came.
    private func advance() {
        _ = time()
        let now = loop.now
        if arrears == nil, let due = held.nextDeadline, due <= now, isAsking() {
            arrears = Arrears(due: due, end: now + Arrears.answer)
        }
        if arrears == nil { conclude(at: now) } else { armTimer() }
    }

    /// All that came was heard.
    private func conclude(at now: UInt64) {
        arrears = nil
        carryOut(held.advance(to: now))
    }

    private func carryOut(_ actions: [Timeline.Action]) {
        onActions(actions)
        armTimer()
    }

    @inline(__always)
    private func armTimer() {
        guard let deadline = held.nextDeadline else {
            timer?.disarm()
            return
        }
        let instant = max(deadline, arrears?.end ?? 0)
        if timer?.deadline != instant { timer?.arm(at: instant) }
    }
}
