import Foundation
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// The observer of `sm.puri.OSK0` and a peer that owns the name.
struct OSK0ObserverTests {
    private let bus: PrivateBus
    private let loop: EventLoop
    private let host: ScriptedHost
    private let keyboard: ScriptedOSK
    private let observer = OSK0Observer()

    init() throws {
        bus = try PrivateBus(service: "sm.puri.OSK0")
        loop = try EventLoop()
        host = try ScriptedHost(bus, loop)
        keyboard = try ScriptedOSK(bus, loop)
    }

    private func wait(_ what: String, until isDone: () -> Bool) throws {
        do { try loop.wait(what, until: isDone) } catch {
            throw TestFailure("\(error): \(host.visibility), \(host.availability)")
        }
    }

    /// A keyboard that is there, is known and is hidden.
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

    @Test("nobody owns the name: waiting, and nobody is started for it")
    func nobody() throws {
        observer.start(host)
        try wait("an availability") { !host.availability.isEmpty }
        #expect(host.availability.map(\.word) == ["waiting"])
        #expect(host.availability.last?.reason.contains("sm.puri.OSK0") == true)
        #expect(!observer.show())
        #expect(!observer.hide())
        try settle()
        #expect(host.facts.compactMap { $0 } == [])
        #expect(!FileManager.default.fileExists(atPath: bus.startedFile))
    }

    @Test("Visible is read when the keyboard is found, and GetVisible is never called", arguments: [true, false])
    func found(_ isVisible: Bool) throws {
        keyboard.visible = .bool(isVisible)
        try keyboard.own(loop)
        observer.start(host)
        try wait("the keyboard") { host.visibility == [isVisible] }
        #expect(host.availability == [.active])
        #expect(keyboard.calls == ["Get"])
        #expect(keyboard.neverStarts)
        let witness = try #require(host.facts.last??.keyboard)
        // Its program, as the kernel has it: this process owns the name.
        let program = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
        #expect(witness.name == program.trimmingCharacters(in: .newlines))
        #expect(witness.canShow == true)
        #expect(witness.canHide == true)
        #expect(witness.frame == nil)
        #expect(witness.since <= loop.now)
    }

    @Test("a keyboard that comes later is found")
    func later() throws {
        observer.start(host)
        try wait("nobody") { host.availability.map(\.word) == ["waiting"] }
        try keyboard.own(loop)
        try wait("the keyboard") { host.visibility == [false] }
        #expect(host.availability.map(\.word) == ["waiting", "active"])
    }

    @Test("PropertiesChanged with the value")
    func changed() throws {
        try begin()
        try keyboard.signal(["Visible": true])
        try wait("shown") { host.visibility == [false, true] }
        try keyboard.signal(["Visible": true])
        try keyboard.signal(["Visible": false])
        try wait("hidden") { host.visibility == [false, true, false] }
        #expect(keyboard.calls == ["Get"])
    }

    @Test("PropertiesChanged that only says that it changed: the value is asked for")
    func invalidated() throws {
        try begin()
        keyboard.visible = .bool(true)
        try keyboard.signal([:], invalidated: ["Visible"])
        try wait("shown") { host.visibility == [false, true] }
        #expect(keyboard.calls == ["Get", "Get"])
    }

    @Test("the recording of squeekboard, played again")
    func recorded() throws {
        try begin()
        for signal in try BusMonitorText.signals("squeekboard-on-sway.txt") where signal.path == "/sm/puri/OSK0" {
            try keyboard.connection.send(signal.signal())
        }
        try wait("all of it") { host.visibility.count == 11 }
        #expect(host.visibility == [false] + (0..<10).map { $0.isMultiple(of: 2) })
    }

    @Test("Show and Hide are SetVisible, and change nothing until the keyboard says so")
    func requests() throws {
        try begin()
        #expect(observer.show())
        #expect(observer.hide())
        try wait("both requests") { keyboard.asked == [true, false] }
        #expect(keyboard.calls == ["Get", "SetVisible", "SetVisible"])
        #expect(keyboard.neverStarts)
        try settle()
        #expect(host.visibility == [false])
    }

    // MARK: Ends

