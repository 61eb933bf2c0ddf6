/// What the daemon holds true of the keyboard now: the arbiter's answer and the timeline's input (rule T0).
///
/// Rectangles are in the global space, in logical pixels.
public struct KeyboardFacts: Sendable, Hashable {
    /// Whom the daemon believes, and the keyboard's name for what is learned of it; empty if there is no keyboard.
    public var origin = ""
    /// Whether its owner is there (rule T0 `owner`).
    public var isPresent = false
    /// Whether it is meant to be seen (rule T0 `flag`).
    public var isFlagged = false
    /// Whether a fullscreen window covers it.
    public var isOccluded = false
    /// The name of its output; empty: the one with which its frame shares the largest area.
    public var output = ""
    public var frame = FrameKnowledge.none
    /// Whether the frame was measured. A frame nobody measured is published as `estimated` and never learned.
    public var isMeasured = true
    public var placement = Placement.docked
    /// How much of the top of the frame is the candidate bar.
    public var candidateBarHeight = 0.0
    /// Whether some of the bar, or of the room, is only kept free (rule B3).
    public var isCandidateBarReserved = false
    /// How much of the top of the frame comes and goes with the bar, in px: the bar's height, unless it stands in a part
    /// of the frame that stays. Learned frames are without it.
    public var barExtent = 0.0
    /// The free space candidates at the caret need below it.
    public var roomBelowCaret = 0.0
    /// Whether that was computed and not measured.
    public var isRoomEstimated = false
    /// What is seen of candidates at the caret; nil: none are shown, or the keyboard itself says how much room they need.
    public var candidates: CandidateSight?
    /// The parts of a split keyboard.
    public var regions: [Rect] = []
    public var engine = ""
    public var habits = Habits.unknown
    /// Where the compositor lays out maximised windows now, if anybody knows.
    public var usable: Rect?
    /// The states of windows that the compositor itself keeps clear of the keyboard.
    public var compositorAvoids: [String] = []
    /// Whether whoever is believed can show the keyboard when asked.
    public var canShow = false
    /// Whether whoever is believed can hide it when asked.
    public var canHide = false

    public init() {}
}

/// What is known of a keyboard's frame (rule T0).
public enum FrameKnowledge: Sendable, Hashable {
    /// Nobody who could see frames on its output is active.
    case unknown
    /// Somebody could see it, and sees nothing.
    case none
    /// All that it covers, the candidate bar included.
    case rect(Rect)
}

/// How a kind of keyboard behaves, as far as it changes what its facts mean (rules T7 and T9).
public struct Habits: Sendable, Hashable {
    /// For how many ms after it is no longer flagged it counts as shown, since focus may be on its way to another
    /// field; 0 for keyboards that wait themselves.
    public var graceMS: UInt32
    /// Whether it is known to move in one step, so that each frame is where it stays.
    public var movesInOneStep: Bool
    /// Whether it is known to say that it is hidden only when it has slid out. Of others a step towards the edge is
    /// another height until they rest or are gone, as rule T9 has it.
    public var saysHiddenWhenSlidOut: Bool

    public init(graceMS: UInt32, movesInOneStep: Bool, saysHiddenWhenSlidOut: Bool = false) {
        self.graceMS = graceMS
        self.movesInOneStep = movesInOneStep
        self.saysHiddenWhenSlidOut = saysHiddenWhenSlidOut
    }

    /// A keyboard nobody knows.
    public static let unknown = Habits(graceMS: 60, movesInOneStep: false)

    /// What is known of the keyboard whose program or provider has this name.
    public static func of(keyboard name: String) -> Habits {
        known.first { $0.name == name }?.habits ?? .unknown
    }

    /// The keyboards measured so far (rule T7; heights and steps: squeekboard and wvkbd do not animate, Onboard, Maliit,
    /// GNOME Shell and stevia slide).
    private static let known: [(name: String, habits: Habits)] = [
        ("squeekboard", Habits(graceMS: 0, movesInOneStep: true)),
        ("wvkbd", Habits(graceMS: 60, movesInOneStep: true)),
        ("stevia", Habits(graceMS: 0, movesInOneStep: false)),
        ("onboard", Habits(graceMS: 0, movesInOneStep: false, saysHiddenWhenSlidOut: true)),
        ("maliit", Habits(graceMS: 0, movesInOneStep: false)),
        ("gnome", Habits(graceMS: 0, movesInOneStep: false)),
    ]
}

/// A change that its author announced as one motion with a duration: a provider's call (rule T9).
public struct Transition: Sendable, Hashable {
    /// In ms; 0: it is done already.
    public var durationMS: UInt32
    public var curve: Curve
    /// When it began, in µs of CLOCK_MONOTONIC; nil: now.
    public var startTime: UInt64?

    public init(durationMS: UInt32, curve: Curve = .linear, startTime: UInt64? = nil) {
        self.durationMS = durationMS
        self.curve = curve
        self.startTime = startTime
    }
}

/// What came with one change of the facts and holds for it alone (contract, section 3: event keys).
public struct ChangeCause: Sendable, Hashable {
    /// The announced motion; nil: nobody announced one, the change is a step (rule T9).
    public var transition: Transition?
    /// The reason given; nil: the timeline names the one it sees.
    public var reason: Reason?

    public init(transition: Transition? = nil, reason: Reason? = nil) {
        self.transition = transition
        self.reason = reason
    }

    /// A change nobody said anything about.
    public static let unannounced = ChangeCause()
}
