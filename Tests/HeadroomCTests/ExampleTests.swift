import Foundation
import HeadroomClient
import HeadroomCore
import Support
import Testing

/// The examples do beside a simulated keyboard what they say.
@Suite("Examples", .timeLimit(.minutes(10)))
struct ExampleTests {
    private let world: World
    private let folder: TemporaryFolder

    init() throws {
        world = try World()
        folder = try CProgram.folder()
    }

    /// A keyboard that comes when the example is active, and goes when a line is written to it.
    private func keyboard(after example: ChildProcess) throws -> ChildProcess {
        while let line = try example.readLine(), line != "active" {}
        try folder.write(
            "0 visible=true;output=A-1;output-frame=0,0,1280,800;frame=0,540,1280,260;duration-ms=50\n",
            to: "keyboard.steps")
        return try ChildProcess(
            try BuiltProgram.path("headroom"), ["simulate", "--steps", "\(folder.path)/keyboard.steps"],
            environment: world.variables)
    }

    /// Runs an example through the life of a keyboard, which goes when the example has printed `moved`; `judge` is
    /// given what the daemon knows of it then. Answers what it printed from the moment on when it was active, but for
    /// how things stood before there was a keyboard, which may come sooner or later.
    private func play(_ example: ChildProcess, moved: String, judge: ([ReportState]) -> Void) throws -> [String] {
        let keyboard = try keyboard(after: example)
        var lines: [String] = []
        while let line = try example.readLine() {
            if !line.hasPrefix("now: ") { lines.append(line) }
            guard line == moved else { continue }
            judge(try world.reports())
            keyboard.write("\n")
        }
        #expect(try example.waitForExit() == 0, "\(example.log)")
        #expect(try keyboard.waitForExit() == 0, "\(keyboard.log)")
        #expect(try world.reports() == [], "it is gone")
        return lines
    }

    private func window(_ example: ChildProcess, on output: String) throws {
        let lines = try play(example, moved: "moved up by 194") { reports in
            #expect(reports.map(\.report.outcome) == [.clear])
            #expect(reports.map(\.report.shift) == [Point(x: 0, y: -194)])
            #expect(reports.first?.report.parts == [.init(level: "root", amount: 194)])
        }
        #expect(
            lines == [
                "WillShow: 260 px\(output) covered, in 50 ms", "moved up by 194",
                "DidShow: 260 px\(output) covered, in 0 ms", "WillHide: 0 px\(output) covered, in 250 ms", "put back",
            ], "\(example.log)")
    }

    @Test("poll.c")
    func poll() throws {
        let program = try CProgram.build("\(CProgram.examples)/poll.c", in: folder)
        try window(ChildProcess(program, environment: world.variables), on: " of A-1")
    }

    @Test("follow.py")
    func python() throws {
        let variables = world.variables.merging(["HEADROOM_LIBRARY": "\(folder.path)/libheadroom.so"]) { $1 }
        try window(
            ChildProcess("/usr/bin/python3", ["\(CProgram.examples)/follow.py"], environment: variables), on: "")
    }

    @Test("glib.c")
    func glib() throws {
        let flags = try CProgram.run(["pkg-config", "--cflags", "--libs", "glib-2.0"])
        let program = try CProgram.build(
            "\(CProgram.examples)/glib.c", in: folder, flags.split(whereSeparator: \.isWhitespace).map(String.init))
        let example = try ChildProcess(program, environment: world.variables)
        let stands = "stands at 594, with an inset of 260"
        let lines = try play(example, moved: stands) { reports in
            #expect(reports.map(\.report.outcome) == [.clear])
            #expect(
                reports.first?.report.parts
                    == [.init(level: "inset", amount: 260), .init(level: "scroll", amount: 194)])
            #expect(reports.first?.report.output == "A-1")
            #expect(reports.first?.report.target == Rect(x: 100, y: 506, width: 1, height: 24))
        }
        let story = lines.filter { !$0.hasPrefix("Did") }
        #expect(
            story == [
                "WillShow", "scrolls to 594", stands, "WillHide", "goes back to 400",
                "stands at 400, with an inset of 0",
            ], "\(example.log)")
    }

    @Test("a daemon that is killed takes the keyboard with it; what was moved goes back")
    func killed() throws {
        let program = try CProgram.build("\(CProgram.examples)/poll.c", in: folder)
        let example = try ChildProcess(program, environment: world.variables)
        let keyboard = try keyboard(after: example)
        while let line = try example.readLine(), line != "moved up by 194" {}
        world.daemon.kill()
        let rest = try example.readAll().split(separator: "\n").filter { !$0.hasPrefix("Did") }
        #expect(
            rest == [
                "now: 0 px of A-1 covered, in 0 ms",
                "put back, but not reported: nobody owns org.headroom.Headroom1",
            ], "\(example.log)")
        #expect(try example.waitForExit() == 0)
        keyboard.kill()
    }

    @Test("each says why it cannot begin", arguments: ["poll", "glib"])
    func noBus(name: String) throws {
        let flags = try CProgram.run(["pkg-config", "--cflags", "--libs", "glib-2.0"])
        let program = try CProgram.build(
            "\(CProgram.examples)/\(name).c", in: folder, flags.split(whereSeparator: \.isWhitespace).map(String.init))
        let example = try ChildProcess(program, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        #expect(try example.waitForExit() == 1)
        #expect(example.log.hasPrefix("\(name): "))
    }
}
