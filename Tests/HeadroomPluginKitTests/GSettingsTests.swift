import Foundation
import Glibc
import HeadroomCore
import Support
import Testing

/// Without a settings portal GSettings says whether the user wants motion.
@Suite("GSettings", .timeLimit(.minutes(10)))
struct GSettingsTests {
    private let ground: Playground

    init() throws { ground = try Playground() }

    /// A plugin's program, which finds a `gsettings` that says this.
    private func plugin(saying word: String) throws -> ChildProcess {
        let programs = "\(ground.folder.path)/programs"
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        let script = """
            #!/bin/sh
            [ "$*" = "get org.gnome.desktop.interface enable-animations" ] && echo \(word)
            """
        try script.write(toFile: "\(programs)/gsettings", atomically: true, encoding: .utf8)
        chmod("\(programs)/gsettings", 0o755)
        let child = try ChildProcess(
            try BuiltProgram.path("scripted-plugin"), ["\(ground.folder.path)/window", String(getpid())],
            environment: ground.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 })
        while let line = try child.readLine(), line != "active" {}
        return child
    }

    /// Shows the keyboard and gives the first offset that the window is set to.
    private func firstOffset(_ plugin: ChildProcess) throws -> String? {
        try ground.show(3000)
        while let line = try plugin.readLine() {
            guard line.hasPrefix("position ") else { continue }
            return line.split(separator: " ").dropFirst().first.map(String.init)
        }
        return nil
    }

    private func hide(_ plugin: ChildProcess) throws {
        try ground.hide(0)
        while let line = try plugin.readLine(), !line.hasPrefix("report restored") {}
        try ground.wait(for: .hidden)
    }

    @Test("false: no motion, from when it has said so")
    func noMotion() throws {
        try ground.startDaemon()
        let plugin = try plugin(saying: "false")
        // It answers when it can.
        while try firstOffset(plugin) != "290.0" { try hide(plugin) }
        plugin.kill()
    }

    @Test("true, or nothing that anybody understands: motion", arguments: ["true", "perhaps"])
    func motion(word: String) throws {
        try ground.startDaemon()
        let plugin = try plugin(saying: word)
        for _ in 0..<3 {
            #expect(try firstOffset(plugin) != "290.0")
            try hide(plugin)
        }
        plugin.kill()
    }
}
