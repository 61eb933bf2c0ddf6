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
    /// What came before a deadline that passed, and was not heard yet.
    private var arrears: Arrears?

    /// A deadline passed while this process was kept from running, or while an observer asks what it heard of: what is waiting
    /// to be heard may have come before it. It is heard first, and counts as if it had: otherwise a keyboard that moved all the
    /// time would be said to have rested.
    private struct Arrears {
        /// Until when is listened, in µs.
        var end: UInt64
        /// Whether an observer's answer is all that is waited for.
        var isAnswer: Bool

        /// A deadline served later than this passed unheard, in µs.
        static let lateness: UInt64 = 2000
        /// How long an answer is waited for, and how often it is looked whether it came, in µs (chosen).
        static let answer: UInt64 = 20_000
        static let look: UInt64 = 1000
        /// How long is listened: as long as was missed, within these bounds, in µs: some answer a question only (chosen).
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
        // Who announces a motion does it now, whatever was missed.
        let now = cause.transition == nil ? time() : loop.now
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
        if arrears != nil { held.heardLate(loop.now) }
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

    /// The same where a deadline passed: just before that.
    private func timeInArrears(_ now: UInt64) -> UInt64 {
        catchUp(now)
        guard arrears != nil, let due = held.nextDeadline else { return now }
        return max(due, 1) - 1
    }

    /// Begins to listen to what came before a deadline that passed, or is done with it.
    private func catchUp(_ now: UInt64) {
        guard let due = held.nextDeadline, due <= now else {
            arrears = nil
            return
        }
        if let arrears {
            if now >= arrears.end { conclude(at: now) }
        } else if now - due > Arrears.lateness {
            let span = min(max(now - due, Arrears.span.lowerBound), Arrears.span.upperBound)
            arrears = Arrears(end: now + span, isAnswer: false)
        }
    }

    /// A deadline came.
    private func advance() {
        let now = loop.now
        if arrears?.isAnswer == true, !isAsking() { return conclude(at: now) }
        catchUp(now)
        guard let due = held.nextDeadline, due <= now, arrears == nil else { return armTimer() }
        guard isAsking() else { return conclude(at: now) }
        arrears = Arrears(end: now + Arrears.answer, isAnswer: true)
        armTimer()
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
        let instant = arrears == nil ? deadline : instant(before: deadline)
        if timer?.deadline != instant { timer?.arm(at: instant) }
    }

    /// When to look again, in arrears: those are over where no deadline has passed any more.
    private func instant(before deadline: UInt64) -> UInt64 {
        let now = loop.now
        if deadline > now { arrears = nil }
        guard let arrears else { return deadline }
        return arrears.isAnswer ? min(arrears.end, now + Arrears.look) : arrears.end
    }
}
