/// How a whole window makes room for a docked keyboard when nobody can look into it: it is moved up until it stands on
/// the keyboard, and made lower where it would pass the top.
///
/// The way KWin treats the window with the focus. For windows that may be moved but not resized, and whose caret is
/// known, ``ContentShift`` with the window as its container moves less.
public struct WindowResize: Sendable, Hashable {
    /// The new frame, in the global space.
    public var frame: Rect
    /// How far the window's top moves up.
    public var shift: Double
    /// How much lower the window becomes.
    public var shrinking: Double

    /// - Parameters:
    ///   - window: its frame without us, in the global space.
    ///   - index: the output that it lies on; nil: none.
    ///   - cover: what the keyboard covers.
    ///   - usable: what panels leave free.
    ///   - leastHeight: how low the window can be made, in logical pixels.
    public init(
        of window: Rect, onOutput index: Int?, under cover: Cover, usable: Rect, leastHeight: Double = 0
    ) {
        let covered = cover.overlap(window, onOutput: index)
        shift = min(covered, max(0, window.top - usable.top))
        shrinking = min(covered - shift, max(0, window.height - max(0, leastHeight)))
        frame = Rect(x: window.x, y: window.y - shift, width: window.width, height: window.height - shrinking)
    }
}
