import HeadroomCore

/// What one subscriber knows and is told, as a pure machine (contract, sections 1 and 2).
///
/// Its driver watches the owner of the daemon's name, listens to its signals, and asks GetState when told to. Times are
/// µs of CLOCK_MONOTONIC. The serial rule holds: a notification is told if and only if its serial is greater than that
/// of the last one told or got.
struct KeyboardFollower: Sendable, Hashable {
    enum Stage: Sendable, Hashable {
        /// From the beginning until the bus has said who owns the name.
        case starting
        /// From a new owner until it has answered. What it sends meanwhile is older than its answer.
        case asking
        /// While the owner's notifications are handled.
        case following
        /// While nobody owns the name, or whoever does gives no answer that can be used.
        case absent
    }

    enum Action: Sendable, Hashable {
        /// Ask the owner for its properties and its state.
        case ask
        case tell(KeyboardUpdate)
    }

    /// For how long what was told holds without a daemon (contract, section 1).
    static let absence: UInt64 = 2_000_000
    /// How long to wait before an owner that gave no usable answer is asked again. (chosen)
    static let retry: UInt64 = 1_000_000

    private(set) var stage = Stage.starting
    /// How things stand as far as the subscriber was told; nil before the first.
    private(set) var known: KeyboardState?
    /// Answers that could not be used, for logs and tests.
    private(set) var failures: UInt64 = 0
    private var serial: UInt64 = 0
    /// What a daemon that has just come says while it has heard of no keyboard yet; meanwhile what its predecessor said
    /// is kept, since keyboards say again where they are only when they see it. Nil: nothing is kept.
    private var unspoken: KeyboardState?
    /// When what was told no longer holds without a daemon, or with one that says nothing.
    private var absenceEnds: UInt64?
    /// When the absence would have ended that a daemon has just ended by coming, until that has answered.
    private var patienceEnds: UInt64?
    private var askAgainAt: UInt64?

    /// When ``advance(to:)`` has something to do; nil: nothing is due.
    var nextDeadline: UInt64? {
        switch (absenceEnds, askAgainAt) {
        case (let a?, let b?): min(a, b)
        case (let a, let b): a ?? b
        }
    }

    // MARK: Events

    /// The daemon's name has an owner, another one than before, or none any more.
    mutating func ownerChanged(isPresent: Bool, at now: UInt64) -> [Action] {
        askAgainAt = nil
        unspoken = nil
        guard !isPresent else {
            patienceEnds = absenceEnds
            absenceEnds = nil
            stage = .asking
            return [.ask]
        }
        return beginAbsence(at: now)
    }

    /// The owner answered. At rest, `notification` begins where it ends.
    mutating func answered(_ phase: Phase, _ notification: Notification, _ properties: KeyboardProperties) -> [Action] {
        guard stage == .asking else { return [] }
        stage = .following
        serial = notification.serial
        let new = KeyboardState(
            isDaemonPresent: true, phase: phase, notification: notification, properties: properties)
        let patience = patienceEnds
        (absenceEnds, patienceEnds) = (nil, nil)
        if let patience, known?.phase.isVisible == true, new.isUnspoken {
            absenceEnds = patience
            unspoken = new
            return []
        }
        let old = known
        known = new
        guard let old, new.saysTheSame(as: old) else { return [.tell(.current(new))] }
        return new.properties == old.properties ? [] : [.tell(.properties(properties))]
    }

    /// The owner did not answer, or answered what nobody can use.
    mutating func failed(at now: UInt64) -> [Action] {
        guard stage == .asking else { return [] }
        failures += 1
        askAgainAt = now + Self.retry
        return beginAbsence(at: now)
    }

    /// The owner sent a notification.
    mutating func notified(_ notification: Notification) -> [Action] {
        guard stage == .following, notification.serial > serial else { return [] }
        serial = notification.serial
        let news = speak()
        known?.phase = notification.kind.phase
        known?.notification = notification
        return news + [.tell(.notification(notification))]
    }

    /// The owner's properties are now these.
    mutating func propertiesChanged(_ properties: KeyboardProperties) -> [Action] {
        guard stage == .following else { return [] }
        guard unspoken == nil else {
            unspoken?.properties = properties
            return []
        }
        return tell(properties)
    }

    private mutating func tell(_ properties: KeyboardProperties) -> [Action] {
        guard known?.properties != properties else { return [] }
        known?.properties = properties
        return [.tell(.properties(properties))]
    }

    /// The daemon that has come says something of a keyboard: what was kept for its sake is over.
    private mutating func speak() -> [Action] {
        guard let spoken = unspoken else { return [] }
        unspoken = nil
        absenceEnds = nil
        return tell(spoken.properties)
    }

    /// Does what is due at `now`.
    mutating func advance(to now: UInt64) -> [Action] {
        var actions: [Action] = []
        if let due = absenceEnds, due <= now { actions += endAbsence() }
        if let due = askAgainAt, due <= now {
            askAgainAt = nil
            stage = .asking
            actions.append(.ask)
        }
        return actions
    }

    // MARK: Absence

    private mutating func beginAbsence(at now: UInt64) -> [Action] {
        stage = .absent
        guard let known else { return endAbsence() }
        if known.isDaemonPresent, absenceEnds == nil { absenceEnds = now + Self.absence }
        return []
    }

    private mutating func endAbsence() -> [Action] {
        absenceEnds = nil
        let new = unspoken ?? known?.withoutDaemon() ?? .nothing
        unspoken = nil
        known = new
        return [.tell(.current(new))]
    }
}

extension KeyboardFollower {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    func brokenInvariant() -> String? {
        if stage == .starting, known != nil { return "something was told before anything was known" }
        if stage == .following, known?.isDaemonPresent != true { return "follows a daemon that is not there" }
        if stage == .following, (nextDeadline != nil) != (unspoken != nil) {
            return "something is due although all is well, or a silence has no end"
        }
        if stage != .following, unspoken != nil { return "waits for the word of a daemon that it does not follow" }
        if stage == .following, (unspoken ?? known)?.notification.serial != serial {
            return "the serial is not the last one told"
        }
        if stage == .absent, known == nil { return "absent, and nobody was told" }
        if stage == .absent, known?.isDaemonPresent == true, absenceEnds == nil { return "an absence without an end" }
        if askAgainAt != nil, stage != .absent { return "will ask again although it did not fail" }
        return nil
    }
}
