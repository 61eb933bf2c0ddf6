import HeadroomCore

/// Sees every event that a timeline is given and every action that it returns, and says which rule is broken.
///
/// Written from rules T and the contract, not from the timeline: it keeps what was published, what is true, and what
/// is owed until when. A judge that found a violation looks no further.
struct Judge {
    /// What one call gave to the machine. Time stands still within it.
    enum Event {
        /// Time came to a deadline, or passed without one.
        case time
        case facts(KeyboardFacts, ChangeCause)
        case outputs([Output])
        case hideExpected
        case shutDown
    }

    /// What can be news (rule T2).
    struct Word: Hashable {
        var output = ""
        var placement = Placement.docked
        var end = Rect.zero
        var bar = 0.0
        var room = 0.0

        func isNews(after other: Word) -> Bool {
            isNewsBeside(other) || !end.isWithin(0.5, of: other.end)
        }

        /// Whether anything but the frame differs.
        func isNewsBeside(_ other: Word) -> Bool {
            output != other.output || placement != other.placement || abs(bar - other.bar) > 0.5
                || abs(room - other.room) > 0.5
        }
    }

    /// Outputs that change (rule T6).
    struct Hold: Hashable {
        /// When it ends at the latest.
        var latest: UInt64
        /// When the newest frame came.
        var newest: UInt64
        var first: UInt64
        var end: UInt64 { min(newest + 34_000, latest) }
    }

    // What is true.
    var now: UInt64
    var facts = KeyboardFacts()
    var outputs: [Output]
    var isSeen = false
    var learned: LearnedFrames

    // What was published.
    var phase = Phase.hidden
    var serial: UInt64
    var latest: Notification?
    var said = Word()
    var motion: PublishedMotion
    /// The Will that waits for its Did.
    var running: (serial: UInt64, kind: Notification.Kind)?
    var isEstimated = false
    var tokens = Tokens()

    // What is owed.
    /// When the keyboard has to be hidden, and why (rules S5 and T7); nil: it is seen, or nothing is shown.
    var hideDue: UInt64?
    var hideCauses: [ChangeCause] = []
    var hidesOccluded = false
    /// The last facts that were seen: within grace all is handled as if they held.
    var seenFacts = KeyboardFacts()
    var hideExpectedUntil: UInt64 = 0
    var hold: Hold?
    /// Since when a frame nobody knows is waited for (rule T5).
    var waitSince: UInt64?

    /// What is true and not yet said.
    var owed: Debt?

    // How the keyboard moves (rule T9).
    var lastStep: UInt64?
    /// Whether the keyboard was seen since the last step: what it did before it was unseen delays no later Did.
    var isStepSeen = false
    var previousStep: UInt64?
    /// When a place on the way was last said in this run of steps; a run ends when it rests.
    var stepSaid: UInt64?
    /// When a place of a floating keyboard was last said.
    var dragSaid: UInt64?
    /// Since when it has been where it is, as far as anybody sees it.
    var placeSince: UInt64 = 0
    /// On its way out of sight, and when one that was told rests, or was out of sight.
    var wayOut: WayOut?
    var restsOut: UInt64?
    /// The announced motion that was not said yet.
    var kept: Transition?
    /// The last change of its place was announced.
    var isAnnounced = false

    // What holds for one instant.
    var cause = ChangeCause.unannounced
    var isLost = false
    var isEnding = false
    /// The facts that a move between outputs is about to show, after its WillHide.
    var moving: KeyboardFacts?
    /// The move ends a wait for outputs.
    var isRotating = false
    var didDueFirst: UInt64?
    var hadDid = false
    var slidOut: SlidOut?
    /// Ways out that took another time than is known, once, in ms.
    var doubtedWaysOut: [LearnedFrames.Key: UInt32] = [:]

    private(set) var violation: Violation?

    init(start: UInt64, outputs: [Output], learned: LearnedFrames) {
        now = start
        serial = start
        self.outputs = outputs
        self.learned = learned
        motion = PublishedMotion(begin: .zero, end: .zero, start: start, durationMS: 0)
    }

    mutating func broken(_ rule: Rule, _ what: String) {
        if violation == nil { violation = Violation(rule: rule, what: what) }
    }

    /// `event` was given to the machine at `time`, and it answered with `actions`.
    mutating func see(_ event: Event, at time: UInt64, _ actions: [Timeline.Action]) {
        now = max(now, time)
        cause = .unannounced
        isLost = false
        isEnding = false
        hadDid = false
        didDueFirst = didDue == now ? now : nil
        switch event {
        case .time: break
        case .facts(let new, let cause): take(new, cause)
        case .outputs(let outputs): take(outputs)
        case .hideExpected: hideExpectedUntil = now + 1_000_000
        case .shutDown: isEnding = true
        }
        for action in actions {
            switch action {
            case .notify(let notification): judge(notification)
            case .learn(let key, let value): judge(key, value)
            }
        }
        closeInstant()
    }

    // MARK: What became true

    private mutating func take(_ new: KeyboardFacts, _ cause: ChangeCause) {
        let before = facts
        let wasSeen = isSeen
        self.cause = cause
        facts = new
        isSeen = isVisible(new)
        followWayOut(after: before)
        let isFollowed = (isSeen || phase.isVisible) && !isLeaving
        if before.frame != new.frame {
            hold?.newest = now
            isAnnounced = cause.transition != nil
            if case .rect = new.frame, !isAnnounced, isFollowed, new.isMeasured, !new.habits.movesInOneStep {
                if let lastStep, lastStep + 34_000 <= now { stepSaid = nil }
                previousStep = lastStep
                lastStep = now
                isStepSeen = isSeen
            }
        }
        if cause.transition != nil {
            isAnnounced = true
            kept = cause.transition
        }
        if before.frame != new.frame || (isSeen && !wasSeen) { placeSince = now }
        if before.isPresent, !new.isPresent {
            isLost = phase.isVisible
            hold = nil
            hideDue = nil
        } else if isSeen {
            hideDue = nil
            seenFacts = new
        } else if phase.isVisible {
            loseSight(after: before)
        }
        if !isSeen { forgetTheWay() }
    }

