import Foundation
import HeadroomBus
import HeadroomWire
import Support
import Testing

@testable import HeadroomCLI

/// The built program beside the built daemon, on a private bus.
@Suite("The program headroom", .timeLimit(.minutes(10)))
struct ProgramTests {
    private static let keyboard = ["--frame", "0,540,1280,260"]

    // MARK: Usage

    @Test("wrong usage: exit 2, one line on standard error, nothing on standard output")
    func usage() throws {
        let world = try World(hasBus: false)
        for words in [
            ["dance"], ["status", "surplus"], ["status", "--no-such"], ["monitor", "--count", "0"],
            ["monitor", "--count"], ["simulate", "--frame", "1,2,3"], ["simulate", "--curve", "bounce"],
            ["help", "dance"],
        ] {
            let outcome = try world.finish(world.start("headroom", words))
            #expect(outcome.code == 2, "\(words)")
            #expect(outcome.output == "", "\(words)")
            #expect(outcome.log.hasPrefix("headroom: "), "\(words)")
            #expect(outcome.log.split(separator: "\n").count == 1, "\(words)")
        }
        let bare = try world.run()
        #expect(bare.code == 2)
        #expect(bare.log.contains("headroom COMMAND --help"))
    }

    @Test("help needs no bus")
    func help() throws {
        let world = try World(hasBus: false)
        for words in [["--help"], ["-h"], ["help"]]
            + Commands.all.flatMap({ [[$0.name, "--help"], ["help", $0.name]] })
        {
            let outcome = try world.finish(world.start("headroom", words))
            #expect(outcome.code == 0, "\(words)")
            #expect(outcome.output.hasPrefix("headroom"), "\(words)")
            #expect(outcome.log == "", "\(words)")
        }
    }

    @Test("--version says the release")
    func version() throws {
        let world = try World(hasBus: false)
        #expect(try world.run("--version") == World.Outcome(output: "headroom \(Names.release)\n", log: "", code: 0))
    }

    @Test("no bus, and no daemon: exit 1, and what to do", arguments: [true, false])
    func nobody(_ hasBus: Bool) throws {
        let world = try World(hasBus: hasBus)
        if !hasBus { world.changes["XDG_RUNTIME_DIR"] = "" }
        for words in [["status"], ["status", "--json"], ["show"], ["hide"], ["simulate"] + Self.keyboard] {
            let outcome = try world.finish(world.start("headroom", words))
            #expect(outcome.code == 1, "\(words)")
            #expect(outcome.output == "", "\(words)")
            #expect(outcome.log.contains(hasBus ? "headroomd is not running" : "no session bus"), "\(words)")
        }
    }

    // MARK: Simulate and monitor

    @Test("a simulated keyboard shows, takes Enter, and hides; a monitor sees it all")
    func story() throws {
        let world = try World()
        _ = try world.startDaemon()
        let monitor = try world.headroom("monitor", "--json", "--count", "4")
        #expect(try JSONLine(monitor.readLine()).string("phase") == "hidden")
        let simulate = try world.headroom(
            "simulate", "--frame", "0,540,1280,260", "--candidate-bar", "44", "--engine", "ibus:libpinyin",
            "--duration", "60", "--curve", "cubic-bezier:0.2,0,0,1")
        let willShow = try JSONLine(monitor.readLine())
        #expect(willShow.string("signal") == "WillShow")
        #expect(willShow.numbers("frame_end") == [0, 496, 1280, 304])
        #expect(willShow.number("candidate_bar_height") == 44)
        #expect(willShow.number("bottom_inset") == 304)
        #expect(willShow.number("duration_ms") == 60)
        let details = try #require(willShow.inner("details"))
        #expect(details["engine"] as? String == "ibus:libpinyin")
        #expect(details["origin"] as? String == "simulated")
        #expect(details["curve"] as? String == "cubic-bezier")
        #expect(details["curve-parameters"] as? [Double] == [0.2, 0, 0, 1])
        let didShow = try JSONLine(monitor.readLine())
        #expect(didShow.string("signal") == "DidShow")
        #expect(didShow.inner("details")?["completes"] as? Double == willShow.number("serial"))
        simulate.write("\n")
        #expect(try JSONLine(monitor.readLine()).string("signal") == "WillHide")
        #expect(try JSONLine(monitor.readLine()).string("signal") == "DidHide")
        #expect(try monitor.readLine() == nil)
        #expect(try monitor.waitForExit() == 0)
        let end = try world.finish(simulate)
        #expect(end.code == 0)
        #expect(end.output.contains("believed"))
    }

