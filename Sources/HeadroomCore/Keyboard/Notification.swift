/// What every client hears when the keyboard comes, changes or goes (contract, section 2).
///
/// Frames are in the global space; on the wire they are relative to ``output``.
public struct Notification: Sendable, Hashable {
    public var kind: Kind
    /// Greater than that of every notification before.
    public var serial: UInt64
    /// The name of the output it is about; empty while none is known.
    public var output: String
    /// Where the published motion is when this one starts.
    public var frameBegin: Rect
    /// Where it ends: all that the keyboard covers, the candidate bar included.
    public var frameEnd: Rect
    /// How much of the output, up from its bottom edge, a docked keyboard covers at the end.
    public var bottomInset: Double
    /// How much of the top of ``frameEnd`` is the candidate bar.
    public var candidateBarHeight: Double
    /// How long the motion takes; 0 in every Did.
    public var durationMS: UInt32
    public var details: Details

    public init(
        kind: Kind, serial: UInt64, output: String, frameBegin: Rect, frameEnd: Rect, bottomInset: Double,
        candidateBarHeight: Double, durationMS: UInt32, details: Details
    ) {
        self.kind = kind
        self.serial = serial
        self.output = output
        self.frameBegin = frameBegin
        self.frameEnd = frameEnd
        self.bottomInset = bottomInset
        self.candidateBarHeight = candidateBarHeight
        self.durationMS = durationMS
        self.details = details
    }

    /// The six signals. Closed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case willShow = "WillShow"
        case didShow = "DidShow"
        case willChangeFrame = "WillChangeFrame"
        case didChangeFrame = "DidChangeFrame"
        case willHide = "WillHide"
        case didHide = "DidHide"

        /// Whether it announces; the others confirm.
        public var isWill: Bool {
            switch self {
            case .willShow, .willChangeFrame, .willHide: true
            case .didShow, .didChangeFrame, .didHide: false
            }
        }

        /// The phase that begins with it.
        public var phase: Phase {
            switch self {
            case .willShow: .showing
            case .willChangeFrame: .changing
            case .willHide: .hiding
            case .didShow, .didChangeFrame: .shown
            case .didHide: .hidden
            }
        }
    }

    /// What a notification carries in its `details` (contract, section 2).
    public struct Details: Sendable, Hashable {
        /// When the motion began, in µs of CLOCK_MONOTONIC; may lie in the past.
        public var startTime: UInt64
        public var curve: Curve
        /// The speed of the top edge at the start in px/s, y down; 0 but for springs.
        public var velocity: Double
        public var placement: Placement
        public var reason: Reason
        /// Whom the daemon believes: a provider's name, a keyboard's program, or an observer's name.
        public var origin: String
        /// Whether the frame was not measured.
        public var isEstimated: Bool
        /// In a Did, the serial of the Will it completes.
        public var completes: UInt64?
        /// The output in the global space.
        public var outputFrame: Rect?
        /// Where the compositor lays out maximised windows when this is over, in the global space.
        public var usable: Rect?
        /// The states of windows that the compositor itself keeps clear of the keyboard.
        public var compositorAvoids: [String]
        /// The input method's engine, for example `ibus:libpinyin`; empty if none is known.
        public var engine: String
        /// How much of the top of `frameBegin` is the candidate bar.
        public var candidateBarHeightBegin: Double
        /// Whether some of the bar's height is only kept free for candidates that may come.
        public var isCandidateBarReserved: Bool
        /// The free space candidates at the caret need below it.
        public var roomBelowCaret: Double
        /// The parts of a split keyboard, in the global space.
        public var regions: [Rect]

        public init(
            startTime: UInt64 = 0, curve: Curve = .linear, velocity: Double = 0, placement: Placement = .docked,
            reason: Reason = .visibility, origin: String = "", isEstimated: Bool = false, completes: UInt64? = nil,
            outputFrame: Rect? = nil, usable: Rect? = nil, compositorAvoids: [String] = [], engine: String = "",
            candidateBarHeightBegin: Double = 0, isCandidateBarReserved: Bool = false, roomBelowCaret: Double = 0,
            regions: [Rect] = []
        ) {
            self.startTime = startTime
            self.curve = curve
            self.velocity = velocity
            self.placement = placement
            self.reason = reason
            self.origin = origin
            self.isEstimated = isEstimated
            self.completes = completes
            self.outputFrame = outputFrame
            self.usable = usable
            self.compositorAvoids = compositorAvoids
            self.engine = engine
            self.candidateBarHeightBegin = candidateBarHeightBegin
            self.isCandidateBarReserved = isCandidateBarReserved
            self.roomBelowCaret = roomBelowCaret
            self.regions = regions
        }
    }

    /// The motion that it publishes.
    public var motion: Motion {
        Motion(
            begin: frameBegin, end: frameEnd, start: details.startTime, durationMS: durationMS, curve: details.curve,
            velocity: details.velocity)
    }
}
