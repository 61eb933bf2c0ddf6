import Glibc
import HeadroomConfig

/// The file in which `ibus-daemon` says where its bus is (`src/ibusshare.c` of IBus: `ibus_get_socket_path`).
struct IBusAddressFile: Sendable, Hashable {
    let folder: String
    /// What it may be called in that folder; the first that names a running daemon counts.
    let names: [String]

    /// How much of it is read: more is no such file, which has 400 bytes. (chosen)
    static let limit = 16_384

    /// Where the environment says it is; nil if it does not.
    ///
    /// A daemon that knows a Wayland compositor goes by its name, any other by the X display's number. XWayland's is looked
    /// for too: who started the daemon may have known of nothing else.
    init?(environment variable: (String) -> String?, machine: String) {
        if let path = variable("IBUS_ADDRESS_FILE"), path.hasPrefix("/"), !path.hasSuffix("/"),
            let slash = path.lastIndex(of: "/")
        {
            folder = slash == path.startIndex ? "/" : String(path[..<slash])
            names = [String(path[path.index(after: slash)...])]
            return
        }
        guard let configurations = Places.configurations(variable) else { return nil }
        let displays = [
            variable("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : "unix-\($0)" },
            variable("DISPLAY").flatMap(Self.xDisplay),
        ].compactMap { $0 }.filter { !$0.contains("/") }
        guard !displays.isEmpty else { return nil }
        folder = "\(configurations)/ibus/bus"
        names = displays.map { "\(machine)-\($0)" }
    }

    /// `[HOST]:NUMBER[.SCREEN]` as the file's name has it.
    private static func xDisplay(_ display: String) -> String? {
        guard let colon = display.lastIndex(of: ":") else { return nil }
        let host = display[..<colon]
        let number = display[display.index(after: colon)...].prefix { $0 != "." }
        return number.isEmpty ? nil : "\(host.isEmpty ? "unix" : host)-\(number)"
    }

    /// What IBus calls this machine.
    static func machine() -> String {
        for path in ["/var/lib/dbus/machine-id", "/etc/machine-id"] {
            guard let bytes = try? Files.read(path, atMost: 256) else { continue }
            return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        }
        return "machine-id"
    }

    /// The address that the file gives, if the daemon that wrote it runs; nil if none does.
    func address() -> String? {
        for name in names {
            guard let bytes = try? Files.read("\(folder)/\(name)", atMost: Self.limit) else { continue }
            guard let content = Content(bytes), content.isDaemonRunning else { continue }
            return content.address
        }
        return nil
    }

    /// What such a file says.
    struct Content: Sendable, Hashable {
        var address: String
        /// The daemon's process.
        var process: Int32

        /// Reads `IBUS_ADDRESS=` and `IBUS_DAEMON_PID=`, the last of each; nil if one is missing, or empty as Fcitx leaves
        /// them.
        init?(_ bytes: [UInt8]) {
            var (address, process) = (String?.none, Int32?.none)
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let line = String(validating: line, as: UTF8.self) else { return nil }
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                switch parts[0] {
                case "IBUS_ADDRESS": address = parts.count > 1 ? String(parts[1]) : nil
                case "IBUS_DAEMON_PID": process = parts.count > 1 ? Int32(parts[1]) : nil
                default: continue
                }
            }
            guard let address, !address.isEmpty, let process, process > 0 else { return nil }
            self.address = address
            self.process = process
        }

        /// Whether there is such a process, whosoever it is.
        var isDaemonRunning: Bool { kill(process, 0) == 0 || errno == EPERM }
    }
}
