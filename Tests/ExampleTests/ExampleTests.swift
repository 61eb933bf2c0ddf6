import Glibc
import HeadroomBus
import HeadroomClient
import HeadroomCore
import HeadroomPluginKit
import Support
import Testing

@testable import headroom_example

/// The example plugin: by the contract, and as a program beside `headroom simulate`.
@Suite("The example plugin", .timeLimit(.minutes(10)))
struct ExampleTests {
    @Test("its world keeps the contract")
    func contract() { #expect(Rehearsal.breaches { TextApplication(filling: $0) } == []) }

    @Test("keys as terminals send them")
    func keys() {
        #expect(Key.all(in: Array("j\u{1B}[AGx\u{1B}[Z\nq".utf8)) == [.down, .up, .last, .enter, .quit])
        #expect(Key.all(in: Array("\u{1B}[O\u{1B}[IK".utf8)) == [.focusOut, .focusIn, .scrollUp])
        #expect(Key.all(in: [0x1B]) == [])
        #expect(Key.all(in: Array("\u{1B}[".utf8)) == [])
    }

    @Test(
        "wrong words are refused",
        arguments: [
            ["--frame"], ["--frame", "1,2,3"], ["--frame", "0,0,-1,5"], ["--rows", "0"], ["--nonsense", "1"],
        ])
    func options(words: [String]) { #expect(Options(words) == nil) }

    /// A bus with the daemon on it, and programs.
    private final class Session {
        let bus: PrivateBus
        let folder: TemporaryFolder
        let daemon: ChildProcess

        init() throws {
            bus = try PrivateBus()
            folder = try TemporaryFolder()
            daemon = try Session.start("headroomd", ["--verbose"], bus, folder)
            let loop = try EventLoop()
            let connection = try bus.connect(loop)
            let watch = connection.watchName("org.headroom.Headroom1") { _ in }
            try loop.wait("the daemon", log: daemon.log) { watch.owner != nil }
        }

        deinit { daemon.kill() }

        func start(_ program: String, _ words: String...) throws -> ChildProcess {
            try Session.start(program, words, bus, folder)
        }

        private static func start(
            _ program: String, _ words: [String], _ bus: PrivateBus, _ folder: TemporaryFolder
        ) throws -> ChildProcess {
            let path = program.hasPrefix("headroom") ? try BuiltProgram.path(program) : program
            return try ChildProcess(
                path, words,
                environment: [
                    "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
                    "XDG_STATE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "",
                    "DISPLAY": "", "SWAYSOCK": "", "NOTIFY_SOCKET": "",
                ])
        }
    }

    @Test("keeps its caret in sight beside headroom simulate, and is as before when that hides")
    func beside() throws {
        let session = try Session()
        let example = try session.start("headroom-example", "--rows", "40")
        #expect(try example.readLine() == "line 39 is in row 39 of 40")
        let keyboard = try session.start("headroom", "simulate", "--frame", "0,480,1280,320", "--duration", "100")
        // 320 of 800 pixels are 16 of 40 rows; with the margin of 10 px the caret is in the last but one that is free.
        try read(example, until: "line 39 is in row 23 of 24", session)
        example.write("g")
        try read(example, until: "line 0 is in row 0 of 24", session)
        example.write("G")
        try read(example, until: "line 59 is in row 23 of 24", session)
        example.write("\u{1B}[O")
        try read(example, until: "line 59 is in row 39 of 40", session)
        example.write("\u{1B}[I")
        try read(example, until: "line 59 is in row 23 of 24", session)
        example.write("g")
        try read(example, until: "line 0 is in row 0 of 24", session)
        keyboard.write("\n")
        #expect(try keyboard.waitForExit() == 0)
        try read(example, until: "line 0 is in row 0 of 40", session)
        example.write("q")
        #expect(try example.waitForExit() == 0, "\(example.log)")
    }

    private func read(_ example: ChildProcess, until wanted: String, _ session: Session) throws {
        var last = "nothing"
        while last != wanted {
            do {
                guard let line = try example.readLine() else { throw TestFailure("it ended: \(example.log)") }
                last = line
            } catch {
                throw TestFailure("waited for '\(wanted)', the last was '\(last)': \(error)\n\(session.daemon.log)")
            }
        }
    }

    @Test("ends by a signal and by the end of its input, with everything back")
    func ends() throws {
        let session = try Session()
        for signal in [SIGTERM, SIGINT] {
            let example = try session.start("headroom-example", "--rows", "40")
            _ = try example.readLine()
            example.send(signal)
            #expect(try example.waitForExit() == 0)
        }
    }

    @Test("in a terminal it draws, and leaves the terminal as it was")
    func terminal() throws {
        let session = try Session()
        let path = try BuiltProgram.path("headroom-example")
        let terminal = try session.start("script", "-qfec", "\(path) --rows 10 --lines 12", "/dev/null")
        terminal.write("q")
        let output = try terminal.readAll()
        #expect(try terminal.waitForExit() == 0)
        #expect(output.contains("\u{1B}[?1049h"))
        #expect(output.contains("\u{1B}[7mThis is line 10 of 12.\u{1B}[0m"))
        #expect(output.contains("\u{1B}[?1049l"))
    }

    @Test("says how it is used")
    func usage() throws {
        let path = try BuiltProgram.path("headroom-example")
        #expect(try ChildProcess(path, ["--help"]).readAll().hasPrefix("usage: headroom-example"))
        #expect(try ChildProcess(path, ["--nonsense"]).waitForExit() == 2)
    }
}
