/// Whether an observer has something to watch, and why not.
package enum Availability: Sendable, Hashable {
    /// It watches.
    case active
    /// Its facility may appear at any time: a keyboard that is not running, a compositor that restarts.
    case waiting(String)
    /// Its facility cannot appear in this session as it is: another windowing system, a library left out.
    case unavailable(String)

    /// The word in `ListObservers`.
    package var word: String {
        switch self {
        case .active: "active"
        case .waiting: "waiting"
        case .unavailable: "unavailable"
        }
    }

    /// Why it is not active, for people; empty if it is.
    package var reason: String {
        switch self {
        case .active: ""
        case .waiting(let reason), .unavailable(let reason): reason
        }
    }
}
