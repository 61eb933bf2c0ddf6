import Foundation
import Testing

/// The installed daemon under a real user manager, hardened as its unit says. `Tests/run session` runs this.
@Suite("Under systemd", .serialized)
struct UnderSystemdTests {
    private let call = "busctl --user call org.headroom.Headroom1 /org/headroom/Headroom1 org.headroom.Headroom1"

    @Test("the daemon starts with the session, works, comes back, and ends with the session")
    func life() throws {
        let manager = try UserManager()
        let install = try Command(
            ["sh", "systemd/install"],
            [
                "HOME": manager.home, "PREFIX": "\(manager.home)/.local",
                "BUILT": ProcessInfo.processInfo.environment["HEADROOM_BUILT"] ?? Command.built,
            ])
        #expect(install.status == 0, "\(install.output)")
        let units = "\(manager.home)/.config/systemd/user"
        try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
        try "[Unit]\nBindsTo=graphical-session.target\n".write(
            toFile: "\(units)/test-session.target", atomically: true, encoding: .utf8)
        #expect(try Command(["chown", "-R", "nobody:", manager.home]).status == 0)

        // Installed is enabled: the session alone starts it. Starting it then waits until it says that it is ready.
        try manager.start()
        try manager.must("systemctl --user start test-session.target")
        try manager.must("systemctl --user start headroomd")
        #expect(try manager.must("\(call).Keyboard GetState").contains("\"hidden\""))
        #expect(try manager.must("systemctl --user show -P Slice headroomd") == "session.slice")
        let first = try manager.must("systemctl --user show -P MainPID headroomd")
        let status = try String(contentsOfFile: "/proc/\(first)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1\n"))
        #expect(status.contains("Seccomp:\t2\n"))

        // It judges callers by their process, and it may write what it learns, for the user alone.
        let update = "visible=true;output=A-1;output-frame=0,0,1280,800;frame=0,540,1280,260;duration-ms=0"
        #expect(try manager.must("\(call).Provider PublishText s '\(update)'") == "b true")
        let state = "\(manager.home)/.local/state/headroom"
        try manager.wait("what is learned") { FileManager.default.fileExists(atPath: "\(state)/learned-frames") }
        let mode = try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions] as? Int
        #expect(mode == 0o700)

        try manager.must("systemctl --user reload headroomd")
        #expect(try manager.must("systemctl --user show -P MainPID headroomd") == first, "reading anew is no restart")

        try manager.must("systemctl --user kill -s KILL headroomd")
        try manager.wait("a restart") { try manager.must("systemctl --user show -P NRestarts headroomd") == "1" }
        try manager.must("systemctl --user start headroomd")
        #expect(try manager.must("systemctl --user show -P MainPID headroomd") != first)
        #expect(try manager.must("\(call).Keyboard GetState").contains("\"hidden\""))

        try manager.must("systemctl --user stop graphical-session.target")
        #expect(try manager.user("systemctl --user is-active headroomd").output == "inactive\n")
        #expect(try manager.must("systemctl --user show -P Result headroomd") == "success")
        #expect(try manager.must("systemctl --user show -P ExecMainStatus headroomd") == "0")
    }
}
