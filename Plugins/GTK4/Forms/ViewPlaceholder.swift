internal import CGTK4
internal import CHeadroomGTK4
internal import HeadroomCore

/// The placeholder of a GtkTextView: a label over the text.
///
/// The label stands in a box that asks for no room, so that the view does not either, and that gives the label what Core
/// says whenever it is laid out (``PlaceholderBox``).
final class ViewPlaceholder {
    var placeholder: Placeholder { didSet { update() } }
    private let view: WeakObject
    private let box: WeakObject
    private let label: WeakObject
    private let signals = Signals()
    private var bufferSignals = Signals()
    private var adjustmentSignals = Signals()
    private var isComposing = false

    /// - Throws: if it is no text view.
    init(_ field: TextField, _ placeholder: Placeholder) throws(Failure) {
        guard let view = field.textView else { throw .invalid("view", "is no GtkTextView") }
        self.placeholder = placeholder
        self.view = WeakObject(field.text)
        let box = PlaceholderBox.box(of: field.text, view)
        self.box = WeakObject(box.box)
        label = WeakObject(box.label)
        box.owner = self
        listen(to: field.text)
        update()
    }

    /// Hides it for good.
    func end() {
        guard let view = view.widget, let box = box.widget, let label = label.widget else { return }
        gtk_widget_set_visible(box, 0)
        gtk_label_set_label(label.opaque, nil)
        gtk_accessible_reset_property(view.opaque, GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER)
    }

    // MARK: What changes it

    private func listen(to view: Widget) {
        signals.connect(view, "direction-changed") { [weak self] in self?.takeDirection() }
        signals.connect(view, "notify::buffer") { [weak self] in self?.takeBuffer() }
        signals.connectPreedit(view) { [weak self] isComposing in
            self?.isComposing = isComposing
            self?.updateVisibility()
        }
        for margin in ["left-margin", "right-margin", "top-margin", "bottom-margin"] {
            signals.connect(view, "notify::\(margin)") { [weak self] in self?.layOut() }
        }
        for adjustment in ["hadjustment", "vadjustment"] {
            signals.connect(view, "notify::\(adjustment)") { [weak self] in self?.takeAdjustments() }
        }
        takeDirection()
        takeBuffer()
        takeAdjustments()
    }

    /// Which way a widget's lines run is its own, and not its parent's.
    private func takeDirection() {
        guard let view = view.widget, let label = label.widget else { return }
        gtk_widget_set_direction(label, gtk_widget_get_direction(view))
        layOut()
    }

    private func takeBuffer() {
        bufferSignals = Signals()
        guard let textView = field?.textView, let buffer = gtk_text_view_get_buffer(textView) else { return }
        bufferSignals.connect(UnsafeMutableRawPointer(buffer), "changed") { [weak self] in self?.updateVisibility() }
        updateVisibility()
    }

    /// A view says its size in its adjustments, whether it is scrolled or not.
    private func takeAdjustments() {
        adjustmentSignals = Signals()
        guard let view = view.widget else { return }
        for adjustment in [gtk_scrollable_get_hadjustment(view.opaque), gtk_scrollable_get_vadjustment(view.opaque)] {
            guard let adjustment else { continue }
            // The view says it while it is laid out itself: nothing that is asked for now would be remembered.
            adjustmentSignals.connect(UnsafeMutableRawPointer(adjustment), "notify::page-size") { [weak self] in
                self?.allocate()
            }
        }
    }

    private func update() {
        guard let label = label.widget, let view = view.widget else { return }
        gtk_label_set_label(label.opaque, placeholder.text)
        gtk_label_set_wrap(label.opaque, placeholder.isMultiLine ? 1 : 0)
        gtk_label_set_single_line_mode(label.opaque, placeholder.isMultiLine ? 0 : 1)
        gtk_label_set_ellipsize(label.opaque, placeholder.isMultiLine ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
        let attributes = placeholder.color.flatMap(ViewPlaceholder.attributes)
        gtk_label_set_attributes(label.opaque, attributes)
        if let attributes { pango_attr_list_unref(attributes) }
        gtk_widget_set_opacity(label, placeholder.color == nil ? ViewPlaceholder.dimmed : 1)
        tellAccessibility(of: view)
        updateVisibility()
        layOut()
    }

    /// How much of the text's own colour is left where none is given. (GTK's `dim-label`)
    private static let dimmed = 0.55

    private static func attributes(of color: Color) -> OpaquePointer? {
        func part(_ value: Double) -> UInt16 { UInt16((value * 65535).rounded()) }
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(
            attributes, pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
        pango_attr_list_insert(attributes, pango_attr_foreground_alpha_new(part(color.alpha)))
        return attributes
    }

    private func tellAccessibility(of view: Widget) {
        var property = GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER
        var value = GValue()
        gtk_accessible_property_init_value(property, &value)
        g_value_set_string(&value, placeholder.text)
        gtk_accessible_update_property_value(view.opaque, 1, &property, &value)
        g_value_unset(&value)
    }

    private func updateVisibility() {
        guard let field, let box = box.widget else { return }
        gtk_widget_set_visible(
            box, placeholder.isVisible(hasText: field.hasText, isComposing: isComposing) ? 1 : 0)
    }

    private func layOut() {
        if let box = box.widget { gtk_widget_queue_resize(box) }
    }

    // MARK: Where it is

    private var field: TextField? { view.widget.flatMap { TextField($0) } }

    /// Core's answer, in the space of the view; nil: no room.
    var layout: Placeholder.Layout? {
        guard let field, let view = field.textView, let label = label.widget else { return nil }
        var visible = GdkRectangle()
        gtk_text_view_get_visible_rect(view, &visible)
        // The margins may differ: what the right one is wider than the left one is no part of the container.
        let left = Double(gtk_text_view_get_left_margin(view))
        let right = Double(gtk_text_view_get_right_margin(view))
        let container = Size(width: Double(visible.width) + left - right, height: Double(visible.height))
        let inset = Point(x: left, y: Double(gtk_text_view_get_top_margin(view)))
        return placeholder.layout(
            in: container, inset: inset, direction: field.text.readingDirection, measuredBy: PangoFont(of: label))
    }

    /// Gives the label its place in the box, whose top left corner is where the first line's is without a left margin.
    func allocate() {
        guard let label = label.widget, let view = field?.textView else { return }
        var narrowest: gint = 0
        gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, nil, nil, nil)
        guard let frame = layout?.frame, frame.width >= Double(narrowest) else {
            gtk_widget_set_child_visible(label, 0)
            return
        }
        gtk_widget_set_child_visible(label, 1)
        let top = frame.y - Double(gtk_text_view_get_top_margin(view))
        var place = GtkAllocation(
            x: gint(frame.x.rounded()), y: gint(top.rounded()), width: gint(frame.width.rounded(.down)),
            height: gint(frame.height.rounded(.up)))
        var lowest: gint = 0
        gtk_widget_measure(label, GTK_ORIENTATION_VERTICAL, place.width, &lowest, nil, nil, nil)
        // What does not fit is cut off by the view.
        place.height = max(place.height, lowest)
        gtk_widget_size_allocate(label, &place, -1)
    }
}
