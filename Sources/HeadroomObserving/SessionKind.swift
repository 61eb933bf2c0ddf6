import Glibc

/// What kind of session the process runs in, by its environment.
package enum SessionKind {
    /// Whether there is a Wayland compositor.
    package static var isWayland: Bool { getenv("WAYLAND_DISPLAY").map { $0.pointee != 0 } ?? false }
}
