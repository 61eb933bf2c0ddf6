import Glibc
import Support
import Testing

/// `headroom simulate` with candidate bars against the real daemon: the frames of rules B and G2, as a monitor hears them.
@Suite("Candidate bars, played", .timeLimit(.minutes(10)))
struct CandidateProgramTests {
    private let world: World
    private let daemon: ChildProcess

    init() throws {
        world = try World()
        daemon = try world.startDaemon()
    }

    private struct Heard: Equatable {
        var signal: String
        var end: [Double]
        var bar: Double
        var isReserved = false

        init(_ signal: String, _ end: [Double], _ bar: Double, isReserved: Bool = false) {
            (self.signal, self.end, self.bar, self.isReserved) = (signal, end, bar, isReserved)
        }

        init(_ line: JSONLine) {
            signal = line.string("signal") ?? ""
            end = line.numbers("frame_end") ?? []
            bar = line.number("candidate_bar_height") ?? -1
            isReserved = line.inner("details")?["candidate-bar-reserved"] as? Bool ?? false
        }
    }

    /// The Wills that are heard while a script is played.
    private func play(_ script: String) throws -> [Heard] {
        try world.write(script, to: "story")
        let monitor = try world.headroom("monitor", "--json")
        _ = try monitor.readLine()
        let outcome = try world.run(
            "simulate", "--steps", "\(world.folder.path)/story", "--for", "0", "--duration", "0")
        #expect(outcome.code == 0)
        var heard: [Heard] = []
        while heard.last?.signal != "DidHide" { heard.append(Heard(try JSONLine(monitor.readLine()))) }
        monitor.kill()
        return heard.filter { $0.signal.hasPrefix("Will") }
    }

    @Test("a bar outside the frame extends it, and is held until the keyboard hides")
    func outside() throws {
        let heard = try play(
            """
            0 visible=true;frame=0,540,1280,260;engine=ibus:libpinyin;duration-ms=0
            20 candidate-bar-height=44;duration-ms=0
            40 candidate-bar-height=0;duration-ms=0
            60 candidate-bar-height=30;duration-ms=0
            80 frame=0,500,1280,300;duration-ms=0

            """)
        #expect(
            heard == [
                Heard("WillShow", [0, 540, 1280, 260], 0), Heard("WillChangeFrame", [0, 496, 1280, 304], 44),
                Heard("WillChangeFrame", [0, 456, 1280, 344], 44, isReserved: true), heard[3],
            ])
        #expect(heard[3].signal == "WillHide" && heard[3].bar == 0)
    }

    @Test("a bar inside the frame is a part of it; when it goes, frame and bar stay as they were said")
    func inside() throws {
        let heard = try play(
            """
            0 visible=true;frame=0,540,1280,260;candidate-bar-included=true;engine=ibus:libpinyin;duration-ms=0
            20 frame=0,496,1280,304;candidate-bar-height=44;duration-ms=0
            40 frame=0,540,1280,260;candidate-bar-height=0;duration-ms=0
            60 frame=0,496,1280,304;candidate-bar-height=44;duration-ms=0

            """)
        #expect(
            heard.dropLast() == [
                Heard("WillShow", [0, 540, 1280, 260], 0), Heard("WillChangeFrame", [0, 496, 1280, 304], 44),
            ])
    }

    /// A bar that comes and goes with each of ten keys.
    private static let toggling = {
        let keys = (0..<10).map { "\(20 * $0 + 20) candidate-bar-height=\($0 % 2 == 0 ? 44 : 0);duration-ms=0" }
        return
            "0 visible=true;frame=0,540,1280,260;engine=ibus:libpinyin;duration-ms=0\n\(keys.joined(separator: "\n"))\n"
    }()

    @Test("a bar that comes and goes with every key moves the frame once")
    func toggling() throws {
        #expect(
            try play(Self.toggling).dropLast() == [
                Heard("WillShow", [0, 540, 1280, 260], 0), Heard("WillChangeFrame", [0, 496, 1280, 304], 44),
            ])
        #expect(try world.run("status").output.contains("comes and goes"))
    }

    @Test("after a restart of the daemon a bar that was seen to come and go is there from the first WillShow on")
    func learned() throws {
        let keyboard = try world.headroom(
            "simulate", "--frame", "0,540,1280,260", "--candidate-bar", "44", "--engine", "ibus:libpinyin",
            "--duration", "0")
        // It stands until it is learned.
        var status = ""
        for _ in 0..<2000 where !status.contains("bar 44 px") { status = try world.run("status").output }
        #expect(status.contains("simulated: bar 44 px\n"))
        keyboard.send(SIGTERM)
        #expect(try keyboard.waitForExit() == 0)
        _ = try play(Self.toggling)
        daemon.send(SIGTERM)
        #expect(try daemon.waitForExit() == 0)
        _ = try world.startDaemon()
        #expect(
            try play(Self.toggling).dropLast() == [
                Heard("WillShow", [0, 496, 1280, 304], 44, isReserved: true)
            ])
        let learned = try world.run("status").output
        #expect(learned.contains("auto, which is reserve") && learned.contains("simulated: bar 44 px, comes and goes"))
    }
}
