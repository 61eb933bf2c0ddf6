import Foundation
import Glibc
import Support
import Testing

/// What was learned of frames outlives the daemon (contract, section 1; rule T5).
@Suite(.notes, .withLog)
struct StateTests {
    /// Shows the keyboard in a slide of 130 ms, so that its frame and its way are learned.
    private func teach(_ subscriber: Subscriber, _ provider: Peer) throws {
        try provider.publish(
            .docked.with([
                "duration-ms": 130, "curve": "cubic-bezier", "curve-parameters": .doubles([0.2, 0, 0, 1]),
            ]))
        try subscriber.expect("WillShow", "DidShow")
    }

    /// Shows a keyboard of which nobody says where it is.
    private func showBlindly(_ provider: Peer) throws {
        try provider.publish([
            "name": "simulated", "visible": true, "output": "eDP-1", "output-frame": .rect(0, 0, 1280, 800),
        ])
    }

    @Test("a learned frame, its duration and its curve are used at once after a restart")
    func restart() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        try teach(subscriber, try stage.provider())
        try stage.daemon.send(SIGTERM)
        #expect(try stage.daemon.waitForExit() == 0)
        let text = try String(contentsOfFile: stage.learnedFile, encoding: .utf8)
        #expect(text.contains("simulated"))
        #expect(text.contains("eDP-1"))

        try stage.waitForAbsence()
        try stage.start()
        let again = try stage.subscriber()
        let provider = try stage.provider()
        try showBlindly(provider)
        let told = try again.expect("WillShow", "DidShow")
        #expect(told[0].end == [0, 540, 1280, 260])
        #expect(told[0].duration == 130)
        #expect(told[0].details["curve"] == "cubic-bezier")
        #expect(told.map { $0.details["estimated"] } == [true, true])
    }

    @Test("it is written while the daemon runs, too: a crash forgets nothing")
    func crash() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try teach(subscriber, provider)
        try stage.poll("the file") { FileManager.default.fileExists(atPath: stage.learnedFile) }
        try stage.daemon.kill()
        try stage.waitForAbsence()
        try stage.start()
        try showBlindly(provider)
        try stage.wait("the learned frame") { subscriber.notifications.last?.end == [0, 540, 1280, 260] }
    }

    @Test("a slide nobody announced is announced by what was learned of it")
    func slide() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try teach(subscriber, provider)
        try provider.publish(["name": "simulated", "visible": false, "duration-ms": 0, "reason": "user"])
        try subscriber.expect("WillHide", "DidHide")
        // Its first sign.
        try provider.publish(["name": "simulated", "visible": true, "frame": .rect(0, 790, 1280, 260)])
        let will = try subscriber.next(1)[0]
        #expect(will.member == "WillShow")
        #expect(will.end == [0, 540, 1280, 260])
        #expect(will.duration == 130)
        #expect(will.details["estimated"] == true)
        try provider.publish(["name": "simulated", "frame": .rect(0, 540, 1280, 260)])
        try stage.wait("the end of the slide") {
            subscriber.notifications.last.map { $0.isDid && $0.end == [0, 540, 1280, 260] } ?? false
        }
    }

    @Test("a file that makes no sense is set aside, said, and replaced", arguments: ["nonsense\n", "\u{0}", ""])
    func corrupt(_ text: String) throws {
        let stage = try Stage(isEmpty: true)
        try FileManager.default.createDirectory(atPath: stage.stateFolder, withIntermediateDirectories: true)
        try text.write(toFile: stage.learnedFile, atomically: true, encoding: .utf8)
        try stage.start()
        try stage.waitForLog("set aside")
        #expect(try String(contentsOfFile: stage.learnedFile + ".corrupt", encoding: .utf8) == text)
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try teach(subscriber, provider)
        try stage.daemon.send(SIGTERM)
        #expect(try stage.daemon.waitForExit() == 0)
        #expect(try String(contentsOfFile: stage.learnedFile, encoding: .utf8).contains("simulated"))
    }

    @Test("a folder that cannot be written to is said once, and does no harm")
    func readOnly() throws {
        let stage = try Stage(isEmpty: true)
        // Not even root can make a folder there.
        try stage.start(environment: ["XDG_STATE_HOME": "/proc"])
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try teach(subscriber, provider)
        try stage.waitForLog("cannot be kept")
        try provider.publish(["name": "simulated", "frame": .rect(0, 500, 1280, 300), "duration-ms": 0])
        try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        try stage.daemon.send(SIGTERM)
        #expect(try stage.daemon.waitForExit() == 0)
        #expect(try stage.daemon.log.components(separatedBy: "cannot be kept").count == 2)
    }

    @Test("without a place for it nothing is kept, and that is said")
    func nowhere() throws {
        let stage = try Stage(isEmpty: true)
        try stage.start(environment: ["XDG_STATE_HOME": "", "HOME": ""])
        try stage.waitForLog("nothing learned is kept")
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try teach(subscriber, provider)
    }

    @Test("a guess is never learned")
    func guesses() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try showBlindly(provider)
        try subscriber.expect("WillShow", "DidShow")
        try stage.daemon.send(SIGTERM)
        #expect(try stage.daemon.waitForExit() == 0)
        #expect(!FileManager.default.fileExists(atPath: stage.learnedFile))
    }
}
