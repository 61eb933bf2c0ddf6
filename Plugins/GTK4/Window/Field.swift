internal import CGTK4
internal import HeadroomCore

/// What has the focus in a window, and has to stay in sight.
struct Field {
    /// Where the keys go.
    let widget: Widget
    /// What is seen of it: an entry around its text.
    let shown: Widget

    /// Nil: nothing has the focus.
    init?(in window: Widget) {
        guard let focus = gtk_root_get_focus(window.opaque) else { return nil }
        widget = focus
        // An entry's text is a widget of its own, up to two floors down.
        shown = focus.ancestry.prefix(Field.floors).filter { $0.isA(gtk_editable_get_type()) }.last ?? focus
    }

    private static let floors = 4

    var isTextView: Bool { widget.isA(gtk_text_view_get_type()) }

    /// The line with the caret of a text of several lines, in ``widget``'s space; nil: the field is the target. With a
    /// selection it is the end that moves.
    var caret: Rect? {
        guard isTextView else { return nil }
        let view = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkTextView.self)
        var place = GdkRectangle()
        gtk_text_view_get_cursor_locations(view, nil, &place, nil)
        var (x, y): (gint, gint) = (0, 0)
        gtk_text_view_buffer_to_window_coords(view, GTK_TEXT_WINDOW_WIDGET, place.x, place.y, &x, &y)
        return Rect(x: Double(x), y: Double(y), width: Double(place.width), height: Double(place.height))
    }

    /// The same, at the nearest edge of the text view where it is outside of that: a text that scrolls within something else
    /// shows its caret by itself, and not before it is typed in.
    var caretInView: Rect? {
        guard var caret else { return nil }
        caret.y = min(max(caret.y, 0), max(0, widget.contentBox.height - caret.height))
        return caret
    }

    /// Has the input method hear where the caret is: it puts its candidates there. A field tells it whenever it is laid out,
    /// and fcitx5 looks where that is if it is another place, or of another size, than before in the field itself. So a
    /// GtkText is laid out a pixel higher and back.
    func tellCaret() {
        let fills = gtk_widget_get_valign(widget) == GTK_ALIGN_FILL && gtk_widget_get_halign(widget) == GTK_ALIGN_FILL
        let margins = [
            gtk_widget_get_margin_top(widget), gtk_widget_get_margin_bottom(widget),
            gtk_widget_get_margin_start(widget), gtk_widget_get_margin_end(widget),
        ]
        guard widget.isA(gtk_text_get_type()), fills, margins.allSatisfy({ $0 == 0 }),
            gtk_widget_get_mapped(widget) != 0
        else { return gtk_widget_queue_allocate(widget) }
        var place = GtkAllocation()
        gtk_widget_get_allocation(widget, &place)
        let baseline = gtk_widget_get_allocated_baseline(widget)
        for height in [place.height + 1, place.height] {
            place.height = height
            gtk_widget_size_allocate(widget, &place, baseline)
        }
    }

    /// The scrolled windows around it in its window or popover, innermost first.
    var scrollers: [Widget] {
        shown.ancestry.prefix { !$0.isA(gtk_native_get_type()) }.filter { $0.isA(gtk_scrolled_window_get_type()) }
    }
}
