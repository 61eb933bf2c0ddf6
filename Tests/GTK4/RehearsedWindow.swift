import CGTK4
import HeadroomCore
import HeadroomGTK4
import HeadroomPluginKit

/// A GTK 4 window that fills the display, for rehearsals: a text in a scrolled window, the same in another scrolled window, or
/// entries that nothing scrolls.
final class RehearsedWindow: RehearsedApplication {
    enum Kind: String, CaseIterable {
        case text, nested, form
    }

    let world: any World = WindowsWorld()
    private let kind: Kind
    private let window: UnsafeMutablePointer<GtkWidget>
    private let other: UnsafeMutablePointer<GtkWidget>
    private var view: UnsafeMutablePointer<GtkTextView>?
    /// Of the outermost scrolled window, and of the one within it.
    private var adjustment: UnsafeMutablePointer<GtkAdjustment>?
    private var inner: UnsafeMutablePointer<GtkAdjustment>?
    private var high: UnsafeMutablePointer<GtkWidget>?
    private var low: UnsafeMutablePointer<GtkWidget>?
    private var line: Int32 = 0

    init(_ kind: Kind) {
        self.kind = kind
        window = gtk_window_new()
        other = gtk_window_new()
        switch kind {
        case .text: fillWithText(scrolledBy: nil)
        case .nested: fillWithText(scrolledBy: gtk_scrolled_window_new())
        case .form: fillWithEntries()
        }
        gtk_window_set_decorated(top, 0)
        gtk_window_fullscreen(top)
        AttachedWindow.attach(window: UnsafeMutableRawPointer(window))
        gtk_window_present(top)
        wait { self.isActive && gtk_widget_get_height(self.window) == 800 }
        focusLow()
        // So that its user can scroll the outermost one up, too, when the other has taken everything.
        if inner != nil, let adjustment { gtk_adjustment_set_value(adjustment, 60) }
        layOut()
    }

    deinit {
        gtk_window_destroy(UnsafeMutableRawPointer(other).assumingMemoryBound(to: GtkWindow.self))
        gtk_window_destroy(top)
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    private var top: UnsafeMutablePointer<GtkWindow> {
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
    }

    private var isActive: Bool { gtk_window_is_active(top) != 0 }

    private func fillWithText(scrolledBy outer: UnsafeMutablePointer<GtkWidget>?) {
        guard let scroller = gtk_scrolled_window_new(), let text = gtk_text_view_new() else { return }
        let view = UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkTextView.self)
        self.view = view
        gtk_text_view_set_top_margin(view, 24)
        gtk_text_view_set_bottom_margin(view, 12)
        let lines = (0..<100).map { "line \($0)" }.joined(separator: "\n")
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(view), lines, -1)
        gtk_scrolled_window_set_child(OpaquePointer(scroller), text)
        adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
        guard let outer, let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), let below = gtk_label_new("below") else {
            gtk_window_set_child(top, scroller)
            return
        }
        inner = adjustment
        adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(outer))
        gtk_widget_set_size_request(scroller, -1, 700)
        gtk_widget_set_size_request(below, -1, 500)
        for widget in [scroller, below] {
            gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), widget)
        }
        gtk_scrolled_window_set_child(OpaquePointer(outer), box)
        gtk_window_set_child(top, outer)
    }

    private func fillWithEntries() {
        guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), let between = gtk_label_new("in between") else {
            return
        }
        gtk_widget_set_vexpand(between, 1)
        let (high, low) = (gtk_entry_new(), gtk_entry_new())
        for widget in [high, between, low] {
            gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), widget)
        }
        (self.high, self.low) = (high, low)
        gtk_window_set_child(top, box)
    }

    // MARK: Its user

    func focusLow() { focus(low, line: 42) }
    func focusHigh() { focus(high, line: 4) }

    private func focus(_ entry: UnsafeMutablePointer<GtkWidget>?, line: Int32) {
        if let entry { gtk_widget_grab_focus(entry) }
        guard let view else { return }
        gtk_widget_grab_focus(UnsafeMutableRawPointer(view).assumingMemoryBound(to: GtkWidget.self))
        put(line)
    }

    private func put(_ line: Int32) {
        guard let view, let buffer = gtk_text_view_get_buffer(view) else { return }
        self.line = line
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_line(buffer, &place, line)
        gtk_text_buffer_place_cursor(buffer, &place)
    }

    func type() -> Bool {
        guard view != nil else { return false }
        put(line + 1)
        return true
    }

    func giveFocus(_ hasFocus: Bool) {
        if hasFocus {
            gtk_window_present(top)
        } else {
            gtk_window_present(UnsafeMutableRawPointer(other).assumingMemoryBound(to: GtkWindow.self))
        }
        wait { self.isActive == hasFocus }
    }

    func scroll(by distance: Double) -> Bool {
        guard let adjustment else { return false }
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
        return true
    }

    // MARK: What is seen

    var seen: [Double] {
        layOut()
        var bounds = graphene_rect_t()
        if let child = gtk_window_get_child(top) { _ = gtk_widget_compute_bounds(child, window, &bounds) }
        let margins = view.map { [gtk_text_view_get_top_margin($0), gtk_text_view_get_bottom_margin($0)] } ?? []
        return [Double(bounds.origin.y), Double(bounds.size.height)]
            + [adjustment, inner].compactMap { $0.map(gtk_adjustment_get_value) } + margins.map(Double.init)
    }

    /// Until a frame was drawn with all that was done.
    private func layOut() {
        for _ in 0..<2 {
            var isDrawn = false
            gtk_widget_queue_allocate(window)
            let ticked = withUnsafeMutablePointer(to: &isDrawn) { drawn in
                let number = gtk_widget_add_tick_callback(
                    window,
                    { _, _, data in
                        data?.assumingMemoryBound(to: Bool.self).pointee = true
                        return 0
                    }, drawn, nil)
                let end = g_get_monotonic_time() + 200_000
                while !drawn.pointee, g_get_monotonic_time() < end { g_main_context_iteration(nil, 0) }
                if !drawn.pointee { gtk_widget_remove_tick_callback(window, number) }
                return drawn.pointee
            }
            while g_main_context_iteration(nil, 0) != 0 {}
            if !ticked { return }
        }
    }

    private func wait(_ isDone: () -> Bool) {
        let end = g_get_monotonic_time() + 20_000_000
        while !isDone(), g_get_monotonic_time() < end { g_main_context_iteration(nil, 0) }
    }
}
