internal import CGTK4

/// Declarations of CSS for one widget and nothing in it, which end with this.
final class StyleRule {
    private let widget: WeakObject
    private let provider = gtk_css_provider_new()
    private var declarations = ""

    /// Above what applications and users say.
    private static let priority = guint(GTK_STYLE_PROVIDER_PRIORITY_USER) + 100

    init(_ widget: Widget) {
        self.widget = WeakObject(widget)
        gtk_style_context_add_provider(
            gtk_widget_get_style_context(widget), OpaquePointer(provider), StyleRule.priority)
    }

    deinit {
        if let widget = widget.widget {
            gtk_style_context_remove_provider(gtk_widget_get_style_context(widget), OpaquePointer(provider))
        }
        g_object_unref(provider)
    }

    /// Sets all of them, such as `transform: translateY(-10px)`.
    func set(_ declarations: String) {
        guard declarations != self.declarations else { return }
        self.declarations = declarations
        let text = declarations.isEmpty ? "" : "* { \(declarations) }"
        gtk_css_provider_load_from_data(provider, text, -1)
    }
}
