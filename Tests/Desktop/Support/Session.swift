import Foundation
import Glibc
package import HeadroomBus
import Support

/// A headless session of a test's own: a user, a runtime folder, a session bus, and what runs on it.
///
/// sway refuses to run as root; run by root everything here runs as `nobody`.
package class Session {
    package let loop: EventLoop
    /// The folder of sockets and files, readable by its user only.
    package let folder: String
    /// A folder that its user may read: programs that tests bring along.
    package let programs: String
    package let busAddress: String
    package private(set) var bus: Connection
    private var children: [Teller] = []
    private var busDaemon: Teller

    static let isRoot = geteuid() == 0
    static let nobody: UInt32 = 65_534

    /// Starts a bus. The user begins with `files`, by their path from home; what is installed is started for calls to its
    /// name if `startsServices`.
    ///
    /// - Throws: if it does not start, with its log.
    init(files: [String: String] = [:], startsServices: Bool = false) throws {
        loop = try EventLoop()
        folder = try Session.makeFolder("headroom-run", mode: 0o700)
        programs = try Session.makeFolder("headroom-bin", mode: 0o755)
        for program in try FileManager.default.contentsOfDirectory(atPath: Session.apps) {
            try FileManager.default.copyItem(atPath: "\(Session.apps)/\(program)", toPath: "\(programs)/\(program)")
        }
        for (path, text) in files { try Session.write(text, to: "\(folder)/\(path)") }
        try Session.giveAway(folder)

        busAddress = "unix:path=\(folder)/bus"
        bus = Connection(loop: loop, address: .at(busAddress))
        try Session.busConfiguration(busAddress, startsServices: startsServices).write(
            toFile: "\(programs)/bus.conf", atomically: true, encoding: .utf8)
        busDaemon = try Session.startBus(programs, Session.environment(folder, busAddress), on: loop)
        try bus.open()
        try loop.wait("the bus's greeting") { bus.state == .connected }
    }

    deinit {
        bus.close()
        for child in children.reversed() { child.process.kill() }
        busDaemon.process.kill()
        for path in [folder, programs] { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func startBus(
        _ programs: String, _ environment: [String: String], on loop: EventLoop
    ) throws -> Teller {
        let bus = try spawn(
            "dbus-daemon", ["--nofork", "--nosyslog", "--print-address=1", "--config-file=\(programs)/bus.conf"],
            environment, on: loop)
        try bus.wait(for: "its address") { $0.hasPrefix("unix:") }
        return bus
    }

    /// Kills the bus, and starts another one at the same address. Subscriptions of this test's own live on.
    package func restartBus() throws {
        busDaemon.process.kill()
        try loop.wait("the bus to be gone") { bus.state == .closed }
        unlink("\(folder)/bus")
        busDaemon = try Session.startBus(programs, Session.environment(folder, busAddress), on: loop)
        try bus.open()
        try loop.wait("the bus's greeting") { bus.state == .connected }
    }

    private static let apps = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Apps").path

    /// A session bus that also lets the test in, which may be another user.
    private static func busConfiguration(_ address: String, startsServices: Bool) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          \(startsServices ? "<standard_session_servicedirs/>" : "")
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

    private static func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Writes a file of the user's, by its path from home.
    package func write(_ text: String, to path: String) throws {
        try Session.write(text, to: "\(folder)/\(path)")
        try Session.giveAway(folder)
    }

    private static func giveAway(_ folder: String) throws {
        guard isRoot else { return }
        let paths = (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).map {
            "\(folder)/\($0)"
        }
        for path in [folder] + paths { chown(path, nobody, nobody) }
    }

    /// What the bus has said, and whom it has started.
    package var busLog: String { busDaemon.process.log }

    // MARK: - Programs

    private static func environment(_ folder: String, _ busAddress: String) -> [String: String] {
        [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder, "XDG_RUNTIME_DIR": folder, "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": busAddress, "LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1",
            "GTK_A11Y": "none", "PYTHONDONTWRITEBYTECODE": "1",
        ]
    }

    /// The environment of all that runs here.
    package var environment: [String: String] { Session.environment(folder, busAddress) }

    /// The variable that names the display, and its value: what the bus starts has to know it.
    package var displayVariable: (name: String, value: String) { ("", "") }

    /// The observer that sees windows here, by its name in ListObservers.
    package var windowObserver: String { "" }

    /// Starts a program as the session's user. It is killed with the session.
    @discardableResult
    package func start(
        _ program: String, _ arguments: [String] = [], environment more: [String: String] = [:]
    ) throws -> Teller {
        let teller = try spawn(program, arguments, environment: more)
        children.append(teller)
        return teller
    }

    func spawn(_ program: String, _ arguments: [String], environment more: [String: String] = [:]) throws -> Teller {
        try Session.spawn(program, arguments, environment.merging(more) { $1 }, on: loop)
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ environment: [String: String], on loop: EventLoop
    ) throws -> Teller {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let user = ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"]
        let process = try ChildProcess(
            "/usr/bin/env", ["-i"] + variables + (isRoot ? user : []) + [program] + arguments)
        return try Teller(program, process, on: loop)
    }

    /// Runs a program to its end.
    ///
    /// - Throws: if it fails.
    @discardableResult
    package func run(_ program: String, _ arguments: [String]) throws -> [String] {
        let teller = try spawn(program, arguments)
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

    /// Lets so much time pass, to keep below a limit of so many things a second.
    package func pass(microseconds: UInt64) throws {
        var isOver = false
        let timer = try loop.timer { isOver = true }
        timer.arm(after: microseconds)
        try loop.wait("time to pass") { isOver }
    }
}
