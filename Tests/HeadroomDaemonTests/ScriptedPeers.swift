import Glibc
import Support

extension Stage {
    /// A scripted peer in a process of its own, ready; with `root`, a folder, it lives there as in a sandbox, with `bus`
    /// it takes that for the session's.
    func scripted(_ role: String, root: String? = nil, bus: String? = nil) throws -> ChildProcess {
        let program = try BuiltProgram.path("scripted-peer")
        let arguments = [role] + (root.map { [$0] } ?? [])
        let environment = environment.merging(bus.map { ["DBUS_SESSION_BUS_ADDRESS": $0] } ?? [:]) { $1 }
        // Only root may change its root folder, if need be that of a namespace of its own.
        let child =
            root == nil || geteuid() == 0
            ? try ChildProcess(program, arguments, environment: environment)
            : try ChildProcess(
                "unshare", ["--user", "--map-current-user", "--keep-caps", program] + arguments,
                environment: environment)
        guard try child.readLine() == "ready" else { throw TestFailure("no peer:\n\(child.log)") }
        return child
    }
}

extension ChildProcess {
    /// Says a line to a scripted peer.
    ///
    /// - Returns: the next line that it says, which is the answer if it says nothing by itself.
    func say(_ text: String) throws -> String {
        write(text + "\n")
        return try readLine() ?? ""
    }
}
