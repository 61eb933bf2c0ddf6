/// What has to stay in sight: the focused field, as its owner reports it. Any numbers may be in it.
///
/// The space is that of the innermost thing it lies in: the content of the innermost scroll view, y as if the offset
/// were 0; without any scroll view the parent of the container (rules C1, C3, G8).
public struct Target: Sendable, Hashable {
    public var field: Rect?
    /// The caret, or the line with the caret.
    public var caret: Rect?
    public var selection: Selection?
    /// Views between the field and the innermost view of the scene, which stay as they are; innermost first (rule G8).
    public var inside: [Nesting]
    /// The free space that it needs below, in logical pixels, where that is more than the margin: something of the
    /// content's own stands between it and the keyboard. What is no finite number above 0 counts as 0.
    public var spaceBelow: Double

    public init(
        field: Rect? = nil, caret: Rect? = nil, selection: Selection? = nil, inside: [Nesting] = [],
        spaceBelow: Double = 0
    ) {
        self.field = field
        self.caret = caret
        self.selection = selection
        self.inside = inside
        self.spaceBelow = spaceBelow
    }

    /// Whether ``spaceBelow`` may be believed and is any.
    var needsSpaceBelow: Bool { spaceBelow > 0 && spaceBelow <= ScrollArea.farthest }

    /// Whether it names anything that could be a target; a focus event that names nothing is rejected (rule G5).
    public var namesSomething: Bool { field != nil || caret != nil || selection != nil }

    /// A scroll view that is not moved.
    public struct Nesting: Sendable, Hashable {
        /// Its frame in the content of the view around it.
        public var frame: Rect
        /// How far it is scrolled, in logical pixels.
        public var offset: Double

        public init(frame: Rect, offset: Double) {
            self.frame = frame
            self.offset = offset
        }
    }
}

/// A selection of text, in the space of its target (rule N2).
public struct Selection: Sendable, Hashable {
    /// The end that stays.
    public var anchor: Rect?
    /// The end that moves, and has to stay in sight.
    public var end: Rect
    /// The height of the handles at its ends, in logical pixels; nil if none are shown.
    public var handleHeight: Double?

    public init(anchor: Rect? = nil, end: Rect, handleHeight: Double? = nil) {
        self.anchor = anchor
        self.end = end
        self.handleHeight = handleHeight
    }

    /// The space that a handle needs below the end: half of it hangs there, and a finger needs 24 px more; at least
    /// 20 px in all (rule N2, as Flutter reserves it). 0 without handles.
    public var handleSpace: Double {
        guard let handleHeight, handleHeight.isFinite, handleHeight >= 0 else { return 0 }
        return max(handleHeight / 2 + 24, 20)
    }
}

/// The one rectangle that a target comes down to.
struct Aim: Hashable {
    /// In the space of the innermost view of the scene.
    var rect: Rect
    /// The whole field, for where it is wanted if it fits (rule N2, `reveal: field`); nil if it never is.
    var field: Rect?
    /// The space needed below in place of the margin, if it is more (rule N2).
    var spaceBelow = 0.0
    /// The height of a line of its text: that of the caret; 0 if only the field is known.
    var line = 0.0
}

extension Target {
    /// The moving end of the selection, else the caret, else the field: the first that is good (rules G5 and N2). Nil
    /// if none is.
    ///
    /// A selection also decides over `reveal: field`: who selects looks at the end that moves.
    var aim: Aim? {
        guard let way = wayOut else { return nil }
        let field = Target.good(field, way)
        let space = needsSpaceBelow ? spaceBelow : 0
        if let selection, let end = Target.good(selection.end, way) {
            return Aim(rect: end, spaceBelow: max(selection.handleSpace, space), line: end.height)
        }
        if let caret = Target.good(caret, way) {
            return Aim(rect: caret, field: field, spaceBelow: space, line: caret.height)
        }
        return field.map { Aim(rect: $0, field: $0, spaceBelow: space) }
    }

    /// The rectangle, moved, if it may be believed and is not 0 x 0 (rule G5).
    private static func good(_ rect: Rect?, _ way: Point) -> Rect? {
        guard let rect, rect.isBelievable, !(rect.width == 0 && rect.height == 0) else { return nil }
        return rect.moved(dx: way.x, dy: way.y)
    }

    /// How far a rectangle moves on its way out through all of ``inside`` (rule G8); nil if one of the views has
    /// impossible numbers.
    private var wayOut: Point? {
        var way = Point.zero
        for index in inside.indices {
            let view = inside[index]
            guard view.frame.isBelievable, abs(view.offset) <= ScrollArea.farthest else { return nil }
            way.x += view.frame.x
            way.y += view.frame.y - view.offset
        }
        return way
    }
}
