import Glibc
import HeadroomBus
import Support
import Testing

/// How a daemon begins and ends (contract, section 1).
@Suite(.notes, .withLog)
struct LifeTests {
    @Test("a second daemon says whose pid the first one has, and exits 1")
    func second() throws {
        let stage = try Stage()
        let first = try stage.daemon
        let second = try stage.spawn()
        #expect(try second.waitForExit() == 1)
        #expect(second.log.contains("pid \(first.pid)"))
        #expect(second.log.contains("--replace"))
        #expect(try stage.subscriber().state().phase == "hidden")
    }

    @Test("two that start at once: one serves, the other one exits 1")
    func race() throws {
        let stage = try Stage(isEmpty: true)
        let both = [try stage.spawn(), try stage.spawn()]
        try stage.wait("an owner") { stage.ownerName != nil }
        let subscriber = try stage.subscriber()
        let owner = try subscriber.pid(of: "org.headroom.Headroom1")
        let loser = try #require(both.first { $0.pid != owner })
        #expect(both.contains { $0.pid == owner })
        #expect(try loser.waitForExit() == 1)
        #expect(loser.log.contains("pid \(owner)"))
    }

    @Test("SIGTERM and SIGINT hide what is shown before the name goes, and exit 0", arguments: [SIGTERM, SIGINT])
    func termination(_ signal: Int32) throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(.docked.with(["duration-ms": 10_000]))
        try subscriber.expect("WillShow")
        var heardBefore: [String]?
        let watch = subscriber.connection.watchName("org.headroom.Headroom1") { owner in
            if owner == nil { heardBefore = subscriber.members }
        }
        try stage.daemon.send(signal)
        let told = try subscriber.expect("WillHide", "DidHide")
        #expect(told.map(\.reason) == ["shutdown", "shutdown"])
        #expect(told.map(\.duration) == [0, 0])
        #expect(try stage.daemon.waitForExit() == 0)
        try stage.wait("the name to go") { heardBefore != nil }
        #expect(heardBefore == ["WillShow", "WillHide", "DidHide"])
        watch.cancel()
    }

    @Test("SIGTERM with nothing shown says nothing")
    func quietTermination() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        try stage.daemon.send(SIGTERM)
        #expect(try stage.daemon.waitForExit() == 0)
        try stage.waitForAbsence()
        try subscriber.connection.settle()
        #expect(subscriber.members == [])
    }

    @Test("the bus goes: a message and exit 1")
    func busGoes() throws {
        let stage = try Stage()
        let provider = try stage.provider()
        try provider.publish(.docked)
        stage.bus.kill()
        #expect(try stage.daemon.waitForExit() == 1)
        #expect(try stage.daemon.log.contains("the session bus is gone"))
    }

    @Test("the bus goes while a daemon waits for it: a message and exit 1")
    func busGoesEarly() throws {
        let bus = try PrivateBus()
        bus.freeze()
        let child = try ChildProcess(
            try BuiltProgram.path("headroomd"), environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        Notes.current.add(child)
        bus.kill()
        #expect(try child.waitForExit() == 1)
        #expect(!child.log.isEmpty)
    }

    @Test("a name that somebody else holds and does not give away: exit 1")
    func taken() throws {
        let stage = try Stage(isEmpty: true)
        let thief = try stage.bus.connect(stage.loop)
        var isOwned = false
        thief.requestName("org.headroom.Headroom1", [.doNotQueue]) { result in isOwned = result.error == nil }
        try stage.wait("the name") { isOwned }
        let plain = try stage.spawn()
        #expect(try plain.waitForExit() == 1)
        #expect(plain.log.contains("pid \(getpid())"))
        let insistent = try stage.spawn("--replace")
        // It asks the owner, who is no daemon and answers nothing of use, and is refused.
        try stage.poll("it to end") { insistent.hasEnded }
        #expect(try insistent.waitForExit() == 1)
        #expect(insistent.log.contains("pid \(getpid())"))
    }

    @Test("READY=1 to the service manager once the name is owned, STOPPING=1 at the end")
    func serviceManager() throws {
        let stage = try Stage(isEmpty: true)
        let manager = try NotifySocket(path: "\(stage.path)/notify")
        try stage.start(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(try manager.receive() == "READY=1")
        #expect(stage.ownerName != nil)
        try stage.daemon.send(SIGTERM)
        #expect(try manager.receive() == "STOPPING=1")
        #expect(try stage.daemon.waitForExit() == 0)
    }

    @Test("a daemon that is refused is never ready")
    func neverReady() throws {
        let stage = try Stage()
        let manager = try NotifySocket(path: "\(stage.path)/notify")
        let second = try stage.spawn(environment: ["NOTIFY_SOCKET": manager.path])
        #expect(try second.waitForExit() == 1)
        #expect(manager.isEmpty)
    }
}