    @Test("--for, and the end of the input, hide it by themselves")
    func ends() throws {
        let world = try World()
        _ = try world.startDaemon()
        let monitor = try world.headroom("monitor", "--json")
        _ = try monitor.readLine()
        func signals(_ count: Int) throws -> [String] {
            try (0..<count).map { _ in try JSONLine(monitor.readLine()).string("signal") ?? "" }
        }
        let timed = try world.run("simulate", "--frame", "0,540,1280,260", "--duration", "0", "--for", "0.2")
        #expect(timed.code == 0)
        #expect(try signals(4) == ["WillShow", "DidShow", "WillHide", "DidHide"])
        let path = try BuiltProgram.path("headroom")
        let ended = try world.finish(
            world.start(
                "sh", ["-c", "\"$0\" simulate --frame 0,540,1280,260 --duration 0 </dev/null", path], isBuilt: false))
        #expect(ended.code == 0)
        #expect(try signals(4) == ["WillShow", "DidShow", "WillHide", "DidHide"])
    }

    @Test("it does what it is asked to: headroom show and hide")
    func requests() throws {
        let world = try World()
        _ = try world.startDaemon()
        #expect(try world.run("show").code == 1)
        #expect(try world.run("hide").log.contains("hidden by a program"))
        let simulate = try world.headroom("simulate", "--frame", "0,540,1280,260", "--duration", "0")
        while let line = try simulate.readLine(), !line.hasPrefix("shown") {}
        let monitor = try world.headroom("monitor", "--json")
        #expect(try JSONLine(monitor.readLine()).string("phase") == "shown")
        #expect(try world.run("hide") == World.Outcome(output: "", log: "", code: 0))
        #expect(try JSONLine(monitor.readLine()).string("signal") == "WillHide")
        #expect(try JSONLine(monitor.readLine()).string("signal") == "DidHide")
        #expect(try world.run("show").code == 0)
        #expect(try JSONLine(monitor.readLine()).string("signal") == "WillShow")
        #expect(try JSONLine(monitor.readLine()).string("signal") == "DidShow")
        simulate.send(SIGTERM)
        #expect(try JSONLine(monitor.readLine()).string("signal") == "WillHide")
        #expect(try simulate.waitForExit() == 0)
    }

