/// The pure state machine that turns facts and time into notifications (rules T0 to T10).
///
/// Events are ``update(_:cause:at:)``, ``setOutputs(_:at:)``, ``expectHide(at:)``, ``shutDown(at:)`` and
/// ``advance(to:)``; each takes the time, in µs of CLOCK_MONOTONIC, and returns what is to be done, in order.
/// Call ``advance(to:)`` at ``nextDeadline``. Rectangles are in the global space.
public struct Timeline: Sendable, Hashable {
    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Tell everybody.
        case notify(Notification)
        /// A measured frame stood at a Did: keep it (rule T5). The timeline knows it already.
        case learn(LearnedFrames.Key, LearnedFrames.Value)
    }

    public internal(set) var phase = Phase.hidden
    public internal(set) var outputs: [Output]
    /// The newest facts.
    public internal(set) var facts = KeyboardFacts()
    public internal(set) var learned: LearnedFrames

    /// The newest notification sent; before the first, a hidden keyboard with the start's serial.
    var latest: Notification
    /// What was said, which facts are compared with (rule T2).
    var said = Said()
    /// The published motion: where everybody believes the keyboard to be.
    var motion: Motion
    /// Whether what was said is not measured (rule T5).
    var isEstimated = false
    /// The newest facts that were visible: during grace all is handled as if they still held (rule S5).
    var visibleFacts = KeyboardFacts()
    /// The cause of what was not said yet, because it waits for a token or for rest.
    var pendingCause = ChangeCause.unannounced
    /// Why the keyboard will be hidden when the grace is over.
    var hideCause = ChangeCause.unannounced
    /// The steps of a keyboard that moves in steps (rule T9).
    var steps: StepRun?
    /// Whether the running WillShow is not the first one of its way: it was seen to rest on it, so how long the way
    /// takes was not seen (rule T5).
    var isInterrupted = false
    /// The steps of a keyboard that leaves (rule T9).
    var departure: Departure?
    /// Ways that took another time than they are known to take (rule T5).
    var doubts = Doubts()
    /// Outputs are changing: nothing is said (rule T6).
    var hold: Hold?
    var limit = TokenBucket(burst: 4, perSecond: 10)
    var timers = Timers()
    /// Until when a hide is one that a user asked for through Headroom; nil: nobody did.
    var hideExpectedUntil: UInt64?
    /// The time of the newest event; time that runs backwards counts as this (rule T8).
    var now: UInt64
    var nextSerial: UInt64

    /// - Parameters:
    ///   - start: now, in µs of CLOCK_MONOTONIC; every serial is greater.
    ///   - outputs: the outputs known now.
    ///   - learned: what was learned before.
    public init(start: UInt64, outputs: [Output] = [], learned: LearnedFrames = LearnedFrames()) {
        now = start
        nextSerial = start == .max ? .max : start + 1
        self.outputs = outputs
        self.learned = learned
        motion = .resting(at: .zero, since: start)
        latest = Notification(
            kind: .didHide, serial: start, output: "", frameBegin: .zero, frameEnd: .zero, bottomInset: 0,
            candidateBarHeight: 0, durationMS: 0, details: Notification.Details(startTime: start))
    }

    /// When ``advance(to:)`` has something to do next; nil: nothing waits.
    public var nextDeadline: UInt64? { timers.earliest?.time }
}

// MARK: - Events

extension Timeline {
    /// The facts are now `facts`; `cause` came with the change and holds for it alone.
    public mutating func update(
        _ facts: KeyboardFacts, cause: ChangeCause = .unannounced, at time: UInt64
    ) -> [Action] {
        var actions = advance(to: time)
        let before = self.facts
        self.facts = facts
        noteDeparture(after: before, cause: cause, into: &actions)
        if before.frame != facts.frame, case .rect = facts.frame, cause.transition == nil { noteStep() }
        settle(after: before, cause: cause, into: &actions)
        return actions
    }

