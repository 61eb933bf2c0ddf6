internal import CGTK4

/// The box for the placeholder of a GtkTextView, and the label in it.
///
/// GTK 4.8 lets nobody take a widget out of a view again that lies over its text. So a view has one box, which stays
/// with it, hidden while there is no placeholder.
final class PlaceholderBox {
    let box: Widget
    let label: Widget
    /// Whose the label is.
    weak var owner: ViewPlaceholder?

    private static let attached = Attached<PlaceholderBox>("headroom-gtk4-placeholder")

    private init(_ box: Widget, _ label: Widget) {
        self.box = box
        self.label = label
    }

    /// The view's, or a new one over its text.
    static func box(of widget: Widget, _ view: UnsafeMutablePointer<GtkTextView>) -> PlaceholderBox {
        if let known = attached.value(of: widget) { return known }
        let made = PlaceholderBox(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), gtk_label_new(nil))
        gtk_label_set_xalign(made.label.opaque, 0)
        gtk_label_set_yalign(made.label.opaque, 0)
        gtk_label_set_wrap_mode(made.label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_box_append(made.box.pointer(to: GtkBox.self), made.label)
        gtk_widget_set_can_target(made.box, 0)
        gtk_widget_set_layout_manager(made.box, layoutManager())
        attached.set(made, of: widget)
        attached.set(made, of: made.box)
        gtk_text_view_add_overlay(view, made.box, 0, 0)
        return made
    }

    /// It asks for nothing, and gives the label what its owner says.
    private static func layoutManager() -> UnsafeMutablePointer<GtkLayoutManager>? {
        gtk_custom_layout_new(nil) { _, _, _, least, natural, _, _ in
            least?.pointee = 0
            natural?.pointee = 0
        } _: { box, _, _, _ in
            if let box { PlaceholderBox.attached.value(of: box)?.owner?.allocate() }
        }
    }
}
