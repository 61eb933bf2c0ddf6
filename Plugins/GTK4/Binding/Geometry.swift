internal import CGTK4
internal import HeadroomCore

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Its border box in the space of another widget of the same native, as both were laid out last.
    func bounds(in other: Widget) -> Rect? {
        var rect = graphene_rect_t()
        guard gtk_widget_compute_bounds(self, other, &rect) != 0 else { return nil }
        return Rect(
            x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
            height: Double(rect.size.height))
    }

    /// Its content box, in its own space.
    var contentBox: Rect {
        Rect(x: 0, y: 0, width: Double(gtk_widget_get_width(self)), height: Double(gtk_widget_get_height(self)))
    }

    /// How high it has to be at least at the width that it has.
    var leastHeight: Double {
        var height: gint = 0
        gtk_widget_measure(self, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(self), &height, nil, nil, nil)
        return Double(height)
    }

    /// A rectangle of its own space in the space of `window`, also across popovers in between.
    func rect(_ rect: Rect, in window: Widget) -> Rect? {
        var rect = rect
        var widget = self
        while let native = widget.nearest(gtk_native_get_type()) {
            guard let moved = widget.translated(rect, to: native) else { return nil }
            if native == window { return moved }
            // A popover, which has a surface of its own.
            guard let outer = native.parent, let surface = gtk_native_get_surface(native.opaque),
                headroom_is(UnsafeRawPointer(surface), gdk_popup_get_type()) != 0,
                let around = outer.nearest(gtk_native_get_type())
            else { return nil }
            let (own, theirs) = (native.surfaceOrigin, around.surfaceOrigin)
            rect = moved.moved(
                dx: own.x + Double(gdk_popup_get_position_x(surface)) - theirs.x,
                dy: own.y + Double(gdk_popup_get_position_y(surface)) - theirs.y)
            widget = around
        }
        return nil
    }

    private func translated(_ rect: Rect, to other: Widget) -> Rect? {
        if self == other { return rect }
        var (from, to) = (graphene_point_t(x: Float(rect.x), y: Float(rect.y)), graphene_point_t())
        guard gtk_widget_compute_point(self, other, &from, &to) != 0 else { return nil }
        return Rect(x: Double(to.x), y: Double(to.y), width: rect.width, height: rect.height)
    }

    /// Where the origin of a native is on its surface: there may be a shadow around it.
    var surfaceOrigin: Point {
        var (x, y) = (0.0, 0.0)
        gtk_native_get_surface_transform(opaque, &x, &y)
        return Point(x: x, y: y)
    }
}
