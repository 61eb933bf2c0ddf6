/// What is new about the content's place, as its owner reports it (rule S6).
///
/// Whatever is nil stays as it was.
public struct WindowChange: Sendable, Hashable {
    /// The container's new frame, relative to the parent.
    public var container: Rect?
    public var parentOrigin: Point?
    /// The outermost scroll view as it is now; its inset is what it has of its own.
    public var scroll: ScrollArea?
    /// The new target; `.some(nil)`: there is none any more.
    public var target: Target??
    /// Whether the places given contain the shift that we commanded. If not, they are the places without it.
    public var includesShift: Bool

    public init(
        container: Rect? = nil, parentOrigin: Point? = nil, scroll: ScrollArea? = nil, target: Target?? = nil,
        includesShift: Bool = false
    ) {
        self.container = container
        self.parentOrigin = parentOrigin
        self.scroll = scroll
        self.target = target
        self.includesShift = includesShift
    }

    /// Whether it may be believed; else it changes nothing (rule G1). A bad target is no reason: it counts as none.
    public var isAcceptable: Bool {
        container?.isValid != false && parentOrigin?.isFinite != false && scroll?.isAcceptable != false
    }

    /// The same change with all places as they are without `shift`.
    func withoutShift(_ shift: Double) -> WindowChange {
        guard includesShift else { return self }
        var change = self
        change.includesShift = false
        change.container = container?.moved(dy: shift)
        if var area = scroll {
            area.frame = area.frame.moved(dy: shift)
            change.scroll = area
        } else if case .some(.some(let target)) = target {
            // Only without a scroll view the target is in the same space as the container.
            change.target = .some(target.moved(dy: shift))
        }
        return change
    }
}

extension Target {
    /// The same target, `dy` further down together with all that it lies in.
    package func moved(dy: Double) -> Target {
        var target = self
        // Nested fields are placed by the outermost view around them.
        if let last = inside.indices.last {
            target.inside[last].frame = inside[last].frame.moved(dy: dy)
            return target
        }
        target.field = field?.moved(dy: dy)
        target.caret = caret?.moved(dy: dy)
        target.selection?.end = (selection?.end ?? .zero).moved(dy: dy)
        target.selection?.anchor = selection?.anchor?.moved(dy: dy)
        return target
    }
}

extension ScrollArea {
    /// Whether all of its numbers are possible: finite, and no further than ``farthest``.
    public var isAcceptable: Bool {
        func isPossible(_ value: Double) -> Bool { abs(value) <= ScrollArea.farthest }
        return frame.isValid && isPossible(contentHeight) && isPossible(offset) && isPossible(insetTop)
            && isPossible(insetBottom) && isPossible(automaticInset)
    }

    /// The largest offset, inset or height of content believed, in logical pixels (chosen: beyond any document, and far
    /// below where a double loses whole pixels).
    public static let farthest = 1e12
}

extension Point {
    public var isFinite: Bool { x.isFinite && y.isFinite }
}
