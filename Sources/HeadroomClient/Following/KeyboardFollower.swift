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
    private var absenceEnds: UInt64?
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
        guard !isPresent else {
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
        absenceEnds = nil
        serial = notification.serial
        let new = KeyboardState(
            isDaemonPresent: true, phase: phase, notification: notification, properties: properties)
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
        known?.phase = notification.kind.phase
        known?.notification = notification
        return [.tell(.notification(notification))]
    }

    /// The owner's properties are now these.
    mutating func propertiesChanged(_ properties: KeyboardProperties) -> [Action] {
        guard stage == .following, known?.properties != properties else { return [] }
        known?.properties = properties
        return [.tell(.properties(properties))]
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
        let new = known?.withoutDaemon() ?? .nothing
        known = new
        return [.tell(.current(new))]
    }
}

extension KeyboardFollower {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    func brokenInvariant() -> String? {
        if stage == .starting, known != nil { return "something was told before anything was known" }
        if stage == .following, known?.isDaemonPresent != true { return "follows a daemon that is not there" }
        if stage == .following, nextDeadline != nil { return "something is due although all is well" }
        if stage == .following, known?.notification.serial != serial { return "the serial is not the last one told" }
        if stage == .absent, known == nil { return "absent, and nobody was told" }
        if stage == .absent, known?.isDaemonPresent == true, absenceEnds == nil { return "an absence without an end" }
        if askAgainAt != nil, stage != .absent { return "will ask again although it did not fail" }
        return nil
    }
}
