package import HeadroomCore

/// What a provider has said and not taken back: the state keys of Publish (contract, section 3). Nil: never given, or
/// cleared.
package struct ProviderState: Sendable, Hashable {
    package var isVisible: Bool?
    /// An output's name or alias; empty: the one with which the frame shares the largest area.
    package var output: String?
    /// In ``space``.
    package var frame: Rect?
    package var space: FrameSpace?
    /// In logical pixels; in device pixels if ``space`` is ``FrameSpace/device``.
    package var candidateBarHeight: Double?
    package var isCandidateBarIncluded: Bool?
    /// Unit as ``candidateBarHeight``.
    package var roomBelowCaret: Double?
    /// Empty: none.
    package var engine: String?
    package var placement: Placement?
    /// In ``space``.
    package var regions: [Rect]?
    /// In the global space.
    package var outputFrame: Rect?
    package var canShow: Bool?
    package var canHide: Bool?

    package init() {}

    /// Forgets what `update` clears, then takes what `update` gives.
    package mutating func apply(_ update: ProviderUpdate) {
        for key in update.cleared { clear(key) }
        let new = update.state
        isVisible = new.isVisible ?? isVisible
        output = new.output ?? output
        frame = new.frame ?? frame
        space = new.space ?? space
        candidateBarHeight = new.candidateBarHeight ?? candidateBarHeight
        isCandidateBarIncluded = new.isCandidateBarIncluded ?? isCandidateBarIncluded
        roomBelowCaret = new.roomBelowCaret ?? roomBelowCaret
        engine = new.engine ?? engine
        placement = new.placement ?? placement
        regions = new.regions ?? regions
        outputFrame = new.outputFrame ?? outputFrame
        canShow = new.canShow ?? canShow
        canHide = new.canHide ?? canHide
    }

    /// Forgets one key; those that are no state keys mean nothing here.
    private mutating func clear(_ key: ProviderKey) {
        switch key {
        case .visible: isVisible = nil
        case .output: output = nil
        case .frame: frame = nil
        case .space: space = nil
        case .candidateBarHeight: candidateBarHeight = nil
        case .candidateBarIncluded: isCandidateBarIncluded = nil
        case .roomBelowCaret: roomBelowCaret = nil
        case .engine: engine = nil
        case .placement: placement = nil
        case .regions: regions = nil
        case .outputFrame: outputFrame = nil
        case .canShow: canShow = nil
        case .canHide: canHide = nil
        case .name, .durationMS, .curve, .curveParameters, .reason, .startTime, .clear, .leaseMS: break
        }
    }
}

/// The space in which a provider gives its rectangles. Closed: a frame in a space nobody knows cannot be placed.
package enum FrameSpace: String, Sendable, Hashable, CaseIterable {
    /// Logical pixels from the top left corner of the output.
    case output
    /// Logical pixels in the global space.
    case global
    /// Device pixels, as X11 programs see them.
    case device
}
