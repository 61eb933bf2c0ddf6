internal import CGTK4

/// A widget's frames, for as long as somebody wants them.
final class FrameTicks {
    private let widget: WeakObject
    /// Called on each frame; false: no more are wanted.
    private let drawn: () -> Bool
    private var number: guint = 0

    init(_ widget: Widget, _ drawn: @escaping () -> Bool) {
        self.widget = WeakObject(widget)
        self.drawn = drawn
    }

    deinit { stop() }

    func start() {
        guard number == 0, let widget = widget.widget else { return }
        number = gtk_widget_add_tick_callback(
            widget,
            { _, _, data in
                guard let data else { return 0 }
                let ticks = Unmanaged<FrameTicks>.fromOpaque(data).takeUnretainedValue()
                if ticks.drawn() { return 1 }
                ticks.number = 0
                return 0
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func stop() {
        if number != 0, let widget = widget.widget { gtk_widget_remove_tick_callback(widget, number) }
        number = 0
    }
}
