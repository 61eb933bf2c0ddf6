import HeadroomCore

/// How a keyboard's window is placed (rule G3: the daemon always says it).
enum KeyboardPlacement {
    /// Docked is what calls itself a dock, wants its edge to be kept free, or spans the output's width at the bottom, and
    /// stands at an edge; everything else floats.
    static func of(_ standing: Standing, on output: Output, screen: Rect) -> Placement {
        let frame = output.frame
        let visible = standing.body.intersection(frame)
        guard !visible.isEmpty else { return standing.traits.isDock ? .docked : .floating }
        // A row touches the sides too, and is not docked to them.
        let possible: [Edge] = visible.height > visible.width ? Edge.allCases : [.top, .bottom]
        let edges = possible.filter { isAt($0, standing.body, of: frame, workArea: output.workArea ?? frame) }
        if standing.traits.isDock, !edges.isEmpty { return .docked }
        if let strut = standing.traits.strut, strut.isPossible(on: screen),
            edges.contains(where: { strut[$0].depth > 0 })
        {
            return .docked
        }
        let isWide = visible.width >= frame.width - 2 * tolerance
        return isWide && edges.contains(.bottom) ? .docked : .floating
    }

    /// How far from an edge, or from the panels there, a docked window may end, in px (rule G3).
    private static let tolerance = 16.0

    private static func isAt(_ edge: Edge, _ body: Rect, of frame: Rect, workArea: Rect) -> Bool {
        switch edge {
        case .bottom: body.bottom >= min(frame.bottom, workArea.bottom) - tolerance
        case .top: body.top <= max(frame.top, workArea.top) + tolerance
        case .left: body.left <= max(frame.left, workArea.left) + tolerance
        case .right: body.right >= min(frame.right, workArea.right) - tolerance
        }
    }
}
