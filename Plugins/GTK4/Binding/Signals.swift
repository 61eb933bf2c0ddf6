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
}
