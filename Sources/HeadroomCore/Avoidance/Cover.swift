/// What a keyboard covers of its output, concluded from a report (rules G2-G4).
public struct Cover: Sendable, Hashable {
    /// Which output it is on: its place among the scene's outputs.
    public var outputIndex: Int
    /// That output, in the global space.
    public var output: Rect
    /// K: all of the keyboard with its bars, also what hangs below the output.
    public var frame: Rect
    /// Kv: the part of K on the output.
    public var visible: Rect
    /// How much of the top of K is the candidate bar, what is only reserved for it included (rule B3).
    public var candidateBar: Double
    /// The free space that candidates need below the caret (rule B1). It may be more than there is above Kv.
    public var room: Double
    /// Where content has to end: Kv's top, less ``room``, and never above the output.
    public var top: Double
    /// Whether it stands at the output's bottom, so that content makes room for it by itself (rule G3).
    public var isDocked: Bool
    /// The parts of a split keyboard; empty: all of K.
    public var regions: [Rect]
    /// Whether the compositor keeps the window clear of it (rule D5).
    public var compositorAvoids: Bool
    /// Where the compositor lays out a window that it keeps clear.
    public var usable: Rect
}

extension Cover {
    /// Concludes from a report; nil if it may not be believed, or the keyboard covers nothing.
    ///
    /// `content` is the container or scroll frame: a keyboard of which only the height is known stands on its output.
    /// `hold` decides how much bar and room count (rule B3).
    public init?(_ report: KeyboardReport, on outputs: [Output], content: Rect, hold: inout BarHold) {
        guard report.isAcceptable, !report.isEmpty,
            let (index, reported) = Cover.located(report.extent, on: outputs, content: content)
        else { return nil }
        let screen = outputs[index].frame
        let counted = report.counted(at: reported, on: screen, hold: &hold)
        outputIndex = index
        output = screen
        frame = counted.frame
        visible = frame.intersection(screen)
        candidateBar = counted.bar
        room = counted.room
        top = max(screen.top, visible.top - room)
        isDocked = Cover.isDocked(frame, placement: report.placement, on: outputs[index])
        regions = report.regions
        compositorAvoids = report.compositorAvoids
        usable = report.usable ?? Rect(left: screen.left, top: screen.top, right: screen.right, bottom: visible.top)
    }

    /// The reported rectangle and its output (rules D3, G2); nil if it lies on none.
    private static func located(
        _ extent: KeyboardReport.Extent, on outputs: [Output], content: Rect
    ) -> (index: Int, frame: Rect)? {
        switch extent {
        case .frame(let frame):
            guard outputs.shows(frame), let index = outputs.index(holding: frame) else { return nil }
            return (index, frame)
        case .height(let height):
            let middle = Point(x: content.x + content.width / 2, y: content.y + content.height / 2)
            guard let index = outputs.index(holding: content) ?? outputs.index(nearest: middle) else { return nil }
            let screen = outputs[index].frame
            return (index, Rect(x: screen.x, y: screen.bottom - height, width: screen.width, height: height))
        }
    }

    /// Whether a keyboard at `frame` is docked (rule G3): `placement` decides where it is one of the three words that
    /// say so, else the place does.
    ///
    /// One that begins within 16 px of the output's top never counts as docked, whatever is said: a keyboard at the
    /// side or over the whole screen would throw everything off the top.
    static func isDocked(_ frame: Rect, placement: Placement?, on output: Output) -> Bool {
        let visible = frame.intersection(output.frame)
        guard !visible.isEmpty, visible.top > output.frame.top + DockedGeometry.edgeTolerance else { return false }
        switch placement {
        case .docked: return true
        case .floating, .split: return false
        default:
            let bottom = output.workArea?.bottom ?? output.frame.bottom
            return DockedGeometry.looksDocked(frame, on: output.frame, above: bottom)
        }
    }

    /// How much of `rect`, up from its bottom, the keyboard covers (rule G4): 0 unless it is docked, and where the
    /// compositor keeps the window clear. `index` is the output that `rect` lies on.
    public func overlap(_ rect: Rect, onOutput index: Int?) -> Double {
        guard isDocked, !compositorAvoids, index == outputIndex, rect.sharesHorizontalRange(with: visible) else {
            return 0
        }
        return min(max(0, rect.bottom - top), rect.height)
    }

    /// `rect` as the compositor lays it out: clipped to ``usable`` where it keeps the window clear (rule D5).
    public func laidOut(_ rect: Rect, onOutput index: Int?) -> Rect {
        keepsClear(onOutput: index) ? rect.intersection(usable) : rect
    }

    /// Whether the compositor keeps clear a window on the output at `index` (rule D5).
    public func keepsClear(onOutput index: Int?) -> Bool { isDocked && compositorAvoids && index == outputIndex }

    /// Whether some of the target is above, under or in the keyboard as seen from below: both have an x in common
    /// (rule G6). A caret without width is a target too, also at the very edge (rule G5).
    public func sharesHorizontalRange(with target: Rect) -> Bool {
        target.width > 0
            ? target.sharesHorizontalRange(with: visible) : target.x >= visible.left && target.x <= visible.right
    }
}
