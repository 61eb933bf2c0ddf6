/// How much free space a scroll view has below its content while a keyboard covers some of it (rule G7).
///
/// A keyboard covers 346 px of a list, and the platform adds 34 by itself: 312 are set, for 346 in all.
struct ContentInset: Hashable {
    /// All of it: the view's own and what the keyboard covers, whichever is more. The maximum, not the sum: both
    /// begin at the same edge.
    var total: Double
    /// What is to be set, since the platform adds its own part.
    var bottom: Double

    init(of area: ScrollArea, overlap: Double) {
        total = max(area.insetBottom + area.automaticInset, overlap)
        bottom = total - area.automaticInset
    }
}
