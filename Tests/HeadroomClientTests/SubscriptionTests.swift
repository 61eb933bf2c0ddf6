import Glibc
import HeadroomBus
import HeadroomCore
import HeadroomWire
import Support
import Testing

@testable import HeadroomClient

/// Subscriptions on a private bus with a scripted daemon.
@Suite("Subscribing", .timeLimit(.minutes(10)))
struct SubscriptionTests {
    @Test("no daemon: that is the first thing told, and then it comes")
    func late() throws {
        let stage = try Stage()
        try stage.subscribe()
        #expect(try stage.nextState("the absence") == .nothing)
        let daemon = try stage.daemon()
        let state = try stage.nextState("the daemon")
        #expect(state.isDaemonPresent)
        #expect(state.phase == .shown)
        #expect(state.notification == Samples.notification(.didShow, 10))
        #expect(state.properties.outputs == [Samples.output])
        #expect(!daemon.wasAutoStarted)
    }

    @Test("a late subscriber joins the running motion")
    func running() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        let will = Samples.notification(.willShow, 7, durationMS: 250)
        daemon.state = PublishedState(phase: .showing, notification: will)
        try stage.subscribe()
        let state = try stage.nextState("the state")
        #expect(state.phase == .showing)
        #expect(state.notification == will)
        #expect(state.notification.motion.durationMS == 250)
        #expect(!daemon.wasAutoStarted)
    }

    @Test("frames are global, whether the notification names its output's frame or not")
    func global() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        var bare = Samples.notification(.willChangeFrame, 11, height: 300, isOutputGiven: false)
        // On the wire relative to the output, as the daemon sends it.
        bare.frameBegin = Samples.output.relative(bare.frameBegin)
        bare.frameEnd = Samples.output.relative(bare.frameEnd)
        try daemon.notify(bare)
        let told = try stage.nextNotification("a notification without its output's frame")
        #expect(told.frameEnd == Samples.frame(300))
        #expect(told.details.outputFrame == Samples.output.frame)
        try daemon.notify(Samples.notification(.didChangeFrame, 12, height: 300))
        #expect(try stage.nextNotification("one with it").frameEnd == Samples.frame(300))
    }

    @Test("notifications are told in order, each once, old ones never")
    func order() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        for serial in [9, 10, 11, 11, 10, 12] as [UInt64] { try daemon.notify(Samples.notification(.didShow, serial)) }
        try daemon.notify(Samples.notification(.willHide, 20))
        try stage.wait("the last") { stage.told.count >= 3 && stage.state?.phase == .hiding }
        let serials = stage.told.map { if case .notification(let told) = $0 { told.serial } else { 0 as UInt64 } }
        #expect(serials == [11, 12, 20])
    }

    @Test("a daemon that leaves: 2 s later hidden, not before; one that is back is followed")
    func absence() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        let start = EventLoop.now
        try daemon.leave()
        let state = try stage.nextState("the absence")
        #expect(EventLoop.now - start >= KeyboardFollower.absence)
        #expect(state.phase == .hidden)
        #expect(!state.isDaemonPresent)
        try daemon.own()
        #expect(try stage.nextState("the daemon again").phase == .shown)
        #expect(daemon.asked == 2)
    }

    @Test("a daemon that is back with the same is no news")
    func restart() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        daemon.connection.close()
        let next = try stage.daemon()
        next.state = PublishedState(phase: .shown, notification: Samples.notification(.didShow, 1_000))
        try stage.wait("the new daemon to be asked") { next.asked == 1 }
        try next.connection.settle()
        try next.notify(Samples.notification(.willHide, 1_001))
        #expect(try stage.nextNotification("the hide").serial == 1_001)
    }

    @Test("a daemon that takes the name from another one is asked at once")
    func replaced() throws {
        let stage = try Stage()
        let old = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        let new = try stage.daemon()
        try stage.wait("the new daemon to be asked") { new.asked == 1 }
        // What the old one still says is not heard.
        try old.connection.send(Samples.notification(.willHide, 99_999).message())
        try old.connection.settle()
        try new.notify(Samples.notification(.willChangeFrame, 12, height: 300))
        #expect(try stage.nextNotification("the new one's").serial == 12)
        #expect(stage.told.isEmpty)
    }

    @Test("properties are told when they change")
    func properties() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        try daemon.change("Engine") { $0.engine = "ibus:libpinyin" }
        guard case .properties(let properties) = try stage.next("the engine") else {
            Issue.record("told something else")
            return
        }
        #expect(properties.engine == "ibus:libpinyin")
        #expect(properties.outputs == [Samples.output])
        #expect(stage.state?.properties == properties)
    }

    @Test("nonsense from the daemon changes nothing, and a bad answer is asked for again")
    func hostile() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        daemon.isBroken = true
        try stage.subscribe()
        #expect(try stage.nextState("no usable answer") == .nothing)
        daemon.isBroken = false
        #expect(try stage.nextState("a good answer").phase == .shown)
        #expect(daemon.asked == 2)
        let connection = daemon.connection
        try connection.send(
            Message.signal(Names.path, Names.keyboard, "WillHide", "s") { writer throws(BusError) in
                try writer.string("now")
            })
        try connection.send(Message.signal(Names.path, Names.keyboard, "WillHide"))
        try connection.send(Message.signal(Names.path, Names.keyboard, "WillDance"))
        var impossible = Samples.notification(.willChangeFrame, 50)
        impossible.frameEnd.width = .nan
        try connection.send(impossible.message())
        try connection.send(
            Message.signal(Names.path, "org.freedesktop.DBus.Properties", "PropertiesChanged", "ss") {
                writer throws(BusError) in
                try writer.string(Names.keyboard.text)
                try writer.string("all of them")
            })
        try daemon.notify(Samples.notification(.willHide, 51))
        #expect(try stage.nextNotification("the good one").serial == 51)
    }

    @Test("what others send under the daemon's names is not heard")
    func impostor() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        let impostor = try stage.bus.connect(stage.loop)
        try impostor.send(Samples.notification(.willHide, 11).message())
        try impostor.settle()
        try daemon.notify(Samples.notification(.willChangeFrame, 12, height: 300))
        #expect(try stage.nextNotification("the daemon's").serial == 12)
    }

    @Test("a bus that is lost counts as no daemon")
    func busLost() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try stage.subscribe()
        _ = try stage.nextState("the state")
        stage.bus.kill()
        #expect(try !stage.nextState("the loss").isDaemonPresent)
        #expect(!daemon.wasAutoStarted)
    }

    @Test("nothing is told after cancelling, from inside of what is told too")
    func cancelled() throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        var count = 0
        var own: KeyboardSubscription?
        own = try stage.client.subscribe { _ in
            count += 1
            own?.cancel()
        }
        try stage.subscribe()
        try stage.wait("both to be told") { count == 1 && !stage.told.isEmpty }
        try daemon.notify(Samples.notification(.willHide, 11))
        try stage.wait("the other one") { stage.told.count == 2 }
        #expect(count == 1)
        withExtendedLifetime(own) {}
    }

    @Test("no bus is an error, not an absence")
    func noBus() {
        let error = #expect(throws: ClientError.self) { _ = try Client(bus: .at("unix:path=/nonexistent/bus")) }
        #expect(error?.code == .noBus)
    }

    @Test("a foreign loop polls the descriptor and dispatches")
    func foreignLoop() throws {
        let bus = try PrivateBus()
        let loop = try EventLoop()
        let daemon = try ScriptedDaemon(on: bus, loop)
        let client = try Client(bus: .at(bus.address))
        var told: [KeyboardUpdate] = []
        let subscription = try client.subscribe { told.append($0) }
        defer { subscription.cancel() }
        try client.dispatch()
        let fd = try client.fileDescriptor
        var isReadable = false
        // The daemon's loop stands in for the foreign one.
        let watch = try loop.watch(fd) { _ in isReadable = true }
        defer { watch.cancel() }
        while told.isEmpty {
            try loop.wait("the client's descriptor") { isReadable }
            isReadable = false
            try client.dispatch()
        }
        guard case .current(let state)? = told.first else {
            Issue.record("told \(told)")
            return
        }
        #expect(state.phase == .shown)
        withExtendedLifetime(daemon) {}
    }
}
