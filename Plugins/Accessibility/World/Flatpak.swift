import Glibc

/// What Flatpak says of a sandbox to those that live in it, and to whoever looks in from outside (flatpak-metadata(5)).
struct Flatpak: Hashable, Sendable {
    /// The application's id; nil: it is a runtime alone.
    var application: String?
    /// Which of its sandboxes it is.
    var instance: String?

    /// The sandbox of a process; nil: it lives in none.
    init?(of process: UInt32) { self.init(root: "/proc/\(process)/root") }

    /// The one with this root.
    init?(root: String) {
        guard let text = Flatpak.read("\(root)/.flatpak-info") else { return nil }
        self.init(text)
    }

    /// By the text of its `.flatpak-info`.
    init(_ text: String) {
        var group: Substring = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[") { group = line }
            switch group {
            case "[Application]": application = application ?? Flatpak.value(of: "name", in: line)
            case "[Instance]": instance = instance ?? Flatpak.value(of: "instance-id", in: line)
            case _: continue
            }
        }
    }

    private static func value(of key: String, in line: Substring) -> String? {
        guard line.hasPrefix("\(key)=") else { return nil }
        let value = line.dropFirst(key.utf8.count + 1)
        return (1...longest).contains(value.utf8.count) ? String(value) : nil
    }

    /// Ids and names on the bus are no longer, in bytes.
    private static let longest = 255
    /// The most that is read, in bytes.
    private static let most = 65_536

    /// A plain file's text. What lives there may have put anything in the file's place: nothing is followed or waited for.
    private static func read(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while text.count < most {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