    /// The outputs are now `outputs` (rule T6).
    public mutating func setOutputs(_ outputs: [Output], at time: UInt64) -> [Action] {
        var actions = advance(to: time)
        guard outputs != self.outputs else { return actions }
        self.outputs = outputs
        departure = nil
        if phase.isVisible {
            beginHold()
        } else {
            settle(after: facts, cause: .unannounced, into: &actions)
        }
        return actions
    }

    /// A user asked, through Headroom, to hide the keyboard: the hide that follows within a second knows no grace
    /// (rule S5).
    public mutating func expectHide(at time: UInt64) -> [Action] {
        let actions = advance(to: time)
        hideExpectedUntil = now.advanced(byMilliseconds: 1000)
        return actions
    }

    /// The daemon ends: whatever is shown is hidden at once (contract, section 1).
    public mutating func shutDown(at time: UInt64) -> [Action] {
        var actions = advance(to: time)
        stopAnnouncing()
        if phase != .hidden { hideAtOnce(.shutdown, into: &actions) }
        return actions
    }

    /// Time passes: what was due up to `time` happens, in order, each stamped with its due time (rule T8).
    public mutating func advance(to time: UInt64) -> [Action] {
        var actions: [Action] = []
        while let due = timers.earliest, due.time <= time {
            now = max(now, due.time)
            timers[due.timer] = nil
            fire(due.timer, into: &actions)
        }
        now = max(now, time)
        return actions
    }

    /// Takes over from a daemon that published `state` last, so that nobody sees a blink (contract, section 1).
    /// Serials go on above its own. Only before the first event.
    public mutating func inherit(_ phase: Phase, _ state: Notification) {
        nextSerial = max(nextSerial, state.serial == .max ? .max : state.serial + 1)
        latest = state
        motion = state.motion
        self.phase = phase
        said = Said(
            output: state.output, placement: state.details.placement, end: state.frameEnd,
            candidateBarHeight: state.candidateBarHeight, roomBelowCaret: state.details.roomBelowCaret)
        isEstimated = state.details.isEstimated
        if phase.isInMotion { timers.did = motion.finish }
    }
}

// MARK: - State

extension Timeline {
    /// The newest notification, its details as they are now: what `GetState` answers (contract, section 2).
    public var state: (phase: Phase, notification: Notification) {
        var state = latest
        state.details.isEstimated = phase.isVisible && (isEstimated || isRoomEstimated)
        state.details.engine = facts.engine
        state.details.isCandidateBarReserved = phase.isVisible && facts.isCandidateBarReserved
        let facts = heldFacts
        if let usable = usable(facts) { state.details.usable = usable }
        if phase.isVisible { state.details.compositorAvoids = compositorAvoids(facts) }
        return (phase, state)
    }

    /// Whether the room that was said was computed and not measured.
    var isRoomEstimated: Bool { facts.isRoomEstimated && said.roomBelowCaret >= Rect.smallest }

    /// What was learned for the keyboard of `facts` on `output`, and where it ends with its bar.
    func learnedEnd(_ facts: KeyboardFacts, on output: Output) -> (end: Rect, value: LearnedFrames.Value)? {
        guard let value = learned[.init(keyboard: facts.origin, output: output)] else { return nil }
        return (output.global(value.frame).extendedUpwards(by: facts.barExtent), value)
    }

    /// The output that the facts are about: the one they name, else the one their frame lies on (rule D3), else, for a
    /// frame nobody knows, the one where the keyboard was said to be, the primary or first one if it is hidden.
    func output(of facts: KeyboardFacts) -> Output? {
        if let named = outputs.named(facts.output) { return named }
        if case .rect(let frame) = facts.frame { return outputs.holding(frame) }
        if phase.isVisible, let known = outputs.named(said.output) { return known }
        return outputs.first(where: \.isPrimary) ?? outputs.first
    }

    /// Rule T0.
    func isVisible(_ facts: KeyboardFacts) -> Bool {
        guard facts.isPresent, facts.isFlagged, !facts.isOccluded else { return false }
        switch facts.frame {
        case .unknown: return true
        case .none: return false
        case .rect(let frame):
            guard frame.isValid, !frame.isEmpty else { return false }
            return outputs.isEmpty || outputs.contains { !$0.frame.intersection(frame).isEmpty }
        }
    }
}
