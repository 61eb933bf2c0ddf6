internal import CGTK4
internal import CHeadroomGTK4

/// Reads what C passes. Nothing of it is believed but that a pointer which is not null points to what it should.
enum Given {
    static func attached(_ handle: OpaquePointer?) throws(Failure) -> AttachedWindow {
        guard let handle else { throw .invalid("attached", "is NULL") }
        guard let attached = AttachedWindow.attached(UInt(bitPattern: handle)) else {
            throw Failure(code: HEADROOM_CLOSED, message: "the window was let go of, or has ended")
        }
        return attached
    }

    /// A widget of a type or of one derived from that.
    static func widget(
        _ widget: Widget?, _ name: String, a type: GType = gtk_widget_get_type()
    ) throws(Failure) -> Widget {
        guard let widget else { throw .invalid(name, "is NULL") }
        guard widget.isA(type) else {
            throw .invalid(name, "is no \(g_type_name(type).map { String(cString: $0) } ?? "widget")")
        }
        return widget
    }

    /// A length in pixels, from 0 to a million.
    static func length(_ length: Double, _ name: String) throws(Failure) -> Double {
        guard length >= 0, length <= 1_000_000 else { throw .invalid(name, "is \(length), not from 0 to 1000000") }
        return length
    }
}

extension Given {
    static func strategy(_ strategy: headroom_gtk4_strategy) throws(Failure) -> Strategy {
        guard let known = Strategy(rawValue: strategy.rawValue) else {
            throw .invalid("strategy", "is \(strategy.rawValue), which is none of the four")
        }
        return known
    }

    /// A widget that is in an attached window.
    static func widget(_ widget: Widget?, _ name: String, in attached: AttachedWindow) throws(Failure) -> Widget {
        let widget = try Given.widget(widget, name)
        guard let window = attached.window.widget, widget != window, widget.isInside(window) else {
            throw .invalid(name, "is not in the window")
        }
        return widget
    }
}
