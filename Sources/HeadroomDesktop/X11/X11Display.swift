internal import CXCB
internal import Glibc

/// Owns libxcb's side of one connection.
final class X11Display {
    let handle: OpaquePointer

    /// Takes over a connection that works.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { xcb_disconnect(handle) }

    var fd: Int32 { xcb_get_file_descriptor(handle) }

    /// Whether it is still there. Once broken it stays so.
    var isWhole: Bool { xcb_connection_has_error(handle) == 0 }

    /// The root window of the screen with this number, and the bits of a window's number that a client chooses itself;
    /// nil if there is no such screen.
    func screen(_ number: Int32) -> (root: UInt32, clientBits: UInt32)? {
        guard let setup = xcb_get_setup(handle) else { return nil }
        var screens = xcb_setup_roots_iterator(setup)
        for _ in 0..<max(0, number) where screens.rem > 0 { xcb_screen_next(&screens) }
        guard screens.rem > 0, let screen = screens.data else { return nil }
        return (screen.pointee.root, setup.pointee.resource_id_mask)
    }
}
