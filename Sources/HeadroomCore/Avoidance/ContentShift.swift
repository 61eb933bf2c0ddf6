/// How far a container has to move up to show a target above a docked keyboard (rule G6).
///
/// A field that ends at 560 over a keyboard whose top is at 409, with 10 px of margin: 161 up. Never more than is covered
/// (the window of a tablet ends at 1140, the keyboard begins at 800: 340, though 350 are wanted), and never so much that
/// the target leaves the top (a text view from 80 to 620: 80, though 221 are wanted).
public struct ContentShift: Sendable, Hashable {
    /// From the target's bottom and the free space below it to the keyboard's top.
    public var wanted: Double
    /// How much of the container is covered: more would open a gap between it and the keyboard.
    public var covered: Double
    /// How far the target is from the top of the container or output: more would push it out of sight.
    public var limit: Double

    /// Both rectangles are in the global space, as they stand without the shift; `margin` is the free space wanted below
    /// the target, handles included; `index` is the output that the container lies on.
    public init(
        of target: Rect, margin: Double, topMargin: Double, in container: Rect, onOutput index: Int?, under cover: Cover
    ) {
        wanted = target.bottom + margin - cover.top
        covered = cover.sharesHorizontalRange(with: target) ? cover.overlap(container, onOutput: index) : 0
        limit = ContentShift.limit(of: target, topMargin: topMargin, in: container, on: cover.output)
    }

    /// How far up a target may move before its top leaves the container or output.
    static func limit(of target: Rect, topMargin: Double, in container: Rect, on output: Rect) -> Double {
        target.top - topMargin - max(container.top, output.top)
    }

    /// How far up; never negative, in logical pixels.
    public var distance: Double { max(0, min(wanted, covered, limit)) }
}
