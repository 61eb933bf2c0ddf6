import Foundation
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// The observer of Onboard and a peer that owns its name.
struct OnboardObserverTests {
    private let bus: PrivateBus
    private let loop: EventLoop
    private let host: ScriptedHost
    private let keyboard: ScriptedOSK
    private let observer = OnboardObserver()

    init() throws {
        bus = try PrivateBus(service: "org.onboard.Onboard")
        loop = try EventLoop()
        host = try ScriptedHost(bus, loop)
        keyboard = try ScriptedOSK(bus, loop, .onboard)
    }

    private func wait(_ what: String, until isDone: () -> Bool) throws {
        do { try loop.wait(what, until: isDone) } catch {
            throw TestFailure("\(error): \(host.visibility), \(host.availability), \(keyboard.calls)")
        }
    }

    /// Onboard is there, is known and is hidden.
    private func begin() throws {
        try keyboard.own(loop)
        observer.start(host)
        try wait("the keyboard to be known") { host.visibility == [false] }
    }

    /// Everything that was sent has arrived.
    private func settle() throws {
        try keyboard.connection.settle()
        try host.bus.settle()
    }

    private var words: [String] { host.availability.map(\.word) }

    @Test("nobody owns the name: waiting, with the reason, and Onboard is not started for it")
    func nobody() throws {
        observer.start(host)
        try wait("an availability") { !host.availability.isEmpty }
        #expect(words == ["waiting"])
        #expect(host.availability.last?.reason.contains("org.onboard.Onboard") == true)
        #expect(!observer.show())
        #expect(!observer.hide())
        try settle()
        #expect(host.facts.compactMap { $0 } == [])
        #expect(!FileManager.default.fileExists(atPath: bus.startedFile))
    }

    @Test("Visible is read when Onboard is found", arguments: [true, false])
    func found(_ isVisible: Bool) throws {
        keyboard.visible = .bool(isVisible)
        try keyboard.own(loop)
        observer.start(host)
        try wait("the keyboard") { host.visibility == [isVisible] }
        #expect(host.availability == [.active])
        #expect(keyboard.calls == ["Get"])
        #expect(keyboard.neverStarts)
        let witness = try #require(host.facts.last??.keyboard)
        #expect(witness.name == "onboard")
        #expect(witness.frame == nil)
        #expect(witness.canShow == true)
        #expect(witness.canHide == true)
        #expect(witness.since <= loop.now)
    }

    @Test("Onboard comes, goes and comes: found each time, gone at once")
    func comesAndGoes() throws {
        observer.start(host)
        try wait("nobody") { words == ["waiting"] }
        try keyboard.own(loop)
        try wait("the keyboard") { host.visibility == [false] }
        try keyboard.signal(["Visible": true], invalidated: ["Visible"])
        try wait("shown") { host.visibility == [false, true] }
        keyboard.connection.close()
        try wait("gone") { host.visibility == [false, true, nil] }
        let next = try ScriptedOSK(bus, loop, .onboard)
        try next.own(loop)
        try wait("the next one") { host.visibility == [false, true, nil, false] }
        #expect(words == ["waiting", "active", "waiting", "active"])
    }

    @Test("Visible in both lists, as Onboard sends it: the value holds, and is not asked for")
    func changed() throws {
        try begin()
        for isVisible in [true, true, false] {
            try keyboard.signal(["Visible": .bool(isVisible)], invalidated: ["Visible"])
        }
        try wait("shown and hidden") { host.visibility == [false, true, false] }
        #expect(keyboard.calls == ["Get"])
        keyboard.visible = .bool(true)
        try keyboard.signal(["AutoShowPaused": true], invalidated: ["Visible"])
        try wait("what was only invalidated") { host.visibility == [false, true, false, true] }
        #expect(keyboard.calls == ["Get", "Get"])
    }

    @Test("Onboard's own recording, played again")
    func recorded() throws {
        try begin()
        for signal in try BusMonitorText.signals("onboard-on-openbox.txt") {
            try keyboard.connection.send(signal.signal())
        }
        try wait("all of it") { host.visibility.count == 11 }
        #expect(host.visibility == [false] + (0..<10).map { $0.isMultiple(of: 2) })
        #expect(keyboard.calls == ["Get"])
    }

    @Test("Show and Hide are asked for one after the other, and change nothing until Onboard says so")
    func requests() throws {
        try begin()
        #expect(observer.show())
        #expect(observer.hide())
        try wait("both requests") { keyboard.asked == [true, false] }
        #expect(keyboard.calls == ["Get", "Show", "Hide"])
        #expect(keyboard.neverStarts)
        try settle()
        #expect(host.visibility == [false])
    }

