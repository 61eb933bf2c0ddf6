internal import CGTK4
internal import HeadroomCore

/// A bar of the application's that is kept on the keyboard's top edge. All lengths are GTK's pixels.
final class AccessoryBar {
    let widget: WeakObject
    private var rule: StyleRule?
    /// How far it is moved up by itself, beside what it lies in.
    private var lift = 0.0
    private var laidOutLift = 0.0
    /// Where its end would be without that, in the window's space.
    private var natural = 0.0

    init(_ widget: Widget) { self.widget = WeakObject(widget) }

    /// What it takes of the room above the keyboard.
    var height: Double {
        guard let widget = widget.widget, gtk_widget_get_mapped(widget) != 0 else { return 0 }
        return Double(
            gtk_widget_get_height(widget) + gtk_widget_get_margin_top(widget) + gtk_widget_get_margin_bottom(widget))
    }

    /// Puts it above the keyboard's top edge in the window's space, or where it belongs if there is no keyboard (nil), or
    /// one that does not cover it.
    func stand(above keyboardTop: Double?, in window: Widget, _ shifted: ShiftedContent?) {
        guard let widget = widget.widget, let seen = widget.bounds(in: window) else { return }
        let inside = shifted?.widget.widget.map { widget.isInside($0) } ?? false
        let unmoved = inside ? shifted?.unmoved(seen, of: widget) ?? seen : seen
        let bottom = unmoved.bottom + laidOutLift + Double(gtk_widget_get_margin_bottom(widget))
        // What GTK makes of thousandths is no other place: whoever followed that would go to and fro for ever.
        if abs(bottom - natural) > AccessoryBar.noise { natural = bottom }
        let wanted = keyboardTop.map { max(0, natural - $0) } ?? 0
        move(up: wanted - (inside ? shifted?.shift ?? 0 : 0), widget)
    }

    private func move(up lift: Double, _ widget: Widget) {
        guard abs(lift - self.lift) > AccessoryBar.exact else { return }
        self.lift = abs(lift) > AccessoryBar.exact ? lift : 0
        guard self.lift != 0 else {
            rule = nil
            return
        }
        let rule = rule ?? StyleRule(widget)
        self.rule = rule
        rule.set("transform: translateY(\(Declaration.pixels(-lift))); transition: none;")
    }

    /// It was laid out with all that was set.
    func laidOut() { laidOutLift = lift }

    /// Puts it where it belongs.
    func letGo() {
        lift = 0
        rule = nil
    }

    /// Less than this is nothing, in pixels.
    private static let exact = 0.001
    /// By how much places differ that are the same, in pixels: some thousandths, which is what GTK is told in.
    private static let noise = 0.005
}
