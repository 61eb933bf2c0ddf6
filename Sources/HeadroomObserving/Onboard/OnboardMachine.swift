import HeadroomCore

/// What is known of the keyboard that owns `org.onboard.Onboard`, and what it still owes an answer to.
///
/// Times are µs of CLOCK_MONOTONIC. At most one question and one request are on their way: a keyboard that is stopped
/// answers nothing, and would do all that was asked of it at once when it goes on.
struct OnboardMachine: Sendable, Hashable {
    private(set) var state = State.absent
    /// Whether an answer is overdue. No request is made of it then until the answer comes.
    private(set) var isSilent = false
    /// Whether it was asked for `Visible` and has not answered.
    private var isAsked = false
    /// The request that it has not answered: show or hide.
    private var request: Bool?
    /// What is to be asked of it once it has answered.
    private var nextRequest: Bool?
    /// When an answer is overdue: the time to call ``advance(to:)``.
    private(set) var nextDeadline: UInt64?

    /// How long it may take to answer, in ms; usually it takes 1 (chosen: what Headroom's own callers are promised).
    static let patience: UInt32 = 1000

    enum State: Sendable, Hashable {
        /// Nobody owns the name.
        case absent
        /// Somebody owns it, and has not said yet whether the keyboard is visible.
        case unknown
        /// It said so, at an instant; nil: it did not when it was asked.
        case known(isVisible: Bool?, since: UInt64)
    }

    /// What there is to do.
    enum Action: Sendable, Hashable {
        /// Ask the owner for `Visible`; an answer to an earlier question is not waited for any more.
        case ask
        /// Ask it to show (true) or to hide.
        case request(Bool)
        /// The facts are new, or whether it is silent.
        case report
    }

    // MARK: The owner

    /// The owner is there no longer, and its keyboard with it; also if another one has the name now.
    mutating func ownerLeft() -> [Action] {
        let wasKnown = facts != nil
        self = OnboardMachine()
        return wasKnown ? [.report] : []
    }

    /// The name has an owner.
    mutating func ownerCame(at time: UInt64) -> [Action] {
        self = OnboardMachine()
        state = .unknown
        return ask(at: time)
    }

    // MARK: What it says

    /// It said, unasked, whether the keyboard is visible.
    mutating func visibleChanged(_ isVisible: Bool, at time: UInt64) -> [Action] {
        switch state {
        case .absent:
            return []
        case .known(let old, _) where old == isVisible:
            return []
        case .unknown, .known:
            state = .known(isVisible: isVisible, since: time)
            return [.report]
        }
    }

    /// It said that `Visible` changed, and not what it is now.
    mutating func invalidated(at time: UInt64) -> [Action] { state == .absent ? [] : ask(at: time) }

    private mutating func ask(at time: UInt64) -> [Action] {
        isAsked = true
        expectAnswer(at: time)
        return [.ask]
    }

    /// It answered what it was asked; nil: with nothing that makes sense.
    mutating func visibleAnswered(_ isVisible: Bool?, at time: UInt64) -> [Action] {
        guard state != .absent else { return [] }
        isAsked = false
        let actions = answered(at: time)
        if let isVisible { return actions + visibleChanged(isVisible, at: time) }
        guard state == .unknown else { return actions }
        state = .known(isVisible: nil, since: time)
        return [.report]
    }

    // MARK: Requests

    /// Somebody wants the keyboard shown or hidden. Returns nil if nobody is there to be asked, or it is silent.
    mutating func wanted(_ isVisible: Bool, at time: UInt64) -> [Action]? {
        guard state != .absent, !isSilent else { return nil }
        guard let request else {
            self.request = isVisible
            expectAnswer(at: time)
            return [.request(isVisible)]
        }
        nextRequest = request == isVisible ? nil : isVisible
        return []
    }

    /// It answered the request.
    mutating func requestAnswered(at time: UInt64) -> [Action] {
        guard state != .absent else { return [] }
        request = nil
        let actions = answered(at: time)
        guard let next = nextRequest else { return actions }
        nextRequest = nil
        return actions + (wanted(next, at: time) ?? [])
    }

    // MARK: Patience

    /// Time passes: an answer may be overdue. What else was wanted of it is forgotten then.
    mutating func advance(to time: UInt64) -> [Action] {
        guard let deadline = nextDeadline, deadline <= time else { return [] }
        nextDeadline = nil
        nextRequest = nil
        isSilent = true
        if state == .unknown { state = .known(isVisible: nil, since: time) }
        return [.report]
    }

    private mutating func expectAnswer(at time: UInt64) {
        if nextDeadline == nil, !isSilent { nextDeadline = time.advanced(byMilliseconds: Self.patience) }
    }

    /// One answer came; another one may still be owed.
    private mutating func answered(at time: UInt64) -> [Action] {
        let wasSilent = isSilent
        isSilent = false
        nextDeadline = nil
        if isAsked || request != nil { expectAnswer(at: time) }
        return wasSilent ? [.report] : []
    }

    // MARK: Facts

    /// All that is known; nil while nobody is there.
    var facts: Facts? {
        switch state {
        case .absent, .unknown:
            nil
        case .known(let isVisible, let since):
            Facts(
                keyboard: KeyboardWitness(
                    name: OnboardNames.keyboard, isVisible: isVisible, since: since, canShow: !isSilent,
                    canHide: !isSilent))
        }
    }
}
