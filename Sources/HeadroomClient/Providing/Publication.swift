public import HeadroomCore
package import HeadroomWire

/// What a provider says with one call: the keys of Publish (contract, section 3). What is nil keeps its value.
public struct Publication: Sendable, Hashable {
    /// The space of a frame and of regions.
    public enum Space: Sendable, Hashable {
        /// Logical pixels from the top left corner of the output.
        case output
        /// Logical pixels in the global space.
        case global
        /// Device pixels, as X11 programs see them.
        case device
    }

    /// A state key, as far as one can take it back.
    public enum Key: Sendable, Hashable, CaseIterable {
        case visible, output, frame, space, candidateBarHeight, candidateBarIncluded, roomBelowCaret, engine, placement
        case regions, outputFrame, canShow, canHide
    }

    /// Whether the keyboard is, or is about to be, on the screen.
    public var isVisible: Bool?
    /// Name or alias of the output; empty: the one with which the frame shares the largest area.
    public var output: String?
    /// What the keyboard covers, or will when its motion is over, in ``space``.
    public var frame: Rect?
    /// Never given: ``Space/output`` if one is named, else ``Space/global``.
    public var space: Space?
    /// The height of the candidate bar docked above the keyboard or part of it, in the unit of ``space``.
    public var candidateBarHeight: Double?
    /// Whether ``frame`` contains the candidate bar.
    public var isCandidateBarIncluded: Bool?
    /// Free space wanted below the caret for candidates that pop up there, in the unit of ``space``.
    public var roomBelowCaret: Double?
    /// The input method's engine, such as `ibus:libpinyin`; empty: none.
    public var engine: String?
    public var placement: Placement?
    /// The parts of a split keyboard, in ``space``.
    public var regions: [Rect]?
    /// The output in the global space, for desktops whose outputs the daemon cannot see.
    public var outputFrame: Rect?
    /// Whether requests to show are followed.
    public var canShow: Bool?
    /// Whether requests to hide are followed.
    public var canHide: Bool?
    /// The motion to the new state, announced as one; nil: the change is a step of a motion nobody announced.
    public var transition: Transition?
    /// Why, for people and logs.
    public var reason: Reason?
    /// State keys to forget, as if they had never been given. One that is given too is given.
    public var cleared: Set<Key> = []
    /// For how many ms the provider lives without a call; 0: for ever.
    public var leaseMS: UInt32?

    public init() {}

    /// As it is sent.
    package func update(name: String) -> ProviderUpdate {
        var update = ProviderUpdate(name: name)
        update.state.isVisible = isVisible
        update.state.output = output
        update.state.frame = frame
        update.state.space = space.map(\.onWire)
        update.state.candidateBarHeight = candidateBarHeight
        update.state.isCandidateBarIncluded = isCandidateBarIncluded
        update.state.roomBelowCaret = roomBelowCaret
        update.state.engine = engine
        update.state.placement = placement
        update.state.regions = regions
        update.state.outputFrame = outputFrame
        update.state.canShow = canShow
        update.state.canHide = canHide
        update.cause = ChangeCause(transition: transition, reason: reason)
        update.cleared = Key.allCases.filter(cleared.contains).map(\.onWire)
        update.leaseMS = leaseMS
        return update
    }
}

extension Publication.Space {
    fileprivate var onWire: FrameSpace {
        switch self {
        case .output: .output
        case .global: .global
        case .device: .device
        }
    }
}

extension Publication.Key {
    fileprivate var onWire: ProviderKey {
        switch self {
        case .visible: .visible
        case .output: .output
        case .frame: .frame
        case .space: .space
        case .candidateBarHeight: .candidateBarHeight
        case .candidateBarIncluded: .candidateBarIncluded
        case .roomBelowCaret: .roomBelowCaret
        case .engine: .engine
        case .placement: .placement
        case .regions: .regions
        case .outputFrame: .outputFrame
        case .canShow: .canShow
        case .canHide: .canHide
        }
    }
}
