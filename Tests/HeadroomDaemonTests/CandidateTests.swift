import Foundation
import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

/// Candidate bars and rooms on the bus, held and learned (rules B).
@Suite(.notes, .withLog)
struct CandidateTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    /// The frame without any bar.
    private static let bare: [Double] = [0, 540, 1280, 260]
    private static let extended: [Double] = [0, 500, 1280, 300]

    private func show(_ provider: Peer? = nil, _ keys: [String: Value] = [:]) throws {
        try (provider ?? self.provider).publish(.docked.with(["engine": "ibus:libpinyin"]).with(keys))
    }

    private func say(_ keys: [String: Value]) throws {
        try provider.publish(["name": "simulated", "duration-ms": 0].with(keys))
    }

    private func hide() throws { try say(["visible": false, "reason": "user"]) }

    /// Waits until `key` of an engine's details is `value`: until what stands is learned.
    private func waitUntilLearned(
        _ key: String, _ value: Value, of engine: String = "ibus:libpinyin", by subscriber: Subscriber? = nil
    ) throws {
        let subscriber = subscriber ?? self.subscriber
        try stage.poll("\(key) of \(engine) to be \(value)") {
            (try? subscriber.candidates().contains { $0.engine == engine && $0.details[key] == value }) ?? false
        }
    }

    /// Types a word: the bar comes, stands and goes.
    private func teach() throws {
        try show()
        try say(["candidate-bar-height": 40.0])
        try waitUntilLearned("bar-height", .double(40))
        try say(["candidate-bar-height": 0.0])
        try hide()
        try subscriber.expect("WillShow", "DidShow", "WillChangeFrame", "DidChangeFrame", "WillHide", "DidHide")
    }

    // MARK: The kinds of bars

    @Test("a bar outside the frame extends it; one that toggles moves it once a session, and is reserved from then on")
    func outside() throws {
        try show()
        var told = try subscriber.expect("WillShow", "DidShow")
        #expect(told[0].end == Self.bare && told[0].bar == 0)
        for word in 0..<3 {
            try say(["candidate-bar-height": 40.0])
            if word == 0 {
                told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
                #expect(told[0].begin == Self.bare && told[0].end == Self.extended)
                #expect(told[0].inset == 300 && told[0].bar == 40 && told[0].reason == "candidates")
                #expect(told[0].details["candidate-bar-height-begin"] == .double(0))
                #expect(told[0].details["candidate-bar-reserved"] == nil)
                try waitUntilLearned("bar-height", .double(40))
            }
            try say(["candidate-bar-height": 0.0])
            #expect(try subscriber.state().told.details["candidate-bar-reserved"] == true)
        }
        try subscriber.expectNothing()
        try hide()
        try subscriber.expect("WillHide", "DidHide")
        try show()
        told = try subscriber.expect("WillShow", "DidShow")
        #expect(told[0].end == Self.extended && told[0].bar == 40 && told[0].inset == 300)
        #expect(told[0].details["candidate-bar-reserved"] == true)
        try say(["candidate-bar-height": 40.0])
        #expect(try subscriber.state().told.details["candidate-bar-reserved"] == nil)
        try say(["candidate-bar-height": 0.0])
        try subscriber.expectNothing()
        try say(["candidate-bar-height": 60.0])
        told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].end == [0, 480, 1280, 320] && told[0].bar == 60)
    }

    @Test("a bar inside the frame is a part of it, labelled; when it goes frame and bar stay as they were said")
    func inside() throws {
        try show(provider, ["candidate-bar-included": true, "candidate-bar-height": 0.0])
        try subscriber.expect("WillShow", "DidShow")
        try say(["frame": .rect(0, 500, 1280, 300), "candidate-bar-height": 40.0])
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].end == Self.extended && told[0].bar == 40)
        try say(["frame": .rect(0, 540, 1280, 260), "candidate-bar-height": 0.0])
        try subscriber.expectNothing()
        #expect(try subscriber.state().told.end == Self.extended)
        // One in a part of the frame that stays is only a label.
        try hide()
        try subscriber.expect("WillHide", "DidHide")
        try show(provider, ["engine": "ibus:anthy", "frame": .rect(0, 500, 1280, 300)])
        try subscriber.expect("WillShow", "DidShow")
        for height in [40.0, 0, 40] { try say(["candidate-bar-height": .double(height)]) }
        let labelled = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(labelled[0].end == Self.extended && labelled[0].bar == 40)
        try subscriber.expectNothing()
    }

    @Test("a bar moves as its author announces it, else in a short motion")
    func motion() throws {
        try show()
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["name": "simulated", "candidate-bar-height": 40.0, "duration-ms": 250])
        var told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].duration == 250)
        try provider.publish(["name": "simulated", "candidate-bar-height": 0.0])
        try provider.publish(["name": "simulated", "engine": "ibus:anthy"])
        told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].duration == 100 && told[0].reason == "engine" && told[0].end == Self.bare)
    }

    @Test("a room is held like a bar, and at most half the output")
    func room() throws {
        try show()
        try subscriber.expect("WillShow", "DidShow")
        try say(["room-below-caret": 66.0])
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].details["room-below-caret"] == .double(66) && told[0].end == Self.bare)
        #expect(told[0].reason == "candidates")
        try waitUntilLearned("room-below-caret", .double(66))
        try say(["room-below-caret": 0.0])
        #expect(try subscriber.state().told.details["room-below-caret"] == .double(66))
        try hide()
        try subscriber.expect("WillHide", "DidHide")
        try show()
        let again = try subscriber.expect("WillShow", "DidShow")
        #expect(again[0].details["room-below-caret"] == .double(66))
        #expect(again[0].details["candidate-bar-reserved"] == true)
        try say(["room-below-caret": 5000.0])
        #expect(
            try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0].details["room-below-caret"] == .double(400))
    }

    // MARK: Learned

    @Test("after a restart the first WillShow carries the bar, learned and reserved")
    func restart() throws {
        try teach()
        try stage.daemon.send(SIGTERM)
        #expect(try stage.daemon.waitForExit() == 0)
        let text = try String(contentsOfFile: stage.learnedCandidatesFile, encoding: .utf8)
        #expect(text.contains("ibus:libpinyin\tsimulated\t") && text.contains("toggles"))
        try stage.waitForAbsence()
        try stage.start()
        let again = try stage.subscriber()
        try show(try stage.provider())
        let told = try again.expect("WillShow", "DidShow")
        #expect(told[0].end == Self.extended && told[0].bar == 40)
        #expect(told[0].details["candidate-bar-reserved"] == true)
    }

    @Test("a daemon that replaces another one moves nothing that is held")
    func replacement() throws {
        try teach()
        try show()
        try subscriber.expect("WillShow", "DidShow")
        // It reads what the other one has written.
        try stage.poll("the file") { FileManager.default.fileExists(atPath: stage.learnedCandidatesFile) }
        try stage.start("--replace")
        let again = try stage.subscriber()
        #expect(try again.state().told.end == Self.extended)
        try show(try stage.provider())
        #expect(try again.state().told.end == Self.extended)
        try again.expectNothing()
    }

    @Test("a file that makes no sense is set aside, said, and learned anew", arguments: ["nonsense\n", "\u{0}", ""])
    func corrupt(_ text: String) throws {
        try stage.daemon.send(SIGTERM)
        _ = try stage.daemon.waitForExit()
        try stage.waitForAbsence()
        try FileManager.default.createDirectory(atPath: stage.stateFolder, withIntermediateDirectories: true)
        try text.write(toFile: stage.learnedCandidatesFile, atomically: true, encoding: .utf8)
        try stage.start()
        try stage.waitForLog("learned-candidates.corrupt")
        #expect(try String(contentsOfFile: stage.learnedCandidatesFile + ".corrupt", encoding: .utf8) == text)
        try teach()
        try stage.poll("the file") {
            (try? String(contentsOfFile: stage.learnedCandidatesFile, encoding: .utf8).contains("ibus:libpinyin"))
                ?? false
        }
    }

    // MARK: Policies

    @Test("a policy acts at once when the configuration is read again; a wrong one is named and changes nothing")
    func policies() throws {
        try teach()
        try show()
        #expect(try subscriber.expect("WillShow", "DidShow")[0].bar == 40)
        try stage.configure("[candidates:ibus:libpinyin]\npolicy=follow\n")
        try stage.daemon.send(SIGHUP)
        var told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].end == Self.bare && told[0].bar == 0)
        let line = try subscriber.candidates()[0]
        #expect(
            line.details["policy"] == "follow" && line.details["acts"] == "follow" && line.details["active"] == true)
        #expect(
            line.details["why"]
                == .string("\(stage.configurationFile) line 2: [candidates:ibus:libpinyin] policy"))
        try stage.configure("[candidates]\npolicy=sticky\n[candidates:ibus:libpinyin]\npolicy=nailed\n")
        try stage.daemon.send(SIGHUP)
        try stage.waitForLog("\(stage.configurationFile):4: [candidates:ibus:libpinyin] policy")
        try subscriber.expectNothing()
        #expect(try subscriber.candidates()[0].details["policy"] == "follow")
        try stage.configure("[candidates]\npolicy=reserve\n")
        try stage.daemon.send(SIGHUP)
        told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].end == Self.extended && told[0].details["candidate-bar-reserved"] == true)
        #expect(try subscriber.candidates()[0].details["policy"] == "reserve")
    }

    @Test("ListCandidates says what acts and why, before anything is learned and after")
    func listing() throws {
        #expect(try subscriber.candidates().isEmpty)
        try show()
        try subscriber.expect("WillShow", "DidShow")
        var lines = try subscriber.candidates()
        #expect(lines.map(\.engine) == ["ibus:libpinyin"])
        #expect(lines[0].details["policy"] == "auto" && lines[0].details["acts"] == "sticky")
        #expect(lines[0].details["why"] == "its candidates were not yet seen to come and go, by default")
        #expect(lines[0].details["running"] == true && lines[0].details["keyboard"] == nil)
        try say(["candidate-bar-height": 40.0])
        try waitUntilLearned("bar-height", .double(40))
        try say(["candidate-bar-height": 0.0])
        lines = try subscriber.candidates()
        #expect(lines[0].details["acts"] == "sticky" && lines[0].details["toggles"] == true)
        #expect(
            lines[0].details["why"]
                == "its candidates came and went in this session for the first time, by default")
        try hide()
        lines = try subscriber.candidates()
        #expect(lines[0].details["acts"] == "reserve")
        #expect(lines[0].details["why"] == "its candidates were seen to come and go, by default")
        #expect(lines[0].details["keyboard"] == "simulated" && lines[0].details["output"] == "eDP-1")
    }

    // MARK: Nothing stale

    @Test("a focus that hops within the grace keeps the bar")
    func hops() throws {
        let stage = try Stage(configuration: "[grace]\nsimulated=10000\n")
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try show(provider, ["candidate-bar-height": 40.0])
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["name": "simulated", "candidate-bar-height": 0.0])
        try provider.publish(["name": "simulated", "visible": false])
        try provider.publish(["name": "simulated", "visible": true])
        try subscriber.expectNothing()
        #expect(try subscriber.state().told.bar == 40)
    }

    @Test("another engine, and a provider that leaves, leave no bar behind")
    func stale() throws {
        try show()
        try say(["candidate-bar-height": 40.0])
        try say(["candidate-bar-height": 0.0])
        try subscriber.expect("WillShow", "DidShow", "WillChangeFrame", "DidChangeFrame")
        try say(["engine": "ibus:xkb:us::eng"])
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].end == Self.bare && told[0].reason == "engine" && told[0].engine == "ibus:xkb:us::eng")
        try say(["candidate-bar-height": 40.0])
        try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        provider.leave()
        let gone = try subscriber.expect("WillHide", "DidHide")
        #expect(gone[0].reason == "provider-lost" && gone[0].bar == 0)
        let other = try stage.provider()
        try show(other, ["engine": "ibus:xkb:us::eng"])
        #expect(try subscriber.expect("WillShow", "DidShow")[0].end == Self.bare)
    }

    // MARK: Ten sessions

    @Test("over ten sessions with an engine that toggles on every key, content moves for candidates at most once each")
    func tenSessions() throws {
        let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
        var session = AvoidanceSession(
            scene: Scene(
                outputs: [Output(name: "eDP-1", frame: screen)], container: screen,
                target: Target(field: Rect(x: 100, y: 740, width: 400, height: 40))))
        var time: UInt64 = 0
        for number in 0..<10 {
            try show()
            for _ in "nihao" {
                try say(["candidate-bar-height": 40.0, "room-below-caret": 30.0])
                if number == 0 { try waitUntilLearned("room-below-caret", .double(30)) }
                try say(["candidate-bar-height": 0.0, "room-below-caret": 0.0])
            }
            try hide()
            let told = try subscriber.rest(at: "hidden")
            var moves = 0
            for told in told {
                time += 1_000_000
                let change = session.receive(try told.notification, at: time)
                if change.isCommand, told.member == "WillChangeFrame" { moves += 1 }
                if told.member == "WillShow" { #expect(change.isCommand) }
                guard told.member != "WillHide", told.member != "DidHide" else { continue }
                // The popup ends above the keyboard.
                let bottom = 780 - session.adjustment.shift
                #expect(bottom + (told.details["room-below-caret"] == nil ? 0 : 30) <= told.end[1])
            }
            #expect(moves == (number == 0 ? 1 : 0), "session \(number)")
            #expect(session.adjustment.shift == 0)
        }
    }
}
