internal import CGTK4
internal import HeadroomCore

/// A button in a GtkEntry that clears it.
final class ClearButton {
    var mode: ClearButtonMode { didSet { update() } }
    private let entry: WeakObject
    private let signals = Signals()
    private var focus: FocusWatch?
    private var isShown = false

    private static let icon = "edit-clear-symbolic"
    private static let position = GTK_ENTRY_ICON_SECONDARY

    /// - Throws: if it cannot have one.
    init(_ field: TextField, _ mode: ClearButtonMode) throws(Failure) {
        guard let entry = ClearButton.entry(field.widget) else { throw .invalid("field", "is no GtkEntry") }
        guard gtk_entry_get_icon_storage_type(entry, ClearButton.position) == GTK_IMAGE_EMPTY else {
            throw .invalid("field", "has a secondary icon of its own")
        }
        self.entry = WeakObject(field.widget)
        self.mode = mode
        for signal in ["changed", "notify::editable"] {
            signals.connect(field.text, signal) { [weak self] in self?.update() }
        }
        signals.connectIcon(field.widget) { [weak self] position in
            if position == ClearButton.position { self?.clear() }
        }
        focus = FocusWatch(field.text) { [weak self] _ in self?.update() }
        update()
    }

    deinit { show(false) }

    private static func entry(_ widget: Widget) -> UnsafeMutablePointer<GtkEntry>? {
        guard widget.isA(gtk_entry_get_type()) else { return nil }
        return widget.pointer(to: GtkEntry.self)
    }

    private func update() {
        guard let widget = entry.widget, let field = TextField(widget) else { return }
        show(
            field.isEditable && mode.isVisible(isEditing: focus?.hasFocus ?? field.isEdited, hasText: field.hasText))
    }

    private func show(_ isVisible: Bool) {
        guard isVisible != isShown, let entry = entry.widget.flatMap({ ClearButton.entry($0) }) else { return }
        isShown = isVisible
        gtk_entry_set_icon_from_icon_name(entry, ClearButton.position, isVisible ? ClearButton.icon : nil)
    }

    private func clear() {
        guard isShown, let widget = entry.widget else { return }
        gtk_editable_set_text(widget.opaque, "")
    }
}
