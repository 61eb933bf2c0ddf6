internal import CGTK4

/// Handlers of signals, which are gone with this: whoever owns it and goes takes them along.
///
/// An object may end before: its handlers end with it.
final class Signals {
    private var handlers: [(object: WeakObject, number: gulong)] = []

    deinit { disconnect() }

    /// Calls `told` at each emission of a signal (`notify::title`, `value-changed`); with `after`, behind its own handler.
    func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, after: Bool = false, _ told: @escaping () -> Void
    ) {
        let box = Unmanaged.passRetained(Handler(told)).toOpaque()
        let number = headroom_connect(
            object, signal, { data in data.map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue().told() } },
            box, { data in data.map { Unmanaged<Handler>.fromOpaque($0).release() } }, after ? 1 : 0)
        keep(object, number)
    }

    /// Takes a handler into its care that was connected otherwise.
    func keep(_ object: UnsafeMutableRawPointer, _ number: gulong) {
        handlers.append((WeakObject(object), number))
    }

    func connect(_ widget: Widget, _ signal: String, after: Bool = false, _ told: @escaping () -> Void) {
        connect(UnsafeMutableRawPointer(widget), signal, after: after, told)
    }

    func connect(_ object: OpaquePointer, _ signal: String, after: Bool = false, _ told: @escaping () -> Void) {
        connect(UnsafeMutableRawPointer(object), signal, after: after, told)
    }

    /// The same for a signal that carries a pointer to an event, such as `xevent`.
    func connectEvents(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ told: @escaping (UnsafeRawPointer) -> Void
    ) {
        let box = Unmanaged.passRetained(EventHandler(told)).toOpaque()
        let number = headroom_connect_event(
            object, signal,
            { data, event in
                guard let data, let event else { return 0 }
                Unmanaged<EventHandler>.fromOpaque(data).takeUnretainedValue().told(event)
                return 0
            }, box, { data in data.map { Unmanaged<EventHandler>.fromOpaque($0).release() } })
        handlers.append((WeakObject(object), number))
    }

    func disconnect() {
        for (object, number) in handlers {
            guard let object = object.pointer, g_signal_handler_is_connected(object, number) != 0 else { continue }
            g_signal_handler_disconnect(object, number)
        }
        handlers = []
    }

    /// What GLib keeps for as long as a handler is connected.
    private final class Handler {
        let told: () -> Void

        init(_ told: @escaping () -> Void) { self.told = told }
    }

    private final class EventHandler {
        let told: (UnsafeRawPointer) -> Void

        init(_ told: @escaping (UnsafeRawPointer) -> Void) { self.told = told }
    }
}

extension Signals {
    /// Calls `told` whenever the X server says that a surface's window has another place or size.
    func connectX11Moves(of surface: OpaquePointer, _ told: @escaping () -> Void) {
        let window = headroom_x11_window(surface)
        guard let display = gdk_surface_get_display(surface) else { return }
        connectEvents(UnsafeMutableRawPointer(display), "xevent") { event in
            if headroom_x11_configured(event) == window { told() }
        }
    }
}
