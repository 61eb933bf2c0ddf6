internal import CGTK4
internal import CHeadroomGTK4
internal import HeadroomCore

/// Clears a field by itself: as editing begins, or at the first edit of a text that is not shown.
final class Clearing {
    var clearsOnBegin: Bool { didSet { machine.clearsOnBeginEditing = clearsOnBegin } }
    var clearsSecure: Bool { didSet { updateSecure() } }
    private var machine: FieldClearing
    private let widget: WeakObject
    private let text: WeakObject
    private let signals = Signals()
    private var focus: FocusWatch?

    /// - Throws: if it is a text view.
    init(_ field: TextField) throws(Failure) {
        guard !field.isTextView else { throw .invalid("field", "is a GtkTextView, which is not cleared by itself") }
        clearsOnBegin = false
        clearsSecure = false
        machine = FieldClearing()
        widget = WeakObject(field.widget)
        text = WeakObject(field.text)
        signals.connect(field.text, "notify::visibility") { [weak self] in self?.updateSecure() }
        signals.connectInsertion(field.text) { [weak self] position in
            if self?.isCleared() == true { position = 0 }
        }
        signals.connect(field.text, "delete-text") { [weak self] in self?.deleting() }
        let focus = FocusWatch(field.text) { [weak self] has in self?.focusChanged(has) }
        self.focus = focus
        // A field that is edited already has begun; nothing more of it is cleared.
        if focus.hasFocus { _ = machine.beginEditing(hasText: false) }
    }

    private func updateSecure() {
        guard let text = text.widget else { return }
        machine.isSecure = clearsSecure && gtk_text_get_visibility(text.pointer(to: GtkText.self)) == 0
    }

    private func focusChanged(_ has: Bool) {
        guard has else { return machine.endEditing() }
        guard let text = text.widget, let field = TextField(text), field.isEditable else { return }
        if machine.beginEditing(hasText: field.hasText) == .clear { clear() }
    }

    /// The user is about to change the text. Whether it had to go first, and is gone.
    private func isCleared() -> Bool {
        guard !isWrittenByApp, machine.edit() == .clear else { return false }
        clear()
        return true
    }

    private func deleting() {
        // Nothing is left to delete.
        if let text = text.pointer, isCleared() { g_signal_stop_emission_by_name(text, "delete-text") }
    }

    /// The application writes through the widget around the text, which tells of it first; who types does not.
    private var isWrittenByApp: Bool {
        guard let widget = widget.pointer, widget != text.pointer,
            let emission = g_signal_get_invocation_hint(widget)
        else { return false }
        let name = g_signal_name(emission.pointee.signal_id).map { String(cString: $0) }
        return name == "insert-text" || name == "delete-text"
    }

    private func clear() {
        guard let text = text.widget else { return }
        gtk_editable_delete_text(text.opaque, 0, -1)
    }
}
