/// What the place of a keyboard on its output means (rules G3 and T4, contract section 2).
public enum DockedGeometry {
    /// How far from an edge of the output a docked keyboard may end and still stand at it, in px (rule G3, chosen).
    static let edgeTolerance = 16.0

    /// Whether a keyboard of which nobody says how it is placed is docked: its bottom is at the output's, panels
    /// there not counted (rule G3).
    ///
    /// - Parameters:
    ///   - frame: the keyboard, in the global space.
    ///   - output: the keyboard's output, in the global space.
    ///   - bottom: where the panels at the output's bottom edge begin; the output's bottom if there are none.
    /// - Returns: false also for a keyboard that the output shows nothing of.
    public static func looksDocked(_ frame: Rect, on output: Rect, above bottom: Double) -> Bool {
        !frame.intersection(output).isEmpty && frame.bottom >= bottom - edgeTolerance
    }

    /// How much of `output`, up from its bottom edge, a keyboard covers at `frame`: 0 unless it is docked at the
    /// bottom, and for one that begins within 16 px of the output's top (rule G3).
    public static func bottomInset(of frame: Rect, placement: Placement, on output: Rect) -> Double {
        guard placement == .docked else { return 0 }
        let visible = frame.intersection(output)
        guard !visible.isEmpty, visible.top > output.top + edgeTolerance else { return 0 }
        return output.bottom - visible.top
    }

    /// Where a hidden keyboard is that will be, or was, shown at `frame`: docked, the same size just outside the edge it is docked
    /// to; else of zero height at its own place (contract, section 2).
    public static func hidden(_ frame: Rect, placement: Placement, on output: Rect?) -> Rect {
        guard placement == .docked, let output else {
            return Rect(x: frame.x, y: frame.y, width: frame.width, height: 0)
        }
        switch edge(of: frame, on: output) {
        case .bottom: return Rect(x: frame.x, y: output.bottom, width: frame.width, height: frame.height)
        case .top: return Rect(x: frame.x, y: output.top - frame.height, width: frame.width, height: frame.height)
        case .left: return Rect(x: output.left - frame.width, y: frame.y, width: frame.width, height: frame.height)
        case .right: return Rect(x: output.right, y: frame.y, width: frame.width, height: frame.height)
        }
    }

    /// The edge that `frame` is docked to: the nearest, the bottom before others; the sides only for frames that are
    /// higher than wide, since a docked row touches both sides.
    public static func edge(of frame: Rect, on output: Rect) -> Edge {
        let below = abs(output.bottom - frame.bottom)
        let above = abs(frame.top - output.top)
        guard frame.height > frame.width, frame.height > output.height / 2 else {
            return above < below ? .top : .bottom
        }
        let leftwards = abs(frame.left - output.left)
        let rightwards = abs(output.right - frame.right)
        if min(leftwards, rightwards) < min(below, above) || (below == above) {
            return rightwards < leftwards ? .right : .left
        }
        return above < below ? .top : .bottom
    }
}

/// An edge of an output.
public enum Edge: String, Sendable, Hashable, CaseIterable {
    case top, bottom, left, right
}
