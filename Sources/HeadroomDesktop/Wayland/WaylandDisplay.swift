internal import CWayland
internal import Glibc

/// Owns libwayland's side of one connection; its memory lasts as long as any object on it.
package final class WaylandDisplay {
    let handle: OpaquePointer

    /// Takes over a connected socket, also if this throws.
    ///
    /// - Throws: ``WaylandError/Code/system`` if libwayland has no memory for it.
    init(fd: Int32) throws(WaylandError) {
        guard let handle = wl_display_connect_to_fd(fd) else {
            throw WaylandError(.system, "wl_display_connect_to_fd: \(WaylandAddress.lastError)")
        }
        self.handle = handle
    }

    deinit { wl_display_disconnect(handle) }

    var fd: Int32 { wl_display_get_fd(handle) }

    /// Reads what has arrived and hands out all events.
    func receive() throws(WaylandError) {
        while wl_display_prepare_read(handle) != 0 {
            guard wl_display_dispatch_pending(handle) >= 0 else { throw failure }
        }
        guard wl_display_read_events(handle) >= 0 else {
            // What arrived before the end is still worth hearing.
            wl_display_dispatch_pending(handle)
            throw failure
        }
        guard wl_display_dispatch_pending(handle) >= 0 else { throw failure }
    }

    /// Sends what has gathered.
    ///
    /// - Returns: whether the socket was full, so that the rest waits until it is writable.
    func flush() throws(WaylandError) -> Bool {
        guard wl_display_flush(handle) < 0 else { return false }
        switch errno {
        case EAGAIN: return true
        // The compositor is gone; what it said last (a protocol error, perhaps) is still to be read.
        case EPIPE: return false
        default: throw failure
        }
    }

    /// What ended the connection.
    private var failure: WaylandError {
        switch wl_display_get_error(handle) {
        case EPROTO:
            var interface: UnsafePointer<wl_interface>?
            var object: UInt32 = 0
            let code = wl_display_get_protocol_error(handle, &interface, &object)
            let name = interface.map { String(cString: $0.pointee.name) } ?? "an unknown interface"
            return WaylandError(.protocolError, "protocol error \(code) on \(name)")
        case 0, EPIPE, ECONNRESET: return WaylandError(.closed, "the compositor closed the connection")
        case EINVAL: return WaylandError(.protocolError, "the compositor sent what nobody can read")
        case let error: return WaylandError(.system, String(cString: strerror(error)))
        }
    }
}
