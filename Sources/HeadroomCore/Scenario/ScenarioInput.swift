/// What a scenario plays.
enum ScenarioInput: Sendable, Hashable {
    /// `mode` `shift`, `scroll` or `chain`: the solver and its session.
    case session(SessionScenario)
    /// `queries`: where candidate popups go.
    case popups(PopupScenario)
    /// `timeline`: what the daemon publishes.
    case timeline(TimelineScenario)
}

/// A scenario that plays an ``AvoidanceSession``.
struct SessionScenario: Sendable, Hashable {
    var mode: Mode
    var scene: Scene
    var options: AvoidanceOptions
    var hold: BarHold
    var graceMS: UInt32
    /// Whether a keyboard is shown by owner, flag and surface (rules D1 and D2); nil: by will_show and will_hide.
    var presence: KeyboardPresence?
    var events: [ScenarioEvent]
    /// When the shift on the screen is asked for, in ms.
    var samples: [Double]

    enum Mode: String, Sendable, Hashable, CaseIterable {
        case shift, scroll, chain
    }
}

/// A scenario of questions where a popup goes.
struct PopupScenario: Sendable, Hashable {
    var outputs: [Output]
    var queries: [Query]

    struct Query: Sendable, Hashable {
        var popup: CandidatePopup
        /// The output whose device pixels the rectangles are in; nil: logical pixels.
        var physicalOn: String?
    }
}

/// A scenario that plays the daemon's timeline (rules T): the owner is present, the frame `none` at first.
public struct TimelineScenario: Sendable, Hashable {
    public var outputs: [Output]
    /// Where the keyboard stood in an earlier session, in the global space, and how long it took to come, in ms.
    public var learned: Rect?
    public var learnedDurationMS: Double?
    public var graceMS: UInt32
    /// Whether the flag is up at first.
    public var isFlagged: Bool
    public var hold: BarHold
    public var events: [Event]

    public struct Event: Sendable, Hashable {
        /// In µs.
        public var time: UInt64
        /// The announced duration in ms; nil: nobody announced a motion.
        public var durationMS: Double?
        public var kind: Kind
    }

    public enum Kind: Sendable, Hashable {
        case flag(Bool)
        case owner(isPresent: Bool)
        /// A frame was measured, or reported.
        case surface(KeyboardReport)
        case outputs([Output])
        /// Nothing but time.
        case tick
    }

    /// A notification, and when it was sent, in µs.
    public struct Signal: Sendable, Hashable {
        public var time: UInt64
        public var notification: Notification

        public init(time: UInt64, notification: Notification) {
            self.time = time
            self.notification = notification
        }
    }

    /// Plays the scenario: what was sent for each of its events, timers due before it included. Serials count from 1.
    public typealias Player = @Sendable (TimelineScenario) -> [[Signal]]
}
