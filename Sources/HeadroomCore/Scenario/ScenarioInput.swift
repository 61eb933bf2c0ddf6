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
struct TimelineScenario: Sendable, Hashable {
    var outputs: [Output]
    /// Where the keyboard stood in an earlier session, in the global space, and how long it took to come, in ms.
    var learned: Rect?
    var learnedDuration: Double
    var graceMS: UInt32
    /// Whether the flag is up at first.
    var isFlagged: Bool
    var hold: BarHold
    var events: [ScenarioEvent]
}
