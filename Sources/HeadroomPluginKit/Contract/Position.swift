public import HeadroomCore

/// Where everything that may be moved is to be set. All values are absolute, in logical pixels.
public struct Position: Sendable, Hashable {
    /// Of which views, as ``Measurement/content`` had it.
    public var content: UInt64
    /// How far the container is moved up from where it stands without us; negative: down.
    public var shift: Double
    /// How far the window is moved up.
    public var windowShift: Double
    /// The vertical offset of the outermost scroll view; 0 without one.
    public var offset: Double
    /// The bottom inset of the outermost scroll view; 0 without one.
    public var insetBottom: Double
    /// The vertical offsets of the scroll views within it, innermost first.
    public var inner: [Double]

    public init(
        content: UInt64 = 0, shift: Double = 0, windowShift: Double = 0, offset: Double = 0, insetBottom: Double = 0,
        inner: [Double] = []
    ) {
        self.content = content
        self.shift = shift
        self.windowShift = windowShift
        self.offset = offset
        self.insetBottom = insetBottom
        self.inner = inner
    }

    /// Whether a value differs from `other`'s by more than `tolerance`.
    public func differs(from other: Position, by tolerance: Double = Adjustment.tolerance) -> Bool {
        guard content == other.content, inner.count == other.inner.count else { return true }
        return zip(values, other.values).contains { !(abs($0 - $1) <= tolerance) }
    }

    /// All values, in one order.
    var values: [Double] { [shift, windowShift, offset, insetBottom] + inner }
}

extension Position {
    /// Where a session has everything.
    init(_ session: AvoidanceSession, content: UInt64) {
        self.init(
            content: content, shift: session.adjustment.shift, windowShift: session.adjustment.windowShift,
            offset: session.scene.scroll?.offset ?? 0, insetBottom: session.adjustment.insetBottom,
            inner: session.scene.inner.map(\.offset))
        guard session.stage == .hidden, let area = session.scene.scroll else { return }
        // Whoever scrolled while things went back may have used room that is gone now.
        let lowest = 0 - area.insetTop
        let highest = area.contentHeight + area.insetBottom + area.automaticInset - area.frame.height
        offset = min(max(offset, lowest), max(highest, lowest))
    }

    /// Where the session would have everything without the keyboard.
    static func rest(of session: AvoidanceSession, content: UInt64) -> Position {
        var session = session
        _ = session.hide(at: 0)
        return Position(session, content: content)
    }
}
