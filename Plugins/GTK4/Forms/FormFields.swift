internal import CGTK4
internal import HeadroomCore

/// The fields in a widget, as Core takes them.
struct FormFields {
    let root: Widget

    /// All of them, as they lie in it.
    var all: [TextField] {
        var found: [TextField] = []
        collect(from: root, into: &found)
        return found
    }

    private func collect(from widget: Widget, into found: inout [TextField]) {
        if let field = TextField(widget) {
            found.append(field)
            return
        }
        var child = gtk_widget_get_first_child(widget)
        while let each = child {
            collect(from: each, into: &found)
            child = gtk_widget_get_next_sibling(each)
        }
    }

    /// As a page is read.
    var inReadingOrder: [FormField] {
        let described = all.map(described)
        return FieldOrder.position(direction: root.readingDirection).places(of: described).map { described[$0] }
    }

    func field(_ id: FormField.ID) -> TextField? { all.first { $0.id == id } }

    private func described(_ field: TextField) -> FormField {
        let behaviours = Behaviours.existing(of: field.widget)
        var barriers: FormField.Barriers = []
        if gtk_widget_is_sensitive(field.text) == 0 { barriers.insert(.disabled) }
        // A page that is not turned up, a list that is folded.
        if gtk_widget_get_mapped(field.text) == 0 { barriers.insert(.hidden) }
        if !field.isEditable { barriers.insert(.readOnly) }
        if behaviours?.isLeftOut == true { barriers.insert(.optedOut) }
        return FormField(
            id: field.id, frame: field.widget.bounds(in: root) ?? .zero,
            tag: WidgetWishes.of(field.widget)?.order.map(Int.init),
            group: behaviours?.group ?? 0, barriers: barriers, isMultiLine: field.isTextView)
    }
}
