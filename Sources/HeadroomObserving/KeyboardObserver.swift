package import HeadroomBus
package import HeadroomCore

/// A bystander's look at one facility of the desktop.
///
/// The contract, for whoever writes one:
/// * It never takes a job away from its owner: it owns no name that a keyboard, a panel or an input method needs.
/// * It starts although its facility is missing, says so by its availability, and picks the facility up when it appears.
/// * It reports facts whenever they change, all that it knows each time; it reports nothing that it did not see.
/// * Nothing flows back into it but ``show()`` and ``hide()``, which touch no state until it sees their effect. Another
///   observer may hint that it should look again.
/// * It runs on the daemon's one thread and never blocks it. What peers send never traps.
/// * After ``stop()`` it calls its host no more, and it may be started again.
package protocol KeyboardObserver: AnyObject {
    /// The name in `ListObservers`, in `[observers] disable` and in `headroom status`.
    var name: String { get }

    /// Whether it heard of a change and has still to ask, or to report, what that was.
    var isAsking: Bool { get }

    /// Begins to watch and to report to `host`. The first report may come before this returns.
    func start(_ host: any ObserverHost)

    /// Ends watching and lets go of everything it holds.
    func stop()

    /// Asks the keyboard to show. Returns whether the request was handed over.
    func show() -> Bool

    /// Asks the keyboard to hide. Returns whether the request was handed over.
    func hide() -> Bool

    /// These window classes are keyboards, beside those that are known (contract, section 7: `x11-classes`). May be told
    /// before ``start(_:)`` and at any time after.
    func learn(windowClasses: [String])

    /// These observers are disabled, by their names (contract, section 7: `disable`): what they would see nobody sees. May be
    /// told before ``start(_:)`` and at any time after.
    func learn(disabled: [String])
}

extension KeyboardObserver {
    package var isAsking: Bool { false }
    package func learn(windowClasses: [String]) {}
    package func learn(disabled: [String]) {}
    package func show() -> Bool { false }
    package func hide() -> Bool { false }
}

/// What an observer reports to.
package protocol ObserverHost: AnyObject {
    /// The loop everything runs on.
    var loop: EventLoop { get }

    /// The connection to the session bus.
    var bus: Connection { get }

    /// The observer knows `facts` now; nil: nothing any more.
    func observer(_ observer: any KeyboardObserver, knows facts: Facts?)

    /// The observer's facility came, went, or is waited for.
    func observer(_ observer: any KeyboardObserver, is availability: Availability)
}
