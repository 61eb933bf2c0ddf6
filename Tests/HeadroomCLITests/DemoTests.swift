import Foundation
import Support
import Testing

@testable import HeadroomCLI

/// `headroom demo` on a machine with nothing.
@Suite("The demonstration", .timeLimit(.minutes(10)))
struct DemoTests {
    private static let six = ["WillShow", "DidShow", "WillChangeFrame", "DidChangeFrame", "WillHide", "DidHide"]

    private func members(_ output: String) -> [String] {
        output.split(separator: "\n").compactMap { line in
            line.hasPrefix("signal ") ? line.split(separator: "member=").last.map(String.init) : nil
        }
    }

    /// A world without a bus, in which temporary files are counted.
    private func world() throws -> World {
        let world = try World(hasBus: false)
        world.changes["TMPDIR"] = world.folder.path
        world.changes["WAYLAND_DISPLAY"] = "wayland-of-somebody-else"
        return world
    }

    /// Whether a process or a file of the demonstration is left.
    private func leftovers(_ world: World) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
        let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
            guard Int(name) != nil, let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ")
            else { return false }
            return String(decoding: environment, as: UTF8.self).contains("TMPDIR=\(world.folder.path)")
        }
        return files.filter { $0.hasPrefix("headroom-") } + processes
    }

    @Test("tells its story as dbus-monitor shows it, exits 0 and leaves nothing")
    func story() throws {
        let world = try world()
        let outcome = try world.run("demo")
        #expect(outcome.code == 0)
        let members = members(outcome.output)
        #expect(Set(members) == Set(Self.six))
        #expect(members.first == "WillShow")
        #expect(members.suffix(2) == ["WillHide", "DidHide"])
        #expect(outcome.output.contains("string \"ibus:libpinyin\""))
        // The keyboard alone, then with the bar.
        #expect(outcome.output.contains("double 540"))
        #expect(outcome.output.contains("double 496"))
        // The plugin moves its form for both, and puts it back: 120 − 40 + margin 10 below the field, 260 and 304 covered.
        let reports = outcome.log.split(separator: "\n").filter { $0.hasPrefix("# Reported") }
        #expect(reports.contains { $0.contains("clear, shift 0,-190") }, "\(outcome.log)")
        #expect(reports.contains { $0.contains("clear, shift 0,-234") })
        #expect(reports.last?.contains("restored") == true)
        #expect(try leftovers(world) == [])
    }

    @Test("without dbus-monitor it prints the same itself")
    func withoutMonitor() throws {
        let world = try world()
        let programs = try TemporaryFolder()
        for name in ["dbus-daemon"] {
            let path = try #require(
                ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(name)" }.first {
                    FileManager.default.isExecutableFile(atPath: $0)
                })
            try FileManager.default.createSymbolicLink(
                atPath: "\(programs.path)/\(name)", withDestinationPath: path)
        }
        world.changes["PATH"] = programs.path
        let outcome = try world.run("demo")
        #expect(outcome.code == 0)
        #expect(Set(members(outcome.output)) == Set(Self.six))
        #expect(try leftovers(world) == [])
    }

    @Test("without dbus-daemon it says what to install")
    func withoutBus() throws {
        let world = try world()
        let nothing = try TemporaryFolder()
        world.changes["PATH"] = nothing.path
        let outcome = try world.run("demo")
        #expect(outcome.code == 1)
        #expect(outcome.log.contains("dbus-daemon"))
        #expect(try leftovers(world) == [])
    }

    @Test("--seconds ends it early, a signal too, and nothing is left")
    func early() throws {
        let world = try world()
        #expect(try world.run("demo", "--seconds", "0").code == 0)
        #expect(try leftovers(world) == [])
        let demo = try world.headroom("demo")
        while let line = try demo.readLine(), !line.contains("member=WillShow") {}
        demo.send(SIGTERM)
        _ = try world.finish(demo)
        #expect(try leftovers(world) == [])
    }

    @Test("--session uses the bus and the daemon that are there")
    func session() throws {
        let world = try World()
        world.changes["TMPDIR"] = world.folder.path
        let daemon = try world.startDaemon()
        let outcome = try world.run("demo", "--session")
        #expect(outcome.code == 0)
        #expect(Set(members(outcome.output)) == Set(Self.six))
        #expect(!daemon.hasEnded)
        // The daemon that was there is the only one.
        #expect(daemon.log.contains("pinyin-keyboard"))
    }
}
