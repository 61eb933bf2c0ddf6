/// A keyboard as somebody reports it, before anything is concluded from it: the solver's first input.
///
/// Rectangles are in the global space, in logical pixels. Any numbers may be in it; ``isAcceptable`` judges them.
public struct KeyboardReport: Sendable, Hashable {
    public var extent: Extent
    /// The candidate bar; of height 0 if there is none.
    public var candidateBar: Strip
    /// Anything else that stands on the keyboard, such as a toolbar.
    public var accessory: Strip
    /// The free space that candidates popping up at the caret need below it (rule B1).
    public var roomBelowCaret: Double
    /// How it stands; nil if nobody says, then its place decides (rule G3).
    public var placement: Placement?
    /// The parts of a split keyboard; empty: the frame is all of it.
    public var regions: [Rect]
    /// Whether the frame is a guess that a measured one will follow (rule S2).
    public var isEstimated: Bool
    /// Whether the compositor itself keeps this window clear of the keyboard (rule D5).
    public var compositorAvoids: Bool
    /// Where the compositor lays out such a window; nil: in the output above the keyboard.
    public var usable: Rect?

    public init(
        _ extent: Extent, candidateBar: Strip = .none, accessory: Strip = .none, roomBelowCaret: Double = 0,
        placement: Placement? = nil, regions: [Rect] = [], isEstimated: Bool = false, compositorAvoids: Bool = false,
        usable: Rect? = nil
    ) {
        self.extent = extent
        self.candidateBar = candidateBar
        self.accessory = accessory
        self.roomBelowCaret = roomBelowCaret
        self.placement = placement
        self.regions = regions
        self.isEstimated = isEstimated
        self.compositorAvoids = compositorAvoids
        self.usable = usable
    }

    /// What is known of its size and place.
    public enum Extent: Sendable, Hashable {
        case frame(Rect)
        /// Only a height: it is as wide as the output of the content and stands at its bottom (rule G2).
        case height(Double)
    }

    /// A bar at the keyboard's upper edge.
    public struct Strip: Sendable, Hashable {
        /// In logical pixels; below 0 counts as 0.
        public var height: Double
        /// Whether the reported frame contains it already. If not, it extends the frame upwards (rule G2).
        public var isIncluded: Bool

        public init(height: Double, isIncluded: Bool = true) {
            self.height = height
            self.isIncluded = isIncluded
        }

        public static let none = Strip(height: 0)
    }
}

extension KeyboardReport {
    /// Whether it may be believed: a number that is not finite, or a negative width or height of a rectangle, rejects
    /// the whole report, which then changes nothing (rule G1).
    public var isAcceptable: Bool {
        let extentIsFine =
            switch extent {
            case .frame(let frame): frame.isValid
            case .height(let height): height.isFinite
            }
        for index in regions.indices where !regions[index].isValid { return false }
        return extentIsFine && candidateBar.height.isFinite && accessory.height.isFinite && roomBelowCaret.isFinite
            && usable?.isValid != false
    }

    /// Whether the extent is too small to cover anything (rule G1).
    public var isEmpty: Bool {
        switch extent {
        case .frame(let frame): frame.isEmpty
        case .height(let height): !(height >= Rect.smallest)
        }
    }
}

extension KeyboardReport {
    /// What counts of a keyboard that is reported at `frame` on the output `screen`: its frame with all bars (rule G2),
    /// how much of that is the candidate bar, and the room below the caret, as `hold` keeps them (rules B1 and B3).
    func counted(
        at frame: Rect, on screen: Rect, hold: inout BarHold
    ) -> (frame: Rect, bar: Double, room: Double) {
        let bar = min(max(0, candidateBar.height), Rect.farthest)
        let barWithin = candidateBar.isIncluded ? min(bar, frame.height) : 0
        let held = hold.hold(bar: candidateBar.isIncluded ? barWithin : bar, room: max(0, roomBelowCaret))
        let accessory = accessory.isIncluded ? 0 : min(max(0, accessory.height), Rect.farthest)
        // At most half the output that it is on now: what is held may come from before that turned (rule B1).
        let room = RoomBelowCaret.bounded(held.room, on: screen)
        return (frame.extendedUpwards(by: held.bar - barWithin + accessory), held.bar, room)
    }
}

extension KeyboardReport {
    /// What a WillShow or WillChangeFrame says to a window in the states `windowStates` (contract, section 2).
    public init(_ notification: Notification, windowStates: [String] = []) {
        let details = notification.details
        self.init(
            .frame(notification.frameEnd), candidateBar: Strip(height: notification.candidateBarHeight),
            roomBelowCaret: details.roomBelowCaret, placement: details.placement, regions: details.regions,
            isEstimated: details.isEstimated,
            compositorAvoids: windowStates.contains(where: details.compositorAvoids.contains), usable: details.usable)
    }
}
