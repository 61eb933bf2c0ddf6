import HeadroomCore

/// A reserved strip that is followed from reading to reading.
struct TrackedStrip: Sendable, Hashable {
    /// Rises with the order in which strips appeared.
    let number: Int
    var edge: Edge
    /// How much is reserved, across the edge, in logical pixels.
    var thickness: Int
    /// The area that was left when it was laid out.
    var outer: Insets
    /// When it appeared, in µs of CLOCK_MONOTONIC.
    var since: UInt64
    /// When its place last changed.
    var changed: UInt64
    /// False for what was there at the first look: it may be several surfaces in one.
    var isWhole: Bool
    /// The markers known to be laid out before and after it. That lasts, as surfaces do not change places.
    var before: Set<Marker>
    var after: Set<Marker>

    /// Whether it can be what is reserved in `slice`, going by the markers.
    func fits(_ slice: Chain.Slice) -> Bool {
        before.isDisjoint(with: slice.after) && after.isDisjoint(with: slice.before)
    }

    /// Where it is in the global space, on an output that has `frame` there.
    func frame(on frame: Rect) -> Rect {
        let area = outer.area(of: frame)
        let depth = Double(thickness)
        return switch edge {
        case .top: Rect(x: area.x, y: area.y, width: area.width, height: depth)
        case .bottom: Rect(x: area.x, y: area.bottom - depth, width: area.width, height: depth)
        case .left: Rect(x: area.x, y: area.y, width: depth, height: area.height)
        case .right: Rect(x: area.right - depth, y: area.y, width: depth, height: area.height)
        }
    }
}
