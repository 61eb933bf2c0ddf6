/// What the compositor leaves free on one output, and what is reserved there: keyboards and panels alike.
public struct OutputArea: Sendable, Hashable {
    /// The output's name.
    public var output: String
    /// Where maximised windows are laid out now, in the global space.
    public var usable: Rect
    /// What is reserved beyond what was there at first, in the order in which it appeared.
    public var strips: [ReservedStrip]
    /// Whether an active window is fullscreen on the output: what is reserved is then not painted.
    public var isFullscreen: Bool
    /// The states of windows that this compositor itself keeps clear of what is reserved.
    public var compositorAvoids: [String]
    /// Whether whoever looks at the output sees every strip that a keyboard could stand on.
    public var seesStrips: Bool

    public init(
        output: String, usable: Rect, strips: [ReservedStrip] = [], isFullscreen: Bool = false,
        compositorAvoids: [String] = [], seesStrips: Bool = true
    ) {
        self.output = output
        self.usable = usable
        self.strips = strips
        self.isFullscreen = isFullscreen
        self.compositorAvoids = compositorAvoids
        self.seesStrips = seesStrips
    }
}

/// A part of an output that some program reserved for itself along an edge.
public struct ReservedStrip: Sendable, Hashable {
    /// In the global space, exact if ``isWhole``.
    public var frame: Rect
    public var edge: Edge
    /// When it appeared, in µs of CLOCK_MONOTONIC. It keeps this while it grows, slides or shrinks.
    public var since: UInt64
    /// When its frame last changed.
    public var changed: UInt64
    /// False for what was there before anybody looked: then it is all that is reserved at the edge, panels included.
    public var isWhole: Bool

    public init(frame: Rect, edge: Edge, since: UInt64, changed: UInt64, isWhole: Bool = true) {
        self.frame = frame
        self.edge = edge
        self.since = since
        self.changed = changed
        self.isWhole = isWhole
    }
}
