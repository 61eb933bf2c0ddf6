import Glibc

/// Which program a keyboard is, by its process.
package enum KeyboardProcess {
    /// The program's name as the kernel has it (at most 15 bytes), with the names that distributions and versions use
    /// made one; nil if the process is gone.
    package static func name(_ process: UInt32) -> String? {
        let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = max(0, read(file, buffer.baseAddress, buffer.count))
        }
        let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard !name.isEmpty else { return nil }
        return name.hasPrefix("phosh-osk-stev") ? "stevia" : name
    }
}
