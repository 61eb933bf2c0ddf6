/// How much free space a popup with candidates needs below the caret (rule B1).
public enum RoomBelowCaret {
    /// How far below the caret a popup begins at most, in px. One that is farther away stands at a caret that has moved
    /// since: the input method has not yet put it anew (chosen).
    static let farthestGap = 24.0

    /// The room that `popup` asks for, in px: from the caret's bottom to the popup's, the gap included; 0 for one above
    /// the caret; at most half the output.
    ///
    /// A popup whose middle is above the caret's is above it. Where the caret is not known, the popup's height and the
    /// gap; where it is not where the popup stands, the popup's height.
    ///
    /// - Parameters:
    ///   - popup: the window, in the global space.
    ///   - caret: what the input method was told of, in the global space; nil: nobody knows it.
    ///   - output: the popup's output; nil: unknown.
    ///   - gap: how far below a caret that nobody knows the popup begins, in px.
    /// - Returns: the room, 0 or more.
    public static func needed(
        by popup: Rect, at caret: Rect?, on output: Rect?, gapWithoutCaret gap: Double = 0
    ) -> Double {
        bounded(caret.map { unbounded(popup, $0) } ?? popup.height + gap, on: output)
    }

    /// `room` with the bound of rule B1.
    public static func bounded(_ room: Double, on output: Rect?) -> Double {
        min(max(0, room), output.map { $0.height / 2 } ?? Rect.farthest)
    }

    private static func unbounded(_ popup: Rect, _ caret: Rect) -> Double {
        let gap = popup.top - caret.bottom
        guard gap <= farthestGap, caret.top - popup.bottom <= farthestGap else { return popup.height }
        let isAbove = popup.top + popup.bottom < caret.top + caret.bottom
        return isAbove ? 0 : popup.bottom - caret.bottom
    }
}
