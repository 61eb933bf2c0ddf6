/// Everything that may be moved, and where it is: the solver's second input.
///
/// A scene without ``scroll`` moves its ``container`` (the cases' mode `shift`), one with it scrolls (`scroll`); with
/// ``inner`` views and a container too, each takes what those further in could not (`chain`, rule N1).
public struct Scene: Sendable, Hashable {
    /// All outputs. Their order means nothing.
    public var outputs: [Output]
    /// The origin of the container's parent in the global space (rule C1).
    public var parentOrigin: Point
    /// What is moved as a whole, where it is without our shift, relative to ``parentOrigin``; nil: nothing is.
    public var container: Rect?
    /// The window around it, in the global space, if it may be moved as well.
    public var window: Rect?
    /// The outermost scroll view.
    public var scroll: ScrollArea?
    /// The scroll views within it, innermost first.
    public var inner: [InnerScroll]
    public var target: Target? {
        didSet { aim = target?.aim }
    }
    /// What the target comes down to, worked out once.
    private(set) var aim: Aim?

    public init(
        outputs: [Output], parentOrigin: Point = .zero, container: Rect? = nil, window: Rect? = nil,
        scroll: ScrollArea? = nil, inner: [InnerScroll] = [], target: Target? = nil
    ) {
        self.outputs = outputs
        self.parentOrigin = parentOrigin
        self.container = container
        self.window = window
        self.scroll = scroll
        self.inner = inner
        self.target = target
        aim = target?.aim
    }

    /// The container in the global space, without our shift (rule C1).
    public var globalContainer: Rect? { container?.moved(dx: parentOrigin.x, dy: parentOrigin.y) }

    /// What is judged covered or not: the outermost scroll view, else the container, else the window; global space,
    /// without our shift.
    public var place: Rect { scroll?.frame ?? globalContainer ?? window ?? .zero }
}

/// A scroll view that is given a bottom inset (rule G7), if it takes one.
public struct ScrollArea: Sendable, Hashable {
    /// Its frame in the global space.
    public var frame: Rect
    /// The height of what is scrolled in it.
    public var contentHeight: Double
    /// How far it is scrolled: content y that is at the frame's top.
    public var offset: Double
    /// The free space above the content that it has of its own.
    public var insetTop: Double
    /// The free space below the content without the keyboard.
    public var insetBottom: Double
    /// What the platform adds to the bottom inset by itself.
    public var automaticInset: Double
    /// Whether it can be given an inset. One of somebody else's that cannot is scrolled within the range it has.
    public var takesInset: Bool
    /// Whether it was made lower since the keyboard came, so that its target may be out of its sight although nothing covers
    /// that: no toolkit scrolls it back by itself (rule G7).
    public var isLowered = false

    public init(
        frame: Rect, contentHeight: Double, offset: Double = 0, insetTop: Double = 0, insetBottom: Double = 0,
        automaticInset: Double = 0, takesInset: Bool = true
    ) {
        self.frame = frame
        self.contentHeight = contentHeight
        self.offset = offset
        self.insetTop = insetTop
        self.insetBottom = insetBottom
        self.automaticInset = automaticInset
        self.takesInset = takesInset
    }
}

/// A scroll view within another, which is scrolled but given no inset (rule N1).
public struct InnerScroll: Sendable, Hashable {
    /// Its frame in the content of the view around it.
    public var frame: Rect
    public var contentHeight: Double
    public var offset: Double

    public init(frame: Rect, contentHeight: Double, offset: Double = 0) {
        self.frame = frame
        self.contentHeight = contentHeight
        self.offset = offset
    }

    /// How far it can be scrolled.
    var range: ScrollRange { ScrollRange(lowest: 0, highest: contentHeight - frame.height) }
}
