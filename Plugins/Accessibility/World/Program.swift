import Glibc
import HeadroomBus

/// What the system knows of an application's program.
enum Program {
    /// By what names users may know it: its executable's, what it calls its first thread, and the id by which Flatpak has it.
    static func names(of process: UInt32) -> [String] {
        [executable(of: process), firstThread(of: process), Flatpak(of: process)?.application].compactMap { $0 }
    }

    /// Whether both numbers are of one application: what is in a Flatpak is on the accessibility bus by a proxy, and has its
    /// windows by itself.
    static func isSame(_ process: UInt32, _ other: UInt32) -> Bool {
        if process == other { return true }
        guard let instance = Flatpak(of: process)?.instance else { return false }
        return Flatpak(of: other)?.instance == instance
    }

    static func isThere(_ process: UInt32) -> Bool { kill(pid_t(clamping: process), 0) == 0 || errno == EPERM }

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

/// By what an application is known to the next plugin, if this one is killed: no bus gives a name twice, and no two live processes
/// have one number.
struct LastingName: Hashable, Sendable {
    let process: UInt32
    let owner: BusName

    var text: String { "\(process) \(owner.text)" }

    init(process: UInt32, owner: BusName) {
        self.process = process
        self.owner = owner
    }

    /// Nil: it is none.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, let process = UInt32(words[0]), let owner = try? BusName(words[1]) else { return nil }
        self.init(process: process, owner: owner)
    }
}
