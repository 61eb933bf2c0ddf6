internal import CGTK4

// Signals of which more is needed than that they are emitted. With G_CONNECT_SWAPPED what was given to connect comes
// first, and then what the signal tells.
extension Signals {
    /// GtkEntry's `icon-release`; `told` is told which one.
    func connectIcon(_ entry: Widget, _ told: @escaping (GtkEntryIconPosition) -> Void) {
        typealias Function = @convention(c) (UnsafeMutableRawPointer?, GtkEntryIconPosition) -> Void
        let function: Function = { data, position in
            Told<(GtkEntryIconPosition) -> Void>.in(data)?(position)
        }
        connect(entry, "icon-release", unsafeBitCast(function, to: GCallback.self), Told(told))
    }

    /// GtkEditable's `insert-text`, before the text is inserted; `told` may change where.
    func connectInsertion(_ editable: Widget, _ told: @escaping (inout gint) -> Void) {
        typealias Function =
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<CChar>?, gint, UnsafeMutablePointer<gint>?
            ) -> Void
        let function: Function = { data, _, _, position in
            guard let position else { return }
            Told<(inout gint) -> Void>.in(data)?(&position.pointee)
        }
        connect(editable, "insert-text", unsafeBitCast(function, to: GCallback.self), Told(told))
    }

    /// `preedit-changed`; `told` is told whether anything is composed.
    func connectPreedit(_ widget: Widget, _ told: @escaping (Bool) -> Void) {
        typealias Function = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void
        let function: Function = { data, preedit in
            Told<(Bool) -> Void>.in(data)?(preedit.map { $0.pointee != 0 } ?? false)
        }
        connect(widget, "preedit-changed", unsafeBitCast(function, to: GCallback.self), Told(told))
    }

    private func connect<Function>(_ widget: Widget, _ signal: String, _ function: GCallback, _ told: Told<Function>) {
        let object = UnsafeMutableRawPointer(widget)
        let number = g_signal_connect_data(
            object, signal, function, Unmanaged.passRetained(told).toOpaque(),
            { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, G_CONNECT_SWAPPED)
        keep(object, number)
    }
}

/// What GLib keeps for as long as a handler is connected.
private final class Told<Function> {
    let function: Function

    init(_ function: Function) { self.function = function }

    static func `in`(_ data: UnsafeMutableRawPointer?) -> Function? {
        data.map { Unmanaged<Told<Function>>.fromOpaque($0).takeUnretainedValue().function }
    }
}