    @Test("the owner leaves the bus: gone at once")
    func left() throws {
        try begin()
        try keyboard.signal(["Visible": true])
        try wait("shown") { host.visibility == [false, true] }
        keyboard.connection.close()
        try wait("gone") { host.visibility == [false, true, nil] }
        try wait("waiting") { host.availability.map(\.word) == ["active", "waiting"] }
        #expect(!observer.show())
    }

    @Test("another owner: the one before is gone at once, though the next one says nothing")
    func replaced() throws {
        try begin()
        try keyboard.signal(["Visible": true])
        try wait("shown") { host.visibility == [false, true] }
        let next = try ScriptedOSK(bus, loop)
        next.visible = nil
        try next.own(loop, waitsInLine: true)
        keyboard.connection.close()
        try wait("the first one to be gone") { host.visibility == [false, true, nil] }
        try wait("the next one to be asked") { next.calls == ["Get"] }
        #expect(host.visibility == [false, true, nil])
        try next.signal(["Visible": true])
        try wait("the next one") { host.visibility == [false, true, nil, true] }
    }

    @Test("what somebody says who does not own the name, or no longer, is not heard")
    func stale() throws {
        try begin()
        let stranger = try ScriptedOSK(bus, loop)
        try stranger.signal(["Visible": true])
        try stranger.connection.settle()
        try settle()
        #expect(host.visibility == [false])

        let next = try ScriptedOSK(bus, loop)
        try next.own(loop, waitsInLine: true)
        keyboard.release()
        try wait("the next one") { host.visibility == [false, nil, false] }
        try keyboard.signal(["Visible": true])
        try settle()
        #expect(host.visibility == [false, nil, false])
    }

    @Test("stop: nothing is heard any more; start: all is found again")
    func stopped() throws {
        try begin()
        observer.stop()
        try keyboard.signal(["Visible": true])
        try settle()
        #expect(host.visibility == [false])
        #expect(!observer.show())
        keyboard.visible = .bool(true)
        observer.start(host)
        try wait("the keyboard again") { host.visibility == [false, true] }
    }

    @Test("stopped while it asks: the answer is nothing")
    func stoppedEarly() throws {
        keyboard.visible = nil
        try keyboard.own(loop)
        observer.start(host)
        try wait("the question") { keyboard.calls == ["Get"] }
        observer.stop()
        try keyboard.signal(["Visible": true])
        keyboard.connection.close()
        try host.bus.settle()
        #expect(host.facts.isEmpty)
    }

    // MARK: Strange peers

    @Test("one that never answers counts as hidden in the end, and is heard when it says something")
    func silent() throws {
        keyboard.visible = nil
        try keyboard.own(loop)
        observer.start(host)
        try wait("the question") { keyboard.calls == ["Get"] }
        try wait("the end of patience") { host.visibility == [false] }
        #expect(host.availability == [.active])
        try keyboard.signal(["Visible": true])
        try wait("shown") { host.visibility == [false, true] }
    }

    @Test(
        "an answer of another type counts as hidden",
        arguments: ["true", 1, .double(1), .dictionary(["Visible": true]), .variant(true)] as [Value])
    func wrongAnswer(_ answer: Value) throws {
        keyboard.visible = answer
        try keyboard.own(loop)
        observer.start(host)
        try wait("an answer") { host.visibility == [false] }
        try keyboard.signal(["Visible": true])
        try wait("shown") { host.visibility == [false, true] }
    }

    @Test("hostile signals are passed over")
    func hostile() throws {
        try begin()
        try keyboard.signal(["Visible": "true"])
        try keyboard.signal(["Visible": true], interface: "sm.puri.OSK9")
        try keyboard.signal(["Visible": Value.bool(true).nested(20)])
        try keyboard.signal(["Hue": .array("v", [.variant(1)])])
        for arguments in [[], [1], ["sm.puri.OSK0"], ["sm.puri.OSK0", .strings(["Visible"])]] as [[Value]] {
            let signal = BusMonitorText.Recorded(
                sender: "", path: "/sm/puri/OSK0", interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged", arguments: arguments)
            try keyboard.connection.send(signal.signal())
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
