import Foundation
import HeadroomWire
import Support
import Testing

/// The command line of headroomd, without a bus (contract, section 6).
@Suite(.notes, .withLog)
struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs headroomd to its end where there is no bus, no home and no desktop.
    private func run(_ arguments: String...) throws -> (output: String, log: String, code: Int32) {
        let child = try ChildProcess(
            try BuiltProgram.path("headroomd"), arguments,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "", "XDG_CONFIG_HOME": "\(folder.path)/config",
                "XDG_STATE_HOME": "\(folder.path)/state", "HOME": folder.path, "WAYLAND_DISPLAY": "", "DISPLAY": "",
            ])
        Notes.current.add(child)
        let output = try child.readAll()
        return (output, child.log, try child.waitForExit())
    }

    private func configure(_ text: String) throws -> String {
        let path = "\(folder.path)/config/headroom"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try text.write(toFile: "\(path)/headroom.conf", atomically: true, encoding: .utf8)
        return "\(path)/headroom.conf"
    }

    @Test("--introspect prints the XML of the tree, byte for byte, and needs no bus")
    func introspect() throws {
        let (output, log, code) = try run("--introspect")
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let xml = try String(
            contentsOf: top.appending(path: "Sources/HeadroomWire/Interfaces/org.headroom.Headroom1.xml"),
            encoding: .utf8)
        #expect(output == xml)
        #expect(log == "")
        #expect(code == 0)
    }

    @Test("--help names every option; --version the release")
    func help() throws {
        for option in ["--help", "-h"] {
            let (output, log, code) = try run(option)
            for word in ["--replace", "--verbose", "--introspect", "--check-config", "--help"] {
                #expect(output.contains(word))
            }
            #expect(log == "")
            #expect(code == 0)
        }
        #expect(try run("--version") == ("headroomd \(Names.release)\n", "", 0))
    }

    @Test(
        "wrong usage: exit 2, and what is wrong",
        arguments: ["--fly", "--replace=yes", "fly", "", "-x", "--check-config=x", "--"])
    func usage(_ argument: String) throws {
        let (output, log, code) = try run(argument)
        #expect(output == "")
        #expect(log.contains("headroomd: "))
        #expect(argument.isEmpty || log.contains(argument))
        #expect(log.contains("--help"))
        #expect(code == 2)
    }

    @Test("--check-config: a good file, and none, are fine")
    func goodConfiguration() throws {
        #expect(try run("--check-config") == ("", "", 0))
        _ = try configure(
            """
            [candidates]
            policy=sticky
            [grace]
            default=80
            simulated=0
            [observers]
            disable=OSK0
            [access]
            sandboxed-providers=true

            """)
        #expect(try run("--check-config") == ("", "", 0))
    }

    @Test("--check-config names file, line and key of what is wrong")
    func badConfiguration() throws {
        let file = try configure(
            """
            [grace]
            default=soon
            [access]
            sandboxed-providers=perhaps
            colour=blue
            [galaxy]
            x=y
            [observers]
            disable=OSK0,Piano

            """)
        let (output, log, code) = try run("--check-config")
        #expect(output == "")
        #expect(code == 1)
        let lines = log.split(separator: "\n").map(String.init)
        for place in [
            ":2: [grace] default", ":4: [access] sandboxed-providers", ":5: [access] colour", ":6: [galaxy]",
            ":9: [observers] disable",
        ] {
            #expect(lines.filter { $0.hasPrefix(file + place) }.count == 1, "\(place) in \(log)")
        }
        #expect(lines.count == 5)
    }

    @Test("no session bus: says so and exits 1")
    func noBus() throws {
        let (output, log, code) = try run()
        #expect(output == "")
        #expect(log.contains("DBUS_SESSION_BUS_ADDRESS"))
        #expect(code == 1)
    }

    @Test("a bus address where nobody listens, or that is none: says so and exits 1")
    func deadBus() throws {
        for address in ["unix:path=\(folder.path)/nothing", "nonsense", "unixexec:path=true"] {
            let child = try ChildProcess(
                try BuiltProgram.path("headroomd"), environment: ["DBUS_SESSION_BUS_ADDRESS": address])
            Notes.current.add(child)
            #expect(try child.waitForExit() == 1)
            #expect(child.log.hasPrefix("headroomd: cannot serve: "))
        }
    }
}
