internal import CGTK4

/// Hears what happens in one window: its focus, its caret, its layout, its user's scrolling.
final class WindowWatch {
    enum Event {
        /// Another field has the focus.
        case field
        /// The window lost or got the focus, or is in another state.
        case focus
        case caret
        /// By its user.
        case scrolled
        /// It has another place.
        case moved
        /// It was laid out.
        case laidOut
    }

    private let window: WeakObject
    private let told: (Event) -> Void
    private let signals = Signals()
    private let frames = Signals()
    private let caret = Signals()
    private let scrolling = Signals()
    /// What is scrolled.
    private var scrolls: [ScrollView] = []

    init(_ window: Widget, _ told: @escaping (Event) -> Void) {
        self.window = WeakObject(window)
        self.told = told
        for (signal, event) in [("notify::is-active", Event.focus), ("notify::focus-widget", .field)] {
            signals.connect(window, signal) { [weak self] in
                self?.watchCaret()
                told(event)
            }
        }
        signals.connect(window, "map") { [weak self] in
            self?.watchFrames()
            told(.focus)
        }
        signals.connect(window, "unmap") { [weak self] in
            self?.frames.disconnect()
            told(.focus)
        }
        if gtk_widget_get_mapped(window) != 0 { watchFrames() }
        watchCaret()
    }

    /// Hears of each layout behind everybody whose layout it is.
    private func watchFrames() {
        frames.disconnect()
        guard let window = window.widget, let clock = gtk_widget_get_frame_clock(window),
            let surface = gtk_native_get_surface(window.opaque)
        else { return }
        frames.connect(clock, "layout", after: true) { [weak self] in self?.told(.laidOut) }
        frames.connect(surface, "notify::state") { [weak self] in self?.told(.focus) }
        guard headroom_is_x11(gdk_surface_get_display(surface)) != 0 else { return }
        frames.connectX11Moves(of: surface) { [weak self] in self?.told(.moved) }
    }

    private func watchCaret() {
        caret.disconnect()
        guard let window = window.widget, let focus = gtk_root_get_focus(window.opaque) else { return }
        if focus.isA(gtk_text_view_get_type()) {
            let view = UnsafeMutableRawPointer(focus).assumingMemoryBound(to: GtkTextView.self)
            guard let buffer = gtk_text_view_get_buffer(view) else { return }
            // GTK tells of the caret whenever the text changes. Where it stays, and nobody types, it is no event of its user's.
            var offset = position(of: buffer)
            caret.connect(UnsafeMutableRawPointer(buffer), "notify::cursor-position") { [weak self] in
                let now = position(of: buffer)
                guard now != offset else { return }
                offset = now
                self?.followCaret()
            }
            caret.connect(UnsafeMutableRawPointer(buffer), "end-user-action") { [weak self] in self?.followCaret() }
            caret.connect(focus, "notify::buffer") { [weak self] in
                self?.watchCaret()
                self?.told(.focus)
            }
        } else if focus.isA(gtk_editable_get_type()) {
            caret.connect(focus, "notify::cursor-position") { [weak self] in self?.told(.caret) }
        }
    }

    /// The caret was moved in a text, which scrolls there by itself, and takes its time.
    private func followCaret() {
        for scroll in scrolls where scroll.isText { scroll.followCaret() }
        told(.caret)
    }

    /// Hears of the user's scrolling in these views from now on.
    func watch(_ scrolls: [ScrollView]) {
        guard !scrolls.elementsEqual(self.scrolls, by: ===) else { return }
        scrolling.disconnect()
        self.scrolls = scrolls
        for scroll in scrolls {
            guard let adjustment = scroll.adjustment.pointer else { continue }
            scrolling.connect(adjustment, "value-changed") { [weak self, weak scroll] in
                guard let self, let scroll, !scroll.isSetting, !isWithin("layout") else { return }
                scroll.scrolledByOthers()
                // A text that follows its caret frame by frame does not do what its user wants instead of that.
                if scroll.followsCaret, isWithin("update") {
                    scroll.followCaret()
                    told(.caret)
                } else {
                    scroll.leaveCaret()
                }
                told(.scrolled)
            }
        }
    }

    /// Whether this is called from within a phase of a frame: what is scrolled in its `layout` follows from sizes.
    private func isWithin(_ phase: String) -> Bool {
        guard let window = window.widget, let clock = gtk_widget_get_frame_clock(window),
            let hint = g_signal_get_invocation_hint(UnsafeMutableRawPointer(clock))
        else { return false }
        return hint.pointee.signal_id == g_signal_lookup(phase, gdk_frame_clock_get_type())
    }
}

/// Where the caret of a text is, in characters from its beginning.
private func position(of buffer: UnsafeMutablePointer<GtkTextBuffer>) -> gint {
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
    return gtk_text_iter_get_offset(&place)
}