    /// What it did before it went out of sight says nothing of what it does afterwards.
    mutating func forgetTheWay() {
        stepSaid = nil
        kept = nil
        isAnnounced = false
        isStepSeen = false
    }

    /// Visibility is over, or was already, and something more ended it (rules S5 and T7).
    private mutating func loseSight(after before: KeyboardFacts) {
        let isAskedFor = cause.reason == .user || now <= hideExpectedUntil
        let isWindowOnly = facts.isFlagged && !facts.isOccluded
        let grace: UInt64 = isAskedFor ? 0 : isWindowOnly ? 60_000 : UInt64(facts.habits.graceMS) * 1000
        if hideDue == nil {
            // What is lost while outputs change is gone when they have settled (rule T6).
            hideDue = hold == nil ? now + grace : now
            hideCauses = [cause]
            hidesOccluded = facts.isOccluded && !before.isOccluded && facts.isFlagged && cause.reason == nil
        } else {
            hideCauses.append(cause)
            if grace == 0 { hideDue = min(now, hideDue ?? now) }
        }
    }

    private mutating func take(_ new: [Output]) {
        guard new != outputs else { return }
        outputs = new
        wayOut = nil
        let wasSeen = isSeen
        isSeen = isVisible(facts)
        if isSeen, !wasSeen { placeSince = now }
        if isSeen {
            hideDue = nil
            seenFacts = facts
        } else {
            forgetTheWay()
        }
        guard phase.isVisible else { return }
        if !isSeen, hideDue == nil {
            hideDue = now
            hideCauses = [.unannounced]
            hidesOccluded = false
        }
        stepSaid = nil
        kept = nil
        if let first = hold?.first {
            hold = Hold(latest: first + 300_000, newest: now, first: first)
        } else {
            hold = Hold(latest: now + 120_000, newest: now, first: now)
        }
    }

    // MARK: What follows from it

    /// Rule T0.
    func isVisible(_ facts: KeyboardFacts) -> Bool {
        guard facts.isPresent, facts.isFlagged, !facts.isOccluded else { return false }
        switch facts.frame {
        case .unknown: return true
        case .none: return false
        case .rect(let frame):
            func covers(_ rect: Rect) -> Bool { rect.width >= 0.5 && rect.height >= 0.5 }
            return outputs.isEmpty ? covers(frame) : outputs.contains { covers($0.frame.intersection(frame)) }
        }
    }

    /// The output that facts are about: the named one, else by rule D3; of a frame nobody knows, where it was said to
    /// be, else the primary or first.
    func output(of facts: KeyboardFacts) -> Output? {
        if let named = outputs.first(where: { $0.name == facts.output }) { return named }
        guard case .rect(let frame) = facts.frame else {
            let known = phase.isVisible ? outputs.first { $0.name == said.output } : nil
            return known ?? outputs.first(where: \.isPrimary) ?? outputs.first
        }
        func order(_ output: Output) -> (Double, Double, Double) {
            (-output.frame.intersection(frame).area, output.frame.y, output.frame.x)
        }
        return outputs.filter { $0.frame.intersection(frame).area > 0 }.min { order($0) < order($1) }
    }

    func word(_ facts: KeyboardFacts, _ end: Rect) -> Word {
        Word(
            output: output(of: facts)?.name ?? facts.output, placement: facts.placement, end: end,
            bar: facts.candidateBarHeight, room: facts.roomBelowCaret)
    }

    /// What was learned for the keyboard and the output of `facts`, in the global space.
    func learnedEnd(_ facts: KeyboardFacts) -> (frame: Rect, value: LearnedFrames.Value)? {
        guard let output = output(of: facts),
            let value = learned[LearnedFrames.Key(keyboard: facts.origin, output: output)]
        else { return nil }
        return (value.frame.moved(dx: output.frame.x, dy: output.frame.y), value)
    }

    func estimate(_ facts: KeyboardFacts) -> Rect? {
        guard let area = output(of: facts)?.frame else { return nil }
        let height = area.width > area.height ? area.height / 3 : area.height / 4
        return Rect(x: area.x, y: area.y + area.height - height, width: area.width, height: height)
    }

    /// Whether the facts' frame may be one of several steps.
    var isStepping: Bool { facts.isMeasured && !facts.habits.movesInOneStep }

    /// How long it makes no step until it rests: longer on a way out that was told (rule T9).
    var patience: UInt64 { wayOut?.isTold == true ? 100_000 : 34_000 }

    /// When the running Will's Did is due: at its end; for steps at the later of that and 34 ms after the last one,
    /// at most 300 ms late (rules T3 and T9). Nothing is said while outputs change (rule T6).
    var didDue: UInt64? {
        guard running != nil, hold == nil else { return nil }
        let rest = phase == .hiding ? restsOut : lastStep.flatMap { $0 >= motion.start ? $0 + patience : nil }
        guard let rest else { return motion.finish }
        return max(motion.finish, min(rest, motion.finish + 300_000))
    }
}
