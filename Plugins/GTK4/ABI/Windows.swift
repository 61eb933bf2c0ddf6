// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGTK4
internal import CHeadroomGTK4

@c @implementation
public func headroom_gtk4_version() -> UnsafePointer<CChar>? { Version.text }

/// The version, for as long as the process lives.
private enum Version {
    nonisolated(unsafe) static let text = UnsafePointer(g_strdup("0.1.0"))
}

@c @implementation
public func headroom_gtk4_attach(_ window: UnsafeMutablePointer<GtkWindow>?) -> OpaquePointer? {
    let widget = window.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
    guard gtk_is_initialized() != 0, let widget, widget.isA(gtk_window_get_type()) else {
        headroom_critical("headroom_gtk4_attach: no GtkWindow, or GTK is not initialised")
        return nil
    }
    return OpaquePointer(bitPattern: AttachedWindow.attach(widget).handle)
}

@c @implementation
public func headroom_gtk4_detach(_ attached: OpaquePointer?) {
    if let attached = try? Given.attached(attached) { AttachedWindow.detach(attached) }
}
