import Foundation
import Glibc
import HeadroomBus
import Support
import Testing

/// headroom.conf in a daemon that runs (contract, section 7).
@Suite(.notes, .withLog)
struct ConfigurationTests {
    /// Hides the simulated keyboard without a word, and returns how long after that it was told, in µs.
    private func hide(_ stage: Stage, _ subscriber: Subscriber, _ provider: Peer) throws -> UInt64 {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        let before = stage.now
        try provider.publish(["name": "simulated", "visible": false])
        let start = try subscriber.expect("WillHide", "DidHide")[0].start
        return try #require(start) - before
    }

    @Test("a keyboard nobody knows has a grace of 60 ms, or what [grace] default says")
    func defaultGrace() throws {
        for (text, grace) in [(nil, 60), ("[grace]\ndefault=250\n", 250)] as [(String?, UInt64)] {
            let stage = try Stage(configuration: text)
            let taken = try hide(stage, try stage.subscriber(), try stage.provider())
            #expect(taken >= grace * 1000)
        }
    }

    @Test("a keyboard's own grace goes before the default")
    func ownGrace() throws {
        let stage = try Stage(configuration: "[grace]\ndefault=10000\nsimulated=120\n")
        let taken = try hide(stage, try stage.subscriber(), try stage.provider())
        #expect(taken >= 120_000)
        #expect(taken < 10_000_000)
    }

    @Test("within the grace nothing is said when it comes again")
    func grace() throws {
        let stage = try Stage(configuration: "[grace]\nsimulated=10000\n")
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try provider.send(["name": "simulated", "visible": false])
        try provider.send(["name": "simulated", "visible": true])
        #expect(try provider.publish(["name": "simulated"]))
        try subscriber.expectNothing()
    }

    @Test("SIGHUP reads it again; what is wrong is named by file, line and key, and the old value holds")
    func reload() throws {
        let stage = try Stage(configuration: "[grace]\nsimulated=0\n[observers]\ndisable=OSK0\n")
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        #expect(try subscriber.observers().first { $0.name == "OSK0" }?.availability == "unavailable")

        try stage.configure("[grace]\nsimulated=never\n[observers]\ndisable=\n")
        try stage.daemon.send(SIGHUP)
        try stage.waitForLog("\(stage.configurationFile):2: [grace] simulated")
        #expect(try subscriber.observers().first { $0.name == "OSK0" }?.availability == "waiting")
        // Still 0: it is hidden when the call is answered.
        try provider.publish(.docked)
        try provider.publish(["name": "simulated", "visible": false])
        #expect(try subscriber.state().phase == "hidden")
        try subscriber.expect("WillShow", "DidShow", "WillHide", "DidHide")

        try stage.configure("[grace]\nsimulated=10000\n[observers]\ndisable=OSK0\n")
        try stage.daemon.send(SIGHUP)
        try stage.poll("the new configuration") {
            (try? subscriber.observers().first { $0.name == "OSK0" }?.availability) == "unavailable"
        }
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["name": "simulated", "visible": false])
        #expect(try subscriber.state().phase == "shown")
    }

    @Test("a wrong value at the start is named, and the daemon serves with its default")
    func wrongAtStart() throws {
        let stage = try Stage(configuration: "[access]\nsandboxed-providers=maybe\n")
        try stage.waitForLog("\(stage.configurationFile):2: [access] sandboxed-providers")
        #expect(try stage.subscriber().state().phase == "hidden")
    }

    @Test("a file that cannot be read is named, and the daemon serves")
    func unreadable() throws {
        let stage = try Stage(isEmpty: true)
        try FileManager.default.createDirectory(
            atPath: stage.configurationFile, withIntermediateDirectories: true)
        try stage.start()
        try stage.waitForLog(stage.configurationFile)
        #expect(try stage.subscriber().state().phase == "hidden")
    }

    @Test("more window classes than can be kept are named by file, line and key")
    func tooManyClasses() throws {
        let lines = (0..<30).map { line in
            "x11-classes=" + (0..<10).map { "c\(line)-\($0)" }.joined(separator: ",")
        }
        let stage = try Stage(configuration: "[keyboards]\n\(lines.joined(separator: "\n"))\n")
        try stage.waitForLog("\(stage.configurationFile):2: [keyboards] x11-classes")
    }
}
