/// The offsets a scroll view can have.
struct ScrollRange: Hashable {
    var lowest: Double
    var highest: Double

    /// Content lower than the view can have one offset only.
    init(lowest: Double, highest: Double) {
        self.lowest = lowest
        self.highest = max(lowest, highest)
    }

    func clamped(_ offset: Double) -> Double { min(max(offset, lowest), highest) }
}

/// Where a scroll view has to be scrolled to (rule G7).
///
/// A view of 603 px, 258 of them covered: a field from 1160 to 1204 is in sight with 10 px of margin at any offset from
/// 869 to 1160. From 617 it goes to 869; one that is in sight already does not move.
struct ScrollOffset: Hashable {
    var area: ScrollArea
    /// The height in which the content is seen: the frame's, or less where the compositor lays it out smaller.
    var height: Double
    var inset: ContentInset
    /// The free space needed below the target although nothing makes the view end above it, in logical pixels: for
    /// candidates where the compositor keeps the window clear, so that nobody makes room for them by an inset (rule B1);
    /// for the keyboard itself where the view takes no inset. Below 0: the keyboard begins that much below the view.
    var room = 0.0
    /// Whether a keyboard is in its way, so that the target has to be brought into sight: it covers some of the view, or
    /// the compositor made the view smaller for it, and no toolkit scrolls its field back into a shrunk window, or the
    /// content's own stands between the two.
    var isCovered: Bool

    var range: ScrollRange {
        ScrollRange(lowest: -area.insetTop, highest: area.contentHeight + inset.total - height)
    }

    /// How high a target may be to be seen as a whole.
    var freeHeight: Double { height - room - inset.total - area.insetTop }

    /// The offsets at which `rect` has `margin` free below and `topMargin` above it; the lower one is greater where it
    /// is too tall for both.
    func offsets(showing rect: Rect, margin: Double, topMargin: Double) -> (low: Double, high: Double) {
        (rect.bottom + margin + room + inset.total - height, rect.top - topMargin - area.insetTop)
    }

    /// The least distance from the current offset to one that shows `rect`; where it is too tall, to its top.
    ///
    /// The result may lie outside ``range``; whoever sets the offset clamps it.
    func distance(toShow rect: Rect, margin: Double, topMargin: Double) -> Double {
        let (low, high) = offsets(showing: rect, margin: margin, topMargin: topMargin)
        guard low <= high else { return high - area.offset }
        return min(max(area.offset, low), high) - area.offset
    }
}
