package import HeadroomBus

/// In which world a plugin moves things (contract, section 4), in the order of their ranks: the greater takes over. Closed.
package enum PluginKind: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Moves whole windows, from outside.
    case window
    /// Scrolls what an application offers to assistive technology, from outside.
    case accessibility
    /// Lives in the application, as a part of its toolkit.
    case toolkit
    /// Is the application's own.
    case app

    /// Whether it lives in the application that it moves things in, and claims that by registering.
    package var isInProcess: Bool { self >= .toolkit }

    package static func < (one: PluginKind, other: PluginKind) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .window: 0
        case .accessibility: 1
        case .toolkit: 2
        case .app: 3
        }
    }

    /// Reads the kind of Register.
    ///
    /// - Throws: InvalidArgument for a word that is none.
    package init(named word: String) throws(BusError) {
        guard let kind = PluginKind(rawValue: word) else {
            throw .invalidArgument("kind", "expected app, toolkit, accessibility or window")
        }
        self = kind
    }
}
