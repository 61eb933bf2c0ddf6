/// What a session did, in the words of a report (contract, section 4).
public struct AvoidanceReport: Sendable, Hashable {
    public var outcome: Outcome
    /// How far the target was moved in all, x right, y down: up by 200 is (0, -200).
    public var shift: Point
    /// Where the target is seen now, in the global space; nil if there is none.
    public var target: Rect?
    /// How much of its height is still covered, in logical pixels.
    public var residual: Double
    /// How far each level moved, or how much more inset it got. In logical pixels, up and more are positive.
    public var parts: Parts

    public struct Parts: Sendable, Hashable {
        /// The bottom inset of the outermost scroll view, beyond its own.
        public var inset = 0.0
        /// All scroll views together.
        public var scroll = 0.0
        /// The container.
        public var root = 0.0
        /// The window around it.
        public var window = 0.0

        public init() {}
    }
}

extension AvoidanceSession {
    /// What is done now, seen from how things stood before. A session that is hidden has put everything back; whether
    /// that is worth a report is known to whoever moved something.
    public var report: AvoidanceReport {
        var parts = AvoidanceReport.Parts()
        if let scroll = scene.scroll {
            parts.inset = adjustment.insetBottom - scroll.insetBottom
            parts.scroll = stage == .hidden ? 0 : scroll.offset - outerLedger.anchor
        }
        for index in innerLedgers.indices where stage != .hidden {
            parts.scroll += scene.inner[index].offset - innerLedgers[index].anchor
        }
        parts.root = adjustment.shift
        parts.window = adjustment.windowShift
        let isMoved = parts != AvoidanceReport.Parts()
        return AvoidanceReport(
            outcome: adjustment.outcome(hasMoved: isMoved),
            shift: Point(x: 0, y: -(parts.scroll + parts.root + parts.window)),
            target: scene.shownTarget(with: adjustment), residual: adjustment.covered, parts: parts)
    }
}
