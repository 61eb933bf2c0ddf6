import Glibc

/// What the system knows of an application's program.
enum Program {
    /// By what names users may know it: its executable's, and what it calls its first thread.
    static func names(of process: UInt32) -> [String] {
        [executable(of: process), firstThread(of: process)].compactMap { $0 }
    }

    static func isThere(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

    private static func executable(of process: UInt32) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(process)/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        let path = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/").last.map(String.init)
    }

    private static func firstThread(of process: UInt32) -> String? {
        let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        guard count > 1 else { return nil }
        return String(decoding: bytes.prefix(count - 1), as: UTF8.self)
    }
}
