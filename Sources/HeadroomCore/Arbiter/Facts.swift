/// What one observer or provider knows now; each field present or absent.
///
/// Facts replace one another: the newest of a source is all that it says.
public struct Facts: Sendable, Hashable {
    /// What it knows of a keyboard; nil: it speaks of none.
    public var keyboard: KeyboardWitness?
    /// What the desktop reserves on each output it can see; nil: it does not look at that.
    public var areas: [OutputArea]?
    /// The outputs of the desktop; nil: it does not look at that.
    public var outputs: [Output]?
    /// What it knows of input methods' candidates, one for each framework it sees; nil: it does not look at that.
    public var candidates: [CandidateWitness]?

    public init(
        keyboard: KeyboardWitness? = nil, areas: [OutputArea]? = nil, outputs: [Output]? = nil,
        candidates: [CandidateWitness]? = nil
    ) {
        self.keyboard = keyboard
        self.areas = areas
        self.outputs = outputs
        self.candidates = candidates
    }
}

/// How a frame came to be known.
public enum Knowledge: UInt8, Sendable, Hashable, Comparable {
    case measured, learned, computed

    public static func < (one: Knowledge, other: Knowledge) -> Bool { one.rawValue < other.rawValue }
}

/// What one source knows of one keyboard. Rectangles are in the global space.
public struct KeyboardWitness: Sendable, Hashable {
    /// The keyboard's program or the provider's name; what is learned and configured for it goes by this.
    public var name: String
    /// Whether its owner is there.
    public var isPresent: Bool
    /// Whether it is meant to be seen; nil: the source cannot tell.
    public var isVisible: Bool?
    /// When ``isVisible`` last changed, in µs of CLOCK_MONOTONIC.
    public var since: UInt64
    /// The keyboard's frame as its author gives it; nil: this source sees no frames.
    public var frame: FrameKnowledge?
    public var knowledge: Knowledge
    /// The output that the source names; nil: none.
    public var output: String?
    public var placement: Placement?
    public var candidateBarHeight: Double?
    /// Whether ``frame`` contains the candidate bar already.
    public var isCandidateBarIncluded: Bool
    public var roomBelowCaret: Double?
    public var engine: String?
    public var regions: [Rect]?
    /// The output in the global space, as the source gives it, for desktops of which nobody else knows the outputs.
    public var outputFrame: Rect?
    public var canShow: Bool?
    public var canHide: Bool?

    public init(
        name: String, isPresent: Bool = true, isVisible: Bool? = nil, since: UInt64 = 0, frame: FrameKnowledge? = nil,
        knowledge: Knowledge = .measured, output: String? = nil, placement: Placement? = nil,
        candidateBarHeight: Double? = nil, isCandidateBarIncluded: Bool = false, roomBelowCaret: Double? = nil,
        engine: String? = nil, regions: [Rect]? = nil, outputFrame: Rect? = nil, canShow: Bool? = nil,
        canHide: Bool? = nil
    ) {
        self.name = name
        self.isPresent = isPresent
        self.isVisible = isVisible
        self.since = since
        self.frame = frame
        self.knowledge = knowledge
        self.output = output
        self.placement = placement
        self.candidateBarHeight = candidateBarHeight
        self.isCandidateBarIncluded = isCandidateBarIncluded
        self.roomBelowCaret = roomBelowCaret
        self.engine = engine
        self.regions = regions
        self.outputFrame = outputFrame
        self.canShow = canShow
        self.canHide = canHide
    }
}
