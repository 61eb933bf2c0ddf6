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
    private var popover: WeakObject?

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
    func laidOut() {
        guard shift != laidOutShift else { return }
        laidOutShift = shift
        popover?.widget.map(ShiftedContent.placeAgain)
    }

    /// GTK places a popover where what it belongs to is, but does not hear that this was moved.
    private static func placeAgain(_ popover: Widget) {
        guard gtk_widget_get_mapped(popover) != 0 else { return }
        gtk_widget_queue_allocate(popover)
        gtk_popover_present(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self))
    }

    /// Has the popover that a field is in, if it is one in here, go with the content from now on.
    func takeAlong(_ field: Field) {
        if let popover = popover(around: field) { self.popover = WeakObject(popover) }
    }

    private func popover(around field: Field) -> Widget? {
        guard let widget = widget.widget, let native = field.shown.nearest(gtk_native_get_type()),
            native.isA(gtk_popover_get_type()), native.isInside(widget)
        else { return nil }
        return native
    }

    /// Its frame together with what of a popover hangs below it that a field is in: that is covered too. (rule G6)
    func frame(_ frame: Rect, with field: Field, in window: Widget) -> Rect? {
        guard let popover = popover(around: field), let seen = popover.rect(popover.contentBox, in: window) else {
            return nil
        }
        var whole = frame
        whole.height = max(frame.bottom, unmoved(seen, of: popover).bottom) - frame.y
        return whole
    }

    /// Where it is in the window without us.
    func frame(in window: Widget) -> Rect? { widget.widget?.bounds(in: window)?.moved(dy: laidOutShift) }

    /// Something in it, where it is in the window without us.
    func unmoved(_ rect: Rect, of inner: Widget) -> Rect {
        guard let widget = widget.widget, inner.isInside(widget) else { return rect }
        return rect.moved(dy: laidOutShift)
    }
}
