import HeadroomCore

/// A wrong hold: what it is given or says is bent, and the judge has to see it.
struct FaultyHold: HoldMachine {
    private var right: HeldTimeline
    private let fault: HoldFault
    private var setup: HoldSetup
    private var given = KeyboardFacts()
    private var policies: CandidatePolicies

    init(_ fault: HoldFault, _ start: UInt64, _ setup: HoldSetup) {
        self.fault = fault
        self.setup = setup
        policies = CandidatePolicies(general: fault.policy ?? setup.policy)
        right = HeldTimeline(
            start: start, outputs: [HoldWorld.output],
            memory: fault == .forgets ? LearnedCandidates() : setup.memory, policies: policies)
    }

    mutating func update(_ facts: KeyboardFacts, cause: ChangeCause, at time: UInt64) -> [Timeline.Action] {
        var facts = facts
        switch fault {
        case .engineIgnored: facts.engine = setup.start.engine
        case .staleAfterHide:
            if facts.candidateBarHeight == 0, !facts.isFlagged || !given.isFlagged {
                facts.candidateBarHeight = given.candidateBarHeight
                facts.frame = .rect(HoldWorld.base.extendedUpwards(by: facts.candidateBarHeight))
            }
        case .roomIgnored: (facts.roomBelowCaret, facts.candidates) = (0, nil)
        case .frameNotExtended: facts.frame = .rect(HoldWorld.base)
        case .alwaysFollows, .alwaysReserves, .neverReserves, .forgets, .reservedUntold, .learnsAtOnce: break
        }
        given = facts
        return bent(right.update(facts, cause: cause, at: time))
    }

    mutating func setPolicies(_ policies: CandidatePolicies, at time: UInt64) -> [Timeline.Action] {
        guard fault.policy == nil else { return right.advance(to: time) }
        return bent(right.setPolicies(policies, at: time))
    }

    mutating func advance(to time: UInt64) -> [Timeline.Action] { bent(right.advance(to: time)) }

    private func bent(_ actions: [Timeline.Action]) -> [Timeline.Action] {
        actions.map { action in
            guard case .notify(var notification) = action else { return action }
            if fault == .reservedUntold { notification.details.isCandidateBarReserved = false }
            return .notify(notification)
        }
    }

    var nextDeadline: UInt64? { right.nextDeadline }
    var state: (phase: Phase, notification: Notification) { right.timeline.state }

    var memory: LearnedCandidates {
        guard fault == .learnsAtOnce, given.isFlagged, given.candidateBarHeight > 0 else { return right.memory }
        var memory = right.memory
        let key = setup.key(given.engine)
        var value = memory[key] ?? .init()
        if value.bars.last != given.candidateBarHeight { value.bars.note(given.candidateBarHeight) }
        memory[key] = value
        return memory
    }

    func brokenInvariant() -> String? { right.brokenInvariant() }

    func rebased(to origin: UInt64) -> FaultyHold {
        var copy = self
        copy.right = right.rebased(to: origin)
        return copy
    }
}

/// What is wrong with a hold.
enum HoldFault: CaseIterable, Sendable {
    /// The bar falls within a session.
    case alwaysFollows
    /// Learned heights are kept though nothing toggles, or `sticky` is set.
    case alwaysReserves
    /// What was learned is not kept from the start on.
    case neverReserves
    /// Another engine goes on with what was held.
    case engineIgnored
    /// A bar that went with the keyboard is there when it comes again.
    case staleAfterHide
    /// A popup asks for nothing.
    case roomIgnored
    /// A bar above the frame does not extend it.
    case frameNotExtended
    /// What was learned before is not there.
    case forgets
    /// What is only kept is not told to be.
    case reservedUntold
    /// A height is learned that did not stand.
    case learnsAtOnce

    /// The policy that acts, whatever is set.
    var policy: BarHold.Policy? {
        switch self {
        case .alwaysFollows: .follow
        case .alwaysReserves: .reserve
        case .neverReserves: .sticky
        case .engineIgnored, .staleAfterHide, .roomIgnored, .frameNotExtended, .forgets, .reservedUntold,
            .learnsAtOnce:
            nil
        }
    }
}
