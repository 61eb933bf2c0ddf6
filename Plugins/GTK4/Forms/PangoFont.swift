internal import CGTK4
internal import HeadroomCore

/// The font of a widget, as it is now.
struct PangoFont: TextMeasuring {
    private let widget: Widget

    init(of widget: Widget) { self.widget = widget }

    /// A text of several lines takes all of the width: it is as wide as what broke it.
    func size(of text: String, width: Double, lines: Int?) -> Size {
        guard let layout = gtk_widget_create_pango_layout(widget, text) else { return Size(width: 0, height: 0) }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        if lines == 1 {
            pango_layout_set_single_paragraph_mode(layout, 1)
        } else {
            pango_layout_set_width(layout, gint(min(width.rounded(.down), PangoFont.widest)) * PANGO_SCALE)
        }
        var (measured, height): (gint, gint) = (0, 0)
        pango_layout_get_pixel_size(layout, &measured, &height)
        let isBroken = lines != 1 && pango_layout_get_line_count(layout) > 1
        return Size(width: isBroken ? width : Double(measured), height: Double(height))
    }

    /// The widest line that Pango can be asked for, in pixels.
    private static let widest = Double(Int32.max / PANGO_SCALE)
}
