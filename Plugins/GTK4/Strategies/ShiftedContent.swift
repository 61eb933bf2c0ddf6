internal import CGTK4
internal import HeadroomCore

/// A part of a window that is moved up as a whole: by a transform of its style, so nothing in it is laid out anew.
final class ShiftedContent {
    let widget: WeakObject
    private var rule: StyleRule?
    /// How far it is moved up, in GTK's pixels.
    private(set) var shift = 0.0
    /// The same as it was laid out last.
    private var laidOutShift = 0.0

    init(_ widget: Widget) { self.widget = WeakObject(widget) }

    func move(up shift: Double) {
        guard shift != self.shift, let widget = widget.widget else { return }
        self.shift = shift
        guard shift != 0 else {
            rule = nil
            return
        }
        let rule = rule ?? StyleRule(widget)
        self.rule = rule
        rule.set("transform: translateY(\(Declaration.pixels(-shift))); transition: none;")
    }

    /// It was laid out with all that was set.
    func laidOut() { laidOutShift = shift }

    /// Where it is in the window without us.
    func frame(in window: Widget) -> Rect? { widget.widget?.bounds(in: window)?.moved(dy: laidOutShift) }

    /// Something in it, where it is in the window without us.
    func unmoved(_ rect: Rect, of inner: Widget) -> Rect {
        guard let widget = widget.widget, inner.isInside(widget) else { return rect }
        return rect.moved(dy: laidOutShift)
    }
}
