/// Whether an observer has something to watch, and why not.
package enum Availability: Sendable, Hashable {
    /// It watches.
    case active
    /// It watches, and does not see all that its facility could show.
    case partial(String)
    /// Its facility may appear at any time: a keyboard that is not running, a compositor that restarts.
    case waiting(String)
    /// Its facility cannot appear in this session as it is: another windowing system, a library left out.
    case unavailable(String)

    /// Whether it watches.
    package var isActive: Bool {
        switch self {
        case .active, .partial: true
        case .waiting, .unavailable: false
        }
    }

    /// The word in `ListObservers`.
    package var word: String {
        switch self {
        case .active, .partial: "active"
        case .waiting: "waiting"
        case .unavailable: "unavailable"
        }
    }

    /// Why it is not active, or what it does not see, for people; empty if there is nothing to say.
    package var reason: String {
        switch self {
        case .active: ""
        case .partial(let reason), .waiting(let reason), .unavailable(let reason): reason
        }
    }
}
