// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGTK4
public import CHeadroomGTK4

@c @implementation
public func headroom_gtk4_widget_set_strategy(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ strategy: headroom_gtk4_strategy,
    _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    change(widget, error) { wishes throws(Failure) in wishes.strategy = try Given.strategy(strategy) }
}

@c @implementation
public func headroom_gtk4_widget_set_margin(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ margin: Double, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    change(widget, error) { wishes throws(Failure) in wishes.margin = try Given.length(margin, "margin") }
}

@c @implementation
public func headroom_gtk4_widget_set_extra(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ extra: Double, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    change(widget, error) { wishes throws(Failure) in wishes.extra = try Given.length(extra, "extra") }
}

@c @implementation
public func headroom_gtk4_widget_set_accessory_height(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ height: Double, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    change(widget, error) { wishes throws(Failure) in wishes.accessoryHeight = try Given.length(height, "height") }
}

@c @implementation
public func headroom_gtk4_widget_set_ignored(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ is_ignored: gboolean, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    change(widget, error) { wishes in wishes.strategy = is_ignored != 0 ? Strategy.none : .automatic }
}

@c @implementation
public func headroom_gtk4_widget_set_order(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ order: Int32, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    change(widget, error) { wishes in wishes.order = order }
}

@c @implementation
public func headroom_gtk4_widget_clear(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ error: UnsafeMutablePointer<headroom_error>?
) -> headroom_code {
    change(widget, error) { wishes in wishes = Wishes() }
}

/// Changes what is wished of a widget, and says how that ended.
private func change(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ error: UnsafeMutablePointer<headroom_error>?,
    _ body: (inout Wishes) throws(Failure) -> Void
) -> headroom_code {
    answering(error) { () throws(Failure) in
        let widget = try Given.widget(widget, "widget")
        var wishes = WidgetWishes.of(widget) ?? Wishes()
        try body(&wishes)
        WidgetWishes.change(widget) { $0 = wishes }
        gtk_widget_get_root(widget)
            .flatMap { AttachedWindow.of(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)) }
            .map(Engine.changed)
    }
}
