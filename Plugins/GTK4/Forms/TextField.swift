internal import CGTK4
internal import HeadroomCore

/// A widget that takes text.
struct TextField: Hashable {
    /// The one that the application knows.
    let widget: Widget
    /// The one that has the focus and the text: a GtkText in it, or itself.
    let text: Widget

    /// - Returns: nil if it takes none.
    init?(_ widget: Widget) {
        if widget.isA(gtk_text_view_get_type()) {
            (self.widget, text) = (widget, widget)
        } else if widget.isA(gtk_text_get_type()) {
            (self.widget, text) = (widget, widget)
        } else if widget.isA(gtk_editable_get_type()), let text = TextField.delegate(of: widget) {
            (self.widget, self.text) = (widget, text)
        } else {
            return nil
        }
    }

    /// The field that a widget with the focus belongs to.
    init?(focus: Widget) {
        let owner = focus.ancestry.dropFirst().first {
            $0.isA(gtk_editable_get_type()) && TextField.delegate(of: $0) == focus
        }
        self.init(owner ?? focus)
    }

    private static func delegate(of widget: Widget) -> Widget? {
        guard let delegate = gtk_editable_get_delegate(widget.opaque) else { return nil }
        let text = Widget(delegate)
        return text.isA(gtk_text_get_type()) ? text : nil
    }

    var id: FormField.ID { FormField.ID(bitPattern: widget) }

    var isTextView: Bool { text.isA(gtk_text_view_get_type()) }

    /// The text as GTK's function for it wants it.
    var textView: UnsafeMutablePointer<GtkTextView>? {
        isTextView ? text.pointer(to: GtkTextView.self) : nil
    }

    var hasText: Bool {
        if let textView { return gtk_text_buffer_get_char_count(gtk_text_view_get_buffer(textView)) > 0 }
        return gtk_text_get_text_length(text.pointer(to: GtkText.self)) > 0
    }

    var isEditable: Bool {
        if let textView { return gtk_text_view_get_editable(textView) != 0 }
        return gtk_editable_get_editable(text.opaque) != 0
    }

    /// Whether it has the focus of its window, which need not be the active one.
    var isEdited: Bool { text.root.flatMap { gtk_root_get_focus($0) } == text }

    func grabFocus() { gtk_widget_grab_focus(text) }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The window it is in, as a `GtkRoot`.
    var root: OpaquePointer? { gtk_widget_get_root(self) }

    /// That window as a widget.
    var window: Widget? { root.map { Widget($0) } }

    /// As the pointer that functions of a type take whose struct GTK shows.
    func pointer<Type>(to type: Type.Type) -> UnsafeMutablePointer<Type> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }

    /// Which way lines run in it.
    var readingDirection: ReadingDirection {
        gtk_widget_get_direction(self) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
    }
}
