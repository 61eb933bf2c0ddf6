import Glibc

/// Whether a process lives in a sandbox, whose word on where keyboards are is not taken (contract, section 5).
enum Sandbox {
    /// Flatpak puts `.flatpak-info` at the root of the process; snapd names the process's security label.
    static func holds(process: UInt32) -> Bool {
        if access("/proc/\(process)/root/.flatpak-info", F_OK) == 0 { return true }
        return label(of: process).map { $0.hasPrefix("snap.") } ?? false
    }

    private static func label(of process: UInt32) -> String? {
        let file = open("/proc/\(process)/attr/current", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
