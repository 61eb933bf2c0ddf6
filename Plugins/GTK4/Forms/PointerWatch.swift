internal import CGTK4
internal import HeadroomCore

/// What the first finger, or the primary button, does in a window, whoever it is for: this only listens.
///
/// Points are in the window's space. What happens in a popover is not told: that is a window of its own.
final class PointerWatch {
    enum Event {
        case down(Point)
        case moved(Point)
        case up(Point)
        /// It became something else, such as two fingers.
        case cancelled
        /// A wheel or a touchpad scrolls.
        case scrolled(Point)
    }

    private let window: WeakObject
    private let controller: OpaquePointer
    private let told: (Event) -> Void
    private let signals = Signals()
    /// What is down.
    private var contact: Contact?

    private enum Contact: Equatable {
        case button
        case touch(OpaquePointer?)
    }

    init?(_ window: Widget, _ told: @escaping (Event) -> Void) {
        guard let controller = gtk_event_controller_legacy_new() else { return nil }
        self.window = WeakObject(window)
        self.controller = controller
        self.told = told
        // Before anybody can take it for himself.
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        signals.connectEvents(UnsafeMutableRawPointer(controller), "event") { [weak self] event in
            self?.happened(OpaquePointer(event))
        }
        g_object_ref(UnsafeMutableRawPointer(controller))
        gtk_widget_add_controller(window, controller)
    }

    deinit {
        if let window = window.widget { gtk_widget_remove_controller(window, controller) }
        g_object_unref(UnsafeMutableRawPointer(controller))
    }

    private func happened(_ event: OpaquePointer) {
        guard let point = place(of: event) else { return }
        switch gdk_event_get_event_type(event) {
        case GDK_BUTTON_PRESS: down(gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY ? .button : nil, point)
        case GDK_TOUCH_BEGIN: down(.touch(gdk_event_get_event_sequence(event)), point)
        case GDK_MOTION_NOTIFY: if contact == .button { told(.moved(point)) }
        case GDK_TOUCH_UPDATE: if isOurs(event) { told(.moved(point)) }
        case GDK_BUTTON_RELEASE:
            if contact == .button, gdk_button_event_get_button(event) == GDK_BUTTON_PRIMARY { end(.up(point)) }
        case GDK_TOUCH_END: if isOurs(event) { end(.up(point)) }
        case GDK_TOUCH_CANCEL: if isOurs(event) { end(.cancelled) }
        case GDK_SCROLL: if gdk_scroll_event_is_stop(event) == 0 { told(.scrolled(point)) }
        default: break
        }
    }

    private func isOurs(_ event: OpaquePointer) -> Bool { contact == .touch(gdk_event_get_event_sequence(event)) }

    private func down(_ new: Contact?, _ point: Point) {
        guard contact == nil else { return end(.cancelled) }
        guard let new else { return }
        contact = new
        told(.down(point))
    }

    private func end(_ event: Event) {
        guard contact != nil else { return }
        contact = nil
        told(event)
    }

    /// Where it happens; nil: nowhere in the window.
    private func place(of event: OpaquePointer) -> Point? {
        guard let window = window.widget,
            let surface = gtk_native_get_surface(window.opaque), gdk_event_get_surface(event) == surface
        else { return nil }
        var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
        if gdk_event_get_event_type(event) == GDK_SCROLL {
            // It has no place of its own: it is where the pointer is. On X11 what this answers is not whether it is known.
            (x, y) = (.nan, .nan)
            _ = gdk_surface_get_device_position(surface, gdk_event_get_device(event), &x, &y, nil)
            guard x.isFinite, y.isFinite else { return nil }
        } else {
            guard gdk_event_get_position(event, &x, &y) != 0 else { return nil }
        }
        gtk_native_get_surface_transform(window.opaque, &left, &top)
        return Point(x: x - left, y: y - top)
    }
}
