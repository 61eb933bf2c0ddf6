/// The text that a field shows while it is empty.
public struct Placeholder: Sendable, Hashable {
    public var text: String
    /// Nil: the toolkit's own.
    public var color: Color?
    /// How far it reaches out of the insets towards the edges of its container, in logical pixels: x at both sides, y
    /// at the top. Negative: into it.
    public var offset: Point
    /// Whether it may take several lines.
    public var isMultiLine: Bool
    /// How far from its beginning the caret stands, in logical pixels, x in reading direction.
    public var cursorOffset: Point

    public init(
        _ text: String, color: Color? = nil, offset: Point = .zero, isMultiLine: Bool = true,
        cursorOffset: Point = .zero
    ) {
        self.text = text
        self.color = color
        self.offset = offset
        self.isMultiLine = isMultiLine
        self.cursorOffset = cursorOffset
    }

    /// Whether it is seen. What an input method composes is not text yet, but it stands where the placeholder does.
    public func isVisible(hasText: Bool, isComposing: Bool = false) -> Bool {
        !text.isEmpty && !hasText && !isComposing
    }
}

extension Placeholder {
    /// Where a placeholder is.
    public struct Layout: Sendable, Hashable {
        /// The space for it, in the space of the container: origin at the container's top left.
        public var space: Rect
        /// What it takes of that.
        public var frame: Rect
        /// Where the caret's top is while it shows, in the same space.
        public var caret: Point
    }

    /// Where it goes in a container of the size `container`, whose text is inset by `inset` (x at both sides, y at the
    /// top and bottom).
    ///
    /// Its width is container width − 2 × (inset − offset), and its top inset − offset likewise. A pure function of
    /// what it is given: work it out anew when the font or the size changes. Nil if nothing is left for it, or a
    /// number of the container or its inset is not finite; an offset that is not finite counts as 0.
    public func layout(
        in container: Size, inset: Point, direction: ReadingDirection = .leftToRight,
        measuredBy font: some TextMeasuring
    ) -> Layout? {
        let margin = Point(x: inset.x - Self.finite(offset.x), y: inset.y - Self.finite(offset.y))
        let space = Rect(
            x: margin.x, y: margin.y, width: container.width - 2 * margin.x, height: container.height - 2 * margin.y)
        guard space.isBelievable, !space.isEmpty else { return nil }
        let wanted = font.size(of: text, width: space.width, lines: isMultiLine ? nil : 1)
        let size = Size(
            width: min(max(0, Self.finite(wanted.width)), space.width),
            height: min(max(0, Self.finite(wanted.height)), space.height))
        let (left, caret) =
            switch direction {
            case .leftToRight: (space.left, space.left + Self.finite(cursorOffset.x))
            case .rightToLeft: (space.right - size.width, space.right - Self.finite(cursorOffset.x))
            }
        return Layout(
            space: space, frame: Rect(x: left, y: space.top, width: size.width, height: size.height),
            caret: Point(x: caret, y: space.top + Self.finite(cursorOffset.y)))
    }

    private static func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
}
