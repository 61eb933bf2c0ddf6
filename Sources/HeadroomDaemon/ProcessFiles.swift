import Glibc

/// What the kernel and sandboxes tell of a process in files.
package struct ProcessFiles {
    private let folder: String

    init(_ pid: UInt32) { self.init(folder: "/proc/\(pid)") }

    /// `folder`: where the kernel has the process's files.
    package init(folder: String) { self.folder = folder }

    /// In ticks since boot; nil if there is no such process.
    var startTime: UInt64? { read("stat").flatMap(ProcessFiles.startTime(inStat:)) }

    /// Whether it is there for other processes: their connections to the bus are its own.
    var isProxy: Bool { read("comm")?.contains("xdg-dbus-proxy") ?? false }

    /// Whether there is anything at the place where Flatpak puts what it says of a sandbox.
    var hasFlatpakInfo: Bool { access("\(folder)/root/.flatpak-info", F_OK) == 0 }

    /// By which AppArmor or another security module knows it.
    var securityLabel: String? { read("attr/current") }

    /// The Flatpak instance that it lives in.
    var flatpakInstance: String? { read("root/.flatpak-info").flatMap(ProcessFiles.instance(inFlatpakInfo:)) }

    /// The 22nd field of `/proc/PID/stat`, see proc(5). The second is the program's name in parentheses, and may hold
    /// anything.
    package static func startTime(inStat text: String) -> UInt64? {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }

    /// `instance-id` of the group `Instance`, see flatpak-metadata(5).
    package static func instance(inFlatpakInfo text: String) -> String? {
        var group: Substring = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[") { group = line }
            guard group == "[Instance]", line.hasPrefix("instance-id=") else { continue }
            let instance = line.dropFirst("instance-id=".count)
            let isPlain = instance.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            return isPlain && (1...64).contains(instance.utf8.count) ? String(instance) : nil
        }
        return nil
    }

    /// The most that is read of a file, in bytes.
    private static let most = 65_536

    /// A plain file's text. A process may have put anything in a file's place: nothing is followed or waited for.
    private func read(_ name: String) -> String? {
        let file = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while text.count < ProcessFiles.most {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
