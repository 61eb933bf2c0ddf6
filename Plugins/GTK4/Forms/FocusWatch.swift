internal import CGTK4

/// Whether a widget has the focus of its window, whichever that is.
final class FocusWatch {
    private(set) var hasFocus = false
    private let widget: WeakObject
    private let told: (Bool) -> Void
    private let rootSignals = Signals()
    private var windowSignals = Signals()

    /// Calls `told` whenever it gets or loses it.
    init(_ widget: Widget, _ told: @escaping (Bool) -> Void) {
        self.widget = WeakObject(widget)
        self.told = told
        rootSignals.connect(widget, "notify::root") { [weak self] in self?.enterWindow() }
        enterWindow()
    }

    private func enterWindow() {
        windowSignals = Signals()
        if let window = widget.widget?.window, window.isA(gtk_window_get_type()) {
            windowSignals.connect(window, "notify::focus-widget") { [weak self] in self?.look() }
        }
        look()
    }

    private func look() {
        let has = widget.widget.map { widget in widget.root.flatMap { gtk_root_get_focus($0) } == widget } ?? false
        guard has != hasFocus else { return }
        hasFocus = has
        told(has)
    }
}
