import Foundation

/// A systemd user manager of its own for the user `nobody`, in a machine that need not run systemd. It takes root: for a
/// control group, another user, and a private `/run/systemd`, without which systemd does not start.
final class UserManager {
    let folder: TemporaryFolder
    private let manager = Process()
    private let groupName = "headroom-\(UUID().uuidString)"

    var home: String { "\(folder.path)/home" }
    private var runtime: String { "\(folder.path)/runtime" }
    private var log: String { "\(folder.path)/manager.log" }

    init() throws {
        folder = try TemporaryFolder()
        // The bus is dbus-daemon: dbus-broker, which takes its place where it is installed, wants a journal.
        let units = "home/.config/systemd/user"
        try run("set up", "mkdir -p \(units) && cp /usr/lib/systemd/user/dbus.service \(units)")
        try run("set up", "mkdir -m 700 runtime && chown -R nobody: home runtime")
    }

    deinit {
        guard manager.processIdentifier > 0 else { return }
        // By force, it and what it started: only what is in its control groups, and these then too.
        for group in groups {
            let inner = (FileManager.default.subpaths(atPath: group) ?? []).filter { $0.hasSuffix("/cgroup.procs") }
            let files = (inner + ["cgroup.procs"]).sorted { $0.count > $1.count }.map { "\(group)/\($0)" }
            try? wait("its processes' end") {
                let listed = files.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.joined()
                for process in listed.split(separator: "\n").compactMap({ pid_t($0) }) { kill(process, SIGKILL) }
                return listed.isEmpty
            }
            for file in files { rmdir(String(file.dropLast("/cgroup.procs".count))) }
        }
        manager.waitUntilExit()
    }

    /// Where the manager's control groups are: one place where there is one hierarchy, two where there are both.
    private var groups: [String] {
        ["", "/unified", "/systemd"].map { "/sys/fs/cgroup\($0)" }
            .filter { FileManager.default.fileExists(atPath: "\($0)/cgroup.procs") }.map { "\($0)/\(groupName)" }
    }

    /// Starts the manager and waits until it answers.
    func start() throws {
        let enter = groups.map { "mkdir \($0) && chown -R nobody: \($0) && echo $$ > \($0)/cgroup.procs" }
        let inside = [
            "mount -t tmpfs none /run", "mkdir -p /run/systemd/system",
            "exec setpriv --reuid nobody --regid nogroup --clear-groups env -i \(variables) "
                + "/lib/systemd/systemd --user --log-target=console",
        ]
        // The shell stays above it: systemd closes all files it was given, which Foundation takes for its end.
        let script = (enter + ["unshare -m sh -c '\(inside.joined(separator: " && "))'"]).joined(separator: " && ")
        manager.executableURL = URL(fileURLWithPath: "/bin/sh")
        manager.arguments = ["-c", "\(script); exit $?"]
        try folder.write("", to: "manager.log")
        manager.standardOutput = FileHandle(forWritingAtPath: log)
        manager.standardError = manager.standardOutput
        manager.standardInput = FileHandle.nullDevice
        try manager.run()
        try wait("the manager") {
            guard manager.isRunning else { throw Failure(description: "the manager has ended\n\(logText)") }
            return try user("systemctl --user show-environment").status == 0
        }
    }

    private var variables: String {
        "PATH=/usr/bin:/bin HOME=\(home) XDG_RUNTIME_DIR=\(runtime) DBUS_SESSION_BUS_ADDRESS=unix:path=\(runtime)/bus"
    }

    /// Runs a shell command as the user, in the manager's session.
    func user(_ command: String) throws -> Command {
        try Command([
            "setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "sh", "-c",
            "export \(variables); \(command)",
        ])
    }

    /// Runs a command of the user's that must succeed, and gives what it printed.
    @discardableResult
    func must(_ command: String) throws -> String {
        let ran = try user(command)
        guard ran.status == 0 else { throw Failure(description: "\(command): \(ran.output)\n\(logText)") }
        return ran.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits until something holds, at most half a minute.
    func wait(_ what: String, until holds: () throws -> Bool) throws {
        let end = Date(timeIntervalSinceNow: 30)
        while try !holds() {
            guard Date() < end else { throw Failure(description: "waited in vain for \(what)\n\(logText)") }
            usleep(20_000)
        }
    }

    private func run(_ what: String, _ script: String) throws {
        let ran = try Command(["sh", "-c", "cd \(folder.path) && \(script)"])
        guard ran.status == 0 else { throw Failure(description: "\(what): \(ran.output)") }
    }

    private var logText: String { (try? folder.text(of: "manager.log")) ?? "no log" }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