    @Test("a script is played in its order")
    func steps() throws {
        let world = try World()
        _ = try world.startDaemon()
        try world.write(
            """
            # the bar comes when typing begins
            0 visible=true;frame=0,540,1280,260;duration-ms=0
            20 candidate-bar-height=44;duration-ms=0
            40 placement=floating;frame=300,200,600,240;candidate-bar-height=0;duration-ms=0

            """, to: "story")
        let monitor = try world.headroom("monitor", "--json")
        _ = try monitor.readLine()
        let outcome = try world.run("simulate", "--steps", "\(world.folder.path)/story", "--for", "0")
        #expect(outcome.code == 0)
        let lines = try (0..<8).map { _ in try JSONLine(monitor.readLine()) }
        #expect(
            lines.map { $0.string("signal") } == [
                "WillShow", "DidShow", "WillChangeFrame", "DidChangeFrame", "WillChangeFrame", "DidChangeFrame",
                "WillHide", "DidHide",
            ])
        #expect(lines.map { $0.number("bottom_inset") } == [260, 260, 304, 304, 0, 0, 0, 0])
        #expect(lines[4].numbers("frame_end") == [300, 200, 600, 240])
        let wrong = try world.run("simulate", "--steps", "\(world.folder.path)/nowhere")
        #expect(wrong.code == 1)
        #expect(wrong.log.contains("nowhere"))
    }

    @Test("a new daemon is told again, and a monitor goes on")
    func restart() throws {
        let world = try World()
        let first = try world.startDaemon()
        let simulate = try world.headroom("simulate", "--frame", "0,540,1280,260", "--duration", "0")
        while let line = try simulate.readLine(), !line.hasPrefix("shown") {}
        let monitor = try world.headroom("monitor", "--json")
        #expect(try JSONLine(monitor.readLine()).string("phase") == "shown")
        first.kill()
        _ = try world.startDaemon()
        while try !world.run("status").output.contains("shown:") {}
        // Nothing is told of a daemon that knows the same; the next hide is.
        #expect(try world.run("hide").code == 0)
        var signals: [String] = []
        while signals.last != "DidHide" {
            let line = try JSONLine(monitor.readLine())
            signals.append(line.string("signal") ?? "current")
        }
        #expect(signals.suffix(2) == ["WillHide", "DidHide"])
        #expect(!signals.dropLast(2).contains("WillHide"))
    }

    @Test("monitor ends when nobody reads it any more")
    func closedOutput() throws {
        let world = try World()
        _ = try world.startDaemon()
        let path = try BuiltProgram.path("headroom")
        // The reader is gone for sure when its line comes.
        let script = "\"$0\" monitor | { read -r line; exec <&-; echo \"$line\"; }; echo over"
        let child = try world.start("sh", ["-c", script, path], isBuilt: false)
        #expect(try child.readLine()?.hasPrefix("hidden") == true)
        let simulate = try world.headroom("simulate", "--frame", "0,540,1280,260", "--duration", "0", "--for", "0")
        #expect(try simulate.waitForExit() == 0)
        #expect(try child.readLine() == "over")
    }

    // MARK: Status

    @Test("status says where the keyboard is and who sees it, to people and to programs")
    func status() throws {
        let world = try World()
        _ = try world.startDaemon()
        #expect(try world.run("status").output.hasPrefix("keyboard         hidden\n"))
        let simulate = try world.headroom(
            "simulate", "--frame", "0,540,1280,260", "--candidate-bar", "44", "--engine", "evil\u{1B}[2J\u{7}:pinyin",
            "--duration", "0")
        while let line = try simulate.readLine(), !line.hasPrefix("shown") {}
        let text = try world.run("status")
        #expect(text.code == 0)
        #expect(text.lines.first?.contains("shown: 0,496 1280x304, inset 304, bar 44, docked") == true)
        #expect(text.output.contains("evil[2J:pinyin"))
        #expect(text.output.contains("candidates       evil[2J:pinyin, written with: auto, which is sticky (its cand"))
        #expect(!text.output.contains("\u{1B}"))
        #expect(text.output.contains("OSK0"))
        #expect(text.output.contains("believed         visible          provider simulated\n"))
        #expect(text.output.contains("frame            provider simulated: candidate-bar\n"))
        let json = try world.run("status", "--json")
        #expect(json.lines.count == 1)
        #expect(!json.output.contains("\u{1B}"))
        let line = try JSONLine(json.lines.first)
        #expect(line.inner("state")?["phase"] as? String == "shown")
        #expect(line.inner("state")?["frame_end"] as? [Double] == [0, 496, 1280, 304])
        #expect(line.inner("properties")?["CanShow"] as? Bool == true)
        #expect(line.inner("properties")?["Outputs"] as? [String] == [])
        let beliefs = try #require(line["beliefs"] as? [[String: Any]])
        let frame = try #require(beliefs.first { $0["field"] as? String == "frame" })
        #expect(frame["kind"] as? String == "provider")
        #expect(frame["name"] as? String == "simulated")
        #expect((frame["details"] as? [String: Any])?["because"] as? [String] == ["candidate-bar"])
        let candidates = try #require(line["candidates"] as? [[String: Any]])
        #expect(candidates.first?["engine"] as? String == "evil[2J:pinyin")
        #expect((candidates.first?["details"] as? [String: Any])?["acts"] as? String == "sticky")
        let observers = try #require(line["observers"] as? [[String: Any]])
        let osk = try #require(observers.first { $0["name"] as? String == "OSK0" })
        #expect(osk["availability"] as? String == "waiting")
        #expect((osk["details"] as? [String: Any])?["why"] as? String != nil)
    }
}
