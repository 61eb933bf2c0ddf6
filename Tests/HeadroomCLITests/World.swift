import Foundation
import HeadroomBus
import HeadroomWire
import Support

/// A bus, folders and programs of a test's own, with nothing of the user's in it.
final class World {
    /// Nil: there is none.
    let bus: PrivateBus?
    let folder: TemporaryFolder
    /// What is put over ``environment``.
    var changes: [String: String] = [:]
    private var children: [ChildProcess] = []

    init(hasBus: Bool = true) throws {
        bus = hasBus ? try PrivateBus() : nil
        folder = try TemporaryFolder()
    }

    deinit {
        for child in children.reversed() { child.kill() }
    }

    var environment: [String: String] {
        let own = [
            "DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "", "HOME": "\(folder.path)/home",
            "XDG_CONFIG_HOME": "\(folder.path)/config", "XDG_STATE_HOME": "\(folder.path)/state",
            "XDG_DATA_HOME": "", "XDG_CONFIG_DIRS": "\(folder.path)/xdg", "XDG_RUNTIME_DIR": folder.path,
            "XDG_CURRENT_DESKTOP": "", "WAYLAND_DISPLAY": "", "DISPLAY": "", "SWAYSOCK": "", "NOTIFY_SOCKET": "",
        ]
        return own.merging(changes) { $1 }
    }

    /// Starts a built program, or one of the system's.
    func start(_ program: String, _ arguments: [String], isBuilt: Bool = true) throws -> ChildProcess {
        let path = isBuilt ? try BuiltProgram.path(program) : program
        let child = try ChildProcess(path, arguments, environment: environment)
        children.append(child)
        return child
    }

    /// Starts `headroom`.
    func headroom(_ arguments: String...) throws -> ChildProcess { try start("headroom", arguments) }

    struct Outcome: Equatable {
        let output: String
        let log: String
        let code: Int32

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs `headroom` to its end.
    func run(_ arguments: String...) throws -> Outcome { try finish(start("headroom", arguments)) }

    func finish(_ child: ChildProcess) throws -> Outcome {
        let output = try child.readAll()
        let code = try child.waitForExit()
        return Outcome(output: output, log: child.log, code: code)
    }

    /// Starts `headroomd` and waits until it owns its name.
    func startDaemon() throws -> ChildProcess {
        guard let bus else { throw TestFailure("this world has no bus") }
        let daemon = try start("headroomd", ["--verbose"])
        let loop = try EventLoop()
        let connection = try bus.connect(loop)
        let watch = connection.watchName(Names.bus) { _ in }
        try loop.wait("headroomd to own its name", log: daemon.log) { watch.owner != nil }
        return daemon
    }

    /// Writes a file below the world's folder, and the folders above it.
    func write(_ text: String, to path: String) throws {
        let file = URL(filePath: "\(folder.path)/\(path)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}

/// A line of JSON, for comparing.
struct JSONLine {
    let object: [String: Any]

    init(_ line: String?) throws {
        guard let line, let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            throw TestFailure("no JSON object: \(line ?? "nothing")")
        }
        self.object = object
    }

    subscript(_ key: String) -> Any? { object[key] }
    func string(_ key: String) -> String? { object[key] as? String }
    func number(_ key: String) -> Double? { object[key] as? Double }
    func numbers(_ key: String) -> [Double]? { object[key] as? [Double] }
    func inner(_ key: String) -> [String: Any]? { object[key] as? [String: Any] }
}
