import HeadroomClient
import HeadroomConfig

/// All that `headroom doctor` looks at, as it was found. What is made of it is the ``Diagnosis``'s.
struct Examination: Sendable {
    var bus = Bus.answers
    var daemon: Daemon?
    /// Names that somebody owns on the bus.
    var names: Set<String> = []
    var wayland = Display.none
    var x11 = Display.none
    var accessibility = Accessibility.unknown
    /// Whether the user has asked for the accessibility plugin.
    var isAccessibilityWanted = false
    /// What the environment tells toolkits about accessibility, by variable.
    var toolkitVariables: [String: String] = [:]
    /// `XDG_CURRENT_DESKTOP`; empty if it is not set.
    var desktop = ""
    /// Where the unit of the user's systemd is; nil: nowhere it looks.
    var unit: String?
    /// Where the autostart entry is; nil: nowhere a session looks.
    var autostart: String?
    var configuration = Configuration.none
    /// What the configuration disables.
    var disabledObservers: [String] = []
    var state = Folder.none

    enum Bus: Sendable, Hashable {
        case answers
        case fails(String)
    }

    /// Whether programs are asked to show themselves on the accessibility bus.
    enum Accessibility: Sendable, Hashable {
        /// Nobody is there to say.
        case unknown
        case off
        case on
    }

    struct Daemon: Sendable, Hashable {
        /// Of its Keyboard interface; nil if it does not say.
        var version: UInt32?
        var pid: UInt32?
        /// Nil if it does not say.
        var observers: [ObserverState]?
        /// Nil if it does not say.
        var candidates: [CandidateState]?
        /// Nil if it does not say.
        var plugins: [PluginState]?
    }

    /// A display that the environment names.
    enum Display: Sendable, Hashable {
        /// It names none.
        case none
        /// Somebody listens there.
        case answers(String)
        /// It cannot be reached there, and why.
        case fails(String, String)
        /// On another machine, where nobody looks.
        case remote(String)
    }

    enum Configuration: Sendable, Hashable {
        /// There is no place for one.
        case none
        case absent(String)
        case good(String)
        case bad([String])
    }

    enum Folder: Sendable, Hashable {
        /// There is no place for one.
        case none
        case writable(String)
        case fails(String, String)
    }
}