    @Test("a stopped Onboard: one request, then none until it answers; the reason is said")
    func stopped() throws {
        try begin()
        keyboard.answersRequests = false
        for _ in 0..<5 { #expect(observer.hide() && observer.show()) }
        try wait("the end of patience") { words == ["active", "waiting"] }
        #expect(host.availability.last?.reason == "Onboard does not answer")
        #expect(host.facts.last??.keyboard?.canShow == false)
        for _ in 0..<5 { #expect(!observer.show() && !observer.hide()) }
        try settle()
        #expect(keyboard.asked == [false])
        keyboard.answerRequests()
        try wait("its answer") { words == ["active", "waiting", "active"] }
        #expect(host.facts.last??.keyboard?.canShow == true)
        #expect(observer.show())
        try wait("a request") { keyboard.asked == [false, true] }
    }

    @Test("a stopped Onboard that is killed leaves nothing behind")
    func killedWhileStopped() throws {
        try begin()
        keyboard.answersRequests = false
        #expect(observer.hide())
        try wait("the request") { keyboard.asked == [false] }
        keyboard.connection.close()
        try wait("gone") { host.visibility.last == .some(nil) && words.last == "waiting" }
        #expect(host.availability.last?.reason.contains("org.onboard.Onboard") == true)
        #expect(!observer.show())
    }

    @Test("the bus goes and comes back, and with it Onboard")
    func busRestart() throws {
        try begin()
        bus.kill()
        try wait("gone") { host.visibility.last == .some(nil) && words.last == "waiting" }
        let other = try PrivateBus()
        let next = try ScriptedOSK(other, loop, .onboard)
        next.visible = .bool(true)
        try next.own(loop)
        host.bus.address = .at(other.address)
        try host.bus.open()
        try wait("the keyboard") { host.visibility.last == true }
        #expect(words.last == "active")
    }

    @Test("what somebody says who does not own the name is not heard")
    func stranger() throws {
        try begin()
        let stranger = try ScriptedOSK(bus, loop, .onboard)
        try stranger.signal(["Visible": true])
        try stranger.connection.settle()
        try settle()
        #expect(host.visibility == [false])
    }

    @Test("stop: nothing is heard any more, also no answer; start: all is found again")
    func stop() throws {
        try begin()
        keyboard.answersRequests = false
        #expect(observer.show())
        observer.stop()
        try keyboard.signal(["Visible": true])
        keyboard.answerRequests()
        try settle()
        #expect(host.visibility == [false])
        #expect(!observer.show())
        keyboard.visible = .bool(true)
        observer.start(host)
        try wait("the keyboard again") { host.visibility == [false, true] }
    }

    @Test(
        "an answer of another type: it is there, of unknown visibility, and heard when it says something",
        arguments: ["true", 1, .double(1), .dictionary(["Visible": true]), .variant(true)] as [Value])
    func wrongAnswer(_ answer: Value) throws {
        keyboard.visible = answer
        try keyboard.own(loop)
        observer.start(host)
        try wait("an answer") { host.facts.count == 1 }
        #expect(host.visibility == [nil])
        #expect(host.facts.last??.keyboard?.name == "onboard")
        try keyboard.signal(["Visible": true])
        try wait("shown") { host.visibility == [nil, true] }
    }

    @Test("hostile signals are passed over")
    func hostile() throws {
        try begin()
        try keyboard.signal(["Visible": "true"])
        try keyboard.signal(["Visible": true], interface: "org.onboard.Onboard")
        try keyboard.signal(["Visible": Value.bool(true).nested(20)])
        for arguments in [
            [], [1], ["org.onboard.Onboard.Keyboard"], ["org.onboard.Onboard.Keyboard", .strings(["Visible"])],
        ] as [[Value]] {
            try keyboard.signal(arguments)
        }
        try settle()
        #expect(host.visibility == [false])
        try keyboard.signal(["Visible": true])
        try wait("shown") { host.visibility == [false, true] }
    }

    @Test("a thousand changes at once: the last one holds")
    func flood() throws {
        try begin()
        for number in 0..<1000 { try keyboard.signal(["Visible": .bool(number.isMultiple(of: 2))]) }
        try keyboard.signal(["Visible": true])
        try settle()
        try wait("the last one") { host.visibility.last == true }
        #expect(host.visibility.count == 1002)
    }
}
