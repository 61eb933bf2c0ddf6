internal import Glibc
import HeadroomConfig

/// What the environment and the file system say.
enum Surroundings {
    // MARK: Displays

    static func wayland() -> Examination.Display {
        guard let name = variable("WAYLAND_DISPLAY") else { return .none }
        if name.hasPrefix("/") { return display(name, at: name) }
        guard let folder = variable("XDG_RUNTIME_DIR") else { return .fails(name, "XDG_RUNTIME_DIR is not set") }
        return display(name, at: "\(folder)/\(name)")
    }

    static func x11() -> Examination.Display {
        guard let name = variable("DISPLAY") else { return .none }
        guard let colon = name.lastIndex(of: ":") else { return .fails(name, "not a display's name") }
        guard name[..<colon].isEmpty || name[..<colon] == "unix" else { return .remote(name) }
        let number = name[name.index(after: colon)...].prefix { $0 != "." }
        return display(name, at: "/tmp/.X11-unix/X\(number)")
    }

    private static func display(_ name: String, at path: String) -> Examination.Display {
        if let problem = problem(connectingTo: path) { .fails(name, problem) } else { .answers(name) }
    }

    /// Why nobody can be reached at a socket; nil: somebody can.
    private static func problem(connectingTo path: String) -> String? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isTooLong = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return true }
            room.copyBytes(from: path.utf8)
            return false
        }
        guard !isTooLong else { return "the path is too long for a socket" }
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard fd >= 0 else { return reason() }
        defer { close(fd) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(fd, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? nil : reason()
    }

    // MARK: Files

    /// The unit for the user's systemd, in the folders where that looks.
    static func unit() -> String? {
        let home = variable("HOME")
        let own =
            [variable("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }]
            + [variable("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" }]
        let runtime = variable("XDG_RUNTIME_DIR")
        let all =
            own.compactMap { $0 } + ["/etc"] + (runtime.map { [$0] } ?? []) + ["/usr/local/lib", "/usr/lib"]
        return first(all.map { "\($0)/systemd/user/headroomd.service" })
    }

    /// The autostart entry, in the folders where sessions look.
    static func autostart() -> String? {
        let own = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" }
        let all = (variable("XDG_CONFIG_DIRS") ?? "/etc/xdg").split(separator: ":").map(String.init)
        return first(((own.map { [$0] } ?? []) + all).map { "\($0)/autostart/headroomd.desktop" })
    }

    /// The configuration, and what it disables.
    static func configuration(observers: [String]?) -> (Examination.Configuration, disabled: [String]) {
        guard let path = Places.configuration() else { return (.none, []) }
        let (settings, complaints) = Configuration(path: path, known: KnownNames(observers: observers)).read()
        guard complaints.isEmpty else { return (.bad(complaints.map(\.description)), settings.disabledObservers) }
        let isThere = access(path, F_OK) == 0
        return (isThere ? .good(path) : .absent(path), settings.disabledObservers)
    }

    /// Whether what is learned can be kept.
    static func state() -> Examination.Folder {
        guard let path = Places.state() else { return .none }
        // Missing folders are made; the nearest there is decides.
        var folder = path
        while access(folder, F_OK) != 0, errno == ENOENT, let slash = folder.lastIndex(of: "/"), folder != "/" {
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
        // A name that is looked up below something that is no folder fails.
        guard access("\(folder)/.", W_OK | X_OK) == 0 else { return .fails(path, reason()) }
        return .writable(path)
    }

    /// Whether `headroom-accessibility --enable` was said.
    static func isAccessibilityWanted() -> Bool {
        Places.state().map { access("\($0)/accessibility-enabled", F_OK) == 0 } ?? false
    }

    /// What is set of the variables by which toolkits leave the accessibility bus alone, or do not.
    static func toolkitVariables() -> [String: String] {
        var all: [String: String] = [:]
        for name in UnmodifiedPrograms.variables { all[name] = variable(name) }
        return all
    }

    private static func first(_ paths: [String]) -> String? { paths.first { access($0, R_OK) == 0 } }

    private static func reason() -> String { String(cString: strerror(errno)) }

    /// A variable of the environment that is set to something.
    static func variable(_ name: String) -> String? {
        Places.environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
