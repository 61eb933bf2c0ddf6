import Foundation
import Glibc
package import HeadroomBus
import Support

/// A headless desktop of a test's own: a user, a runtime folder, a session bus, a compositor, and what runs on it.
///
/// sway refuses to run as root; run by root everything here runs as `nobody`.
package final class Desktop {
    package enum Compositor: String, CaseIterable, Sendable {
        case sway, phoc
    }

    package let loop: EventLoop
    package let compositor: Compositor
    /// The folder of sockets and files, readable by its user only.
    package let folder: String
    /// A folder that its user may read: programs that tests bring along.
    package let programs: String
    package let busAddress: String
    package private(set) var bus: Connection
    package private(set) var display = ""
    private let configuration: String
    private let outputs: Int
    private var children: [Teller] = []
    private var server: Teller?

    /// The colour of sway's desktop.
    static let swayBackground = 0x204060

    private static let isRoot = geteuid() == 0
    private static let nobody: UInt32 = 65_534

    /// Starts a bus and a compositor with so many outputs, `HEADLESS-1` (360x720) and so on.
    ///
    /// - Parameters:
    ///   - compositor: which one.
    ///   - configuration: more lines for its configuration.
    ///   - outputs: how many.
    /// - Throws: if something does not start, with its log.
    package init(_ compositor: Compositor, configuration: String = "", outputs: Int = 1) throws {
        self.compositor = compositor
        self.configuration = configuration
        self.outputs = outputs
        loop = try EventLoop()
        folder = try Desktop.makeFolder("headroom-run", mode: 0o700)
        programs = try Desktop.makeFolder("headroom-bin", mode: 0o755)
        for program in try FileManager.default.contentsOfDirectory(atPath: Desktop.apps) {
            try FileManager.default.copyItem(atPath: "\(Desktop.apps)/\(program)", toPath: "\(programs)/\(program)")
        }
        let settings = "\(folder)/.config/glib-2.0/settings"
        try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
        try "[org/gnome/desktop/a11y/applications]\nscreen-keyboard-enabled=true\n".write(
            toFile: "\(settings)/keyfile", atomically: true, encoding: .utf8)
        try Desktop.giveAway(folder)

        busAddress = "unix:path=\(folder)/bus"
        bus = Connection(loop: loop, address: .at(busAddress))
        try Desktop.busConfiguration(busAddress).write(
            toFile: "\(programs)/bus.conf", atomically: true, encoding: .utf8)
        let daemon = try start(
            "dbus-daemon", ["--nofork", "--nosyslog", "--print-address=1", "--config-file=\(programs)/bus.conf"])
        try daemon.wait(for: "its address") { $0.hasPrefix("unix:") }
        try bus.open()
        try loop.wait("the bus's greeting") { bus.state == .connected }
        try startCompositor()
    }

    deinit {
        bus.close()
        for child in children.reversed() { child.process.kill() }
        server?.process.kill()
        for path in [folder, programs] { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let apps = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Apps").path

    /// A session bus that also lets the test in, which may be another user.
    private static func busConfiguration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/><allow own="*"/><allow eavesdrop="true"/><allow send_destination="*" eavesdrop="true"/>
          </policy>
        </busconfig>
        """
    }

    private static func makeFolder(_ name: String, mode: mode_t) throws -> String {
        var path = Array("/tmp/\(name)-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw TestFailure("mkdtemp: \(errno)") }
        chmod(path, mode)
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func giveAway(_ folder: String) throws {
        guard isRoot else { return }
        let paths = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).map {
            "\(folder)/\($0)"
        }
        for path in [folder] + paths { chown(path, nobody, nobody) }
    }

    // MARK: - Programs

    /// The environment of all that runs here.
    package var environment: [String: String] {
        var all = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder, "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": busAddress, "XDG_SESSION_TYPE": "wayland", "GSETTINGS_BACKEND": "keyfile",
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            "WLR_HEADLESS_OUTPUTS": "\(outputs)", "LIBGL_ALWAYS_SOFTWARE": "1", "GDK_BACKEND": "wayland",
            "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "PYTHONDONTWRITEBYTECODE": "1",
        ]
        if !display.isEmpty { all["WAYLAND_DISPLAY"] = display }
        return all
    }

    /// Starts a program as the desktop's user. It is killed with the desktop.
    @discardableResult
    package func start(
        _ program: String, _ arguments: [String] = [], environment more: [String: String] = [:]
    ) throws -> Teller {
        let teller = try spawn(program, arguments, environment: more)
        children.append(teller)
        return teller
    }

    private func spawn(_ program: String, _ arguments: [String], environment more: [String: String]) throws -> Teller {
        let variables = environment.merging(more) { $1 }.map { "\($0.key)=\($0.value)" }
        let user = ["setpriv", "--reuid=\(Desktop.nobody)", "--regid=\(Desktop.nobody)", "--clear-groups"]
        let process = try ChildProcess(
            "/usr/bin/env", ["-i"] + variables + (Desktop.isRoot ? user : []) + [program] + arguments)
        return try Teller(program, process, on: loop)
    }

    /// Runs a program to its end.
    ///
    /// - Throws: if it fails.
    @discardableResult
    package func run(_ program: String, _ arguments: [String]) throws -> [String] {
        let teller = try spawn(program, arguments, environment: [:])
        try loop.wait("\(program) to end", log: teller.process.log) { teller.hasEnded }
        let code = try teller.process.waitForExit()
        guard code == 0 else {
            throw TestFailure("\(program) \(arguments) ended with \(code): \(teller.lines) \(teller.process.log)")
        }
        return teller.lines
    }

    /// Starts one of the programs under test.
    package func python(_ program: String, _ arguments: [String] = []) throws -> Teller {
        let teller = try start("/usr/bin/python3", ["\(programs)/\(program)"] + arguments)
        try teller.wait(for: "ready")
        return teller
    }

    package func keyboard(_ arguments: String...) throws -> Teller { try python("keyboard.py", arguments) }

    /// squeekboard, hidden. It shows itself for a moment when it starts; that is over then.
    package func squeekboard() throws -> Teller {
        var isOwned = false
        let watch = bus.watchName("sm.puri.OSK0") { isOwned = $0 != nil }
        defer { watch.cancel() }
        let teller = try start("squeekboard")
        try loop.wait("squeekboard to own sm.puri.OSK0", log: teller.process.log) { isOwned }
        try setVisible(true)
        try setVisible(false)
        return teller
    }

    /// Lets so much time pass, to keep below a limit of so many things a second.
    package func pass(microseconds: UInt64) throws {
        var isOver = false
        let timer = try loop.timer { isOver = true }
        timer.arm(after: microseconds)
        try loop.wait("time to pass") { isOver }
    }

    // MARK: - The compositor

    /// Starts it; done for a new desktop already.
    package func startCompositor() throws {
        let path = "\(folder)/\(compositor.rawValue).conf"
        let arguments: [String]
        switch compositor {
        case .sway:
            let lines = [
                "xwayland disable", "default_border none", "focus_follows_mouse no",
                "output * bg #\(String(Desktop.swayBackground, radix: 16)) solid_color",
                "output HEADLESS-1 mode 360x720 position 0 0", configuration,
            ]
            try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            arguments = ["-c", path]
        case .phoc:
            let lines = ["[core]", "xwayland=false", "[output:HEADLESS-1]", "mode = 360x720", configuration]
            try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            arguments = ["-C", path]
        }
        chmod(path, 0o644)
        display = ""
        let server = try spawn(compositor.rawValue, arguments, environment: [:])
        self.server = server
        let watch = try FolderWatch(folder, on: loop)
        defer { watch.cancel() }
        try loop.wait("\(compositor) to listen", log: server.process.log) {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            display = files.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") } ?? ""
            let isControlled = compositor == .phoc || files.contains { $0.hasPrefix("sway-ipc.") }
            return !display.isEmpty && isControlled
        }
        // A seat comes with the first device; without one phoc's clients have none. sway's answer says that it is up.
        switch compositor {
        case .sway: try askSwayUntilItAnswers()
        case .phoc: _ = try python("pointer.py")
        }
    }

    /// Between binding its socket and listening on it sway refuses.
    private func askSwayUntilItAnswers() throws {
        for _ in 0..<50 where (try? run("swaymsg", ["-s", swaySocket, "-t", "get_version"])) != nil { return }
        try run("swaymsg", ["-s", swaySocket, "-t", "get_version"])
    }

    private var swaySocket: String {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.first { $0.hasPrefix("sway-ipc.") }.map { "\(folder)/\($0)" } ?? ""
    }

    /// Tells sway to do something.
    package func sway(_ command: String) throws { try run("swaymsg", ["-s", swaySocket, "--", command]) }

    /// Changes an output of phoc.
    package func randr(_ arguments: String...) throws { try run("wlr-randr", arguments) }

    /// Turns an output: `normal`, `90` and so on.
    package func turn(_ output: String, to transform: String) throws {
        switch compositor {
        case .sway: try sway("output \(output) transform \(transform)")
        case .phoc: try randr("--output", output, "--transform", transform)
        }
    }

    /// Kills the compositor, and with it all its clients. It can be started anew, and comes back at the same address.
    package func killCompositor() {
        server?.process.kill()
        server = nil
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where file.hasPrefix("wayland-") || file.hasPrefix("sway-ipc.") {
            unlink("\(folder)/\(file)")
        }
    }
}
