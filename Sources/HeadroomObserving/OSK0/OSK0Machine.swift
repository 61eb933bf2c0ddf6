import HeadroomCore

/// What is known of the keyboard that owns `sm.puri.OSK0`.
struct OSK0Machine: Sendable, Hashable {
    private(set) var state = State.absent

    enum State: Sendable, Hashable {
        /// Nobody owns the name.
        case absent
        /// Somebody owns it, and has not said yet whether the keyboard is visible.
        case asked(name: String)
        /// It said so, at an instant in µs of CLOCK_MONOTONIC.
        case known(name: String, isVisible: Bool, since: UInt64)
    }

    /// What there is to do.
    enum Action: Sendable, Hashable {
        /// Ask the owner for `Visible`.
        case ask
        /// The facts are new.
        case report
    }

    /// The owner is there no longer, and its keyboard with it; also if another one has the name now.
    mutating func ownerLeft() -> [Action] {
        defer { state = .absent }
        return facts == nil ? [] : [.report]
    }

    /// The name has an owner, a program called `name`.
    mutating func ownerCame(_ name: String) -> [Action] {
        state = .asked(name: name)
        return [.ask]
    }

    /// The owner said whether the keyboard is visible.
    mutating func visibleChanged(_ isVisible: Bool, at time: UInt64) -> [Action] {
        switch state {
        case .absent:
            return []
        case .asked(let name):
            state = .known(name: name, isVisible: isVisible, since: time)
            return [.report]
        case .known(let name, let old, _):
            guard old != isVisible else { return [] }
            state = .known(name: name, isVisible: isVisible, since: time)
            return [.report]
        }
    }

    /// The owner did not say: it may yet signal a change, and counts as hidden until then.
    mutating func askFailed(at time: UInt64) -> [Action] {
        guard case .asked = state else { return [] }
        return visibleChanged(false, at: time)
    }

    /// All that is known; nil while nobody is there.
    var facts: Facts? {
        switch state {
        case .absent, .asked:
            nil
        case .known(let name, let isVisible, let since):
            Facts(
                keyboard: KeyboardWitness(
                    name: name, isVisible: isVisible, since: since, canShow: true, canHide: true))
        }
    }
}
