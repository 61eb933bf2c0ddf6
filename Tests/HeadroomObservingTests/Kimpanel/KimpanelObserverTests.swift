import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

/// The observer of a panel on either bus, with an input method and a panel that do what they are told.
struct KimpanelObserverTests {
    /// A bus with the observer and an input method, which owns no name yet.
    private final class Scene {
        let bus: PrivateBus
        let loop: EventLoop
        let host: ScriptedHost
        let method: ScriptedInputMethod
        let observer: KimpanelObserver
        private var peers: [ScriptedInputMethod] = []

        init(_ program: PrivateBus.Program, denied: String = "", isWayland: Bool = false) throws {
            bus = try PrivateBus(program, denied: denied)
            loop = try EventLoop()
            host = try ScriptedHost(bus, loop)
            method = try ScriptedInputMethod(bus, loop)
            observer = KimpanelObserver(isWayland: isWayland)
        }

        var witness: CandidateWitness? { (host.facts.last ?? nil)?.candidates?.first }

        func wait(_ what: String, until isDone: () -> Bool) throws {
            do { try loop.wait(what, until: isDone) } catch {
                throw TestFailure("\(error): \(host.facts.suffix(5)), \(host.availability)\n\(bus.log)")
            }
        }

        @discardableResult
        func panel() throws -> ScriptedInputMethod {
            let panel = try ScriptedInputMethod(bus, loop, owning: ScriptedInputMethod.panel)
            peers.append(panel)
            return panel
        }

        /// Everything that was sent has arrived on the observer's own connection.
        func settle() throws {
            try method.connection.settle()
            try host.bus.settle()
        }

        /// fcitx5 shows itself on a panel.
        @discardableResult
        func begin() throws -> ScriptedInputMethod {
            let panel = try panel()
            try method.own(ScriptedInputMethod.fcitx5)
            try method.own(ScriptedInputMethod.method)
            observer.start(host)
            try wait("fcitx5 to be known") { witness?.framework == "fcitx5" }
            try waitForMonitor()
            return panel
        }

        /// Waits until the monitor hears what is said: it may have nothing to hear yet when the observer is active.
        func waitForMonitor() throws {
            var row: Int32 = 0
            try poll("something to be overheard", until: { witness?.caret != nil }) {
                row += 1
                try method.send([.tells("SetSpotRect", .int32(row), 5, 0, 20)])
            }
        }

        /// Does something again and again until it has had its effect.
        func poll(_ what: String, until isDone: () throws -> Bool, doing: () throws -> Void = {}) throws {
            let deadline = loop.now + 30_000_000
            while try !isDone() {
                guard loop.now < deadline else {
                    throw TestFailure("waited for \(what): \(host.facts.suffix(5)), \(host.availability)\n\(bus.log)")
                }
                try doing()
                try host.bus.settle()
                var isOver = false
                let pause = try loop.timer { isOver = true }
                pause.arm(after: 20_000)
                try loop.wait("time to pass") { isOver }
            }
        }

        /// How many connections the bus has ever had: it numbers them.
        func connections() throws -> Int {
            let latest = try bus.connect(loop)
            defer { latest.close() }
            return latest.uniqueName?.text.split(separator: ".").last.flatMap { Int($0) } ?? 0
        }

        /// How many connections dbus-daemon has, monitors too.
        func connected() throws -> UInt32 {
            let call = try Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats", "GetStats")
            return try host.bus.ask(call) { reader throws(BusError) in
                var count: UInt32 = 0
                try reader.dictionary { key, value throws(BusError) in
                    if key == "ActiveConnections" { count = try value.uint32() }
                }
                return count
            }
        }

        func isOwned(_ name: String) throws -> Bool {
            let call = try Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s"
            ) { writer throws(BusError) in try writer.string(name) }
            return try host.bus.ask(call) { reader throws(BusError) in try reader.bool() }
        }
    }

    private static let nihao = ["你好", "你", "👋", "拟", "泥", "逆", "匿"]

    @Test(
        "nobody: waiting for a panel, then for an input method; no name is taken",
        arguments: PrivateBus.Program.allCases)
    func nobody(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        scene.observer.start(scene.host)
        try scene.wait("an availability") { scene.host.availability.last?.reason.contains("org.kde.impanel:") == true }
        #expect(scene.host.availability.map(\.word) == ["waiting"])
        #expect(try !scene.isOwned("org.kde.impanel"))
        let panel = try scene.panel()
        try scene.wait("the panel") { scene.host.availability.last?.reason.contains("kimpanel.inputmethod") == true }
        #expect(scene.host.facts.compactMap { $0 } == [])
        #expect(!scene.observer.show() && !scene.observer.hide())
        panel.release(ScriptedInputMethod.panel)
        try scene.wait("no panel") { scene.host.availability.last?.reason.contains("org.kde.impanel:") == true }
        #expect(try !scene.isOwned("org.kde.kimpanel.inputmethod"))
    }

    @Test("a table as fcitx5 has it shown: rows, page and caret", arguments: PrivateBus.Program.allCases)
    func table(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        try scene.begin()
        #expect(scene.host.availability.last == .active)
        try scene.method.send([.tells("SetSpotRect", 222, 133, 0, 32)] + PanelTalk.update(Self.nihao, layout: 1))
        try scene.wait("the table") { scene.witness?.table != nil }
        #expect(scene.witness?.isShown == true)
        #expect(scene.witness?.engine == nil)
        #expect(scene.witness?.table == CandidateTable(rows: 7, pageSize: 7, layout: .vertical))
        #expect(scene.witness?.caret == Rect(x: 222, y: 133, width: 0, height: 32))
        try scene.method.send(PanelTalk.update([]))
        try scene.wait("the end") { scene.witness?.isShown == false }
        #expect(scene.witness?.table == nil)
    }

    @Test("fcitx5's own recording, played again", arguments: PrivateBus.Program.allCases)
    func recorded(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        try scene.begin()
        let before = scene.host.facts.count
        try scene.method.send(try PanelTalk.recorded())
        try scene.method.send([.tells("SetSpotRect", 1, 2, 3, 4)])
        try scene.wait("all of it") { scene.witness?.caret == Rect(x: 1, y: 2, width: 3, height: 4) }
        let witnesses = scene.host.facts.dropFirst(before).compactMap { $0?.candidates?.first }
        var shown: [Bool] = []
        for witness in witnesses where witness.isShown != shown.last { shown.append(witness.isShown ?? false) }
        #expect(shown == (0..<13).map { !$0.isMultiple(of: 2) })
        // The table comes before it is shown, and the monitor hears both in their order.
        #expect(witnesses.allSatisfy { $0.isShown != true || $0.table?.pageSize == 7 })
        #expect(Set(witnesses.compactMap(\.caret).map(\.x)).isSuperset(of: [222, 248]))
    }

    @Test("IBus by way of KDE's panel is known by its menu", arguments: PrivateBus.Program.allCases)
    func ibus(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        let panel = try scene.panel()
        try scene.method.own(ScriptedInputMethod.method)
        scene.observer.start(scene.host)
        try scene.wait("active") { scene.host.availability.last == .active }
        #expect(scene.host.facts.compactMap { $0 } == [])
        try scene.method.send([.says("UpdateProperty", "/IBus/Logo:IBus::IBus Logo Icon")])
        try scene.wait("IBus") { scene.witness?.framework == "ibus" }
        try scene.waitForMonitor()
        try scene.method.send(PanelTalk.update(["a", "b"], layout: 2))
        try scene.wait("the table") {
            scene.witness?.table == CandidateTable(rows: 1, pageSize: 2, layout: .horizontal)
        }
        panel.connection.close()
        try scene.wait("nothing") { scene.host.facts.last == .some(nil) }
    }

    @Test(
        "the panel crashes mid-composition: nothing is left, the monitor ends; with the next panel it begins anew",
        arguments: PrivateBus.Program.allCases)
    func panelCrash(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        let panel = try scene.begin()
        let watched = program == .daemon ? try scene.connected() : 0
        try scene.method.send(PanelTalk.update(Self.nihao))
        try scene.wait("the table") { scene.witness?.table != nil }
        panel.connection.close()
        try scene.wait("nothing") { scene.host.facts.last == .some(nil) }
        #expect(scene.host.availability.last?.word == "waiting")
        if program == .daemon {
            try scene.poll("the panel's and the monitor's end", until: { try scene.connected() == watched - 2 })
        }
        let next = try scene.panel()
        try scene.wait("fcitx5 again") { scene.witness?.framework == "fcitx5" }
        #expect(scene.witness?.isShown == .some(nil))
        try scene.waitForMonitor()
        try scene.method.send(PanelTalk.update(Self.nihao))
        try scene.wait("the table") { scene.witness?.table?.pageSize == 7 }
        next.connection.close()
    }

    @Test("the input method crashes mid-composition: nothing is left", arguments: PrivateBus.Program.allCases)
    func methodCrash(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        try scene.begin()
        try scene.method.send(PanelTalk.update(Self.nihao))
        try scene.wait("the table") { scene.witness?.table != nil }
        scene.method.connection.close()
        try scene.wait("nothing") { scene.host.facts.last == .some(nil) }
        #expect(scene.host.availability.last?.reason.contains("org.kde.kimpanel.inputmethod") == true)
    }

    @Test("a bus that lets nobody overhear: flags are heard all the same, and it is said what is missing")
    func refused() throws {
        let scene = try Scene(.daemon, denied: "send_interface=\"org.freedesktop.DBus.Monitoring\"")
        try scene.panel()
        try scene.method.own(ScriptedInputMethod.fcitx5)
        try scene.method.own(ScriptedInputMethod.method)
        scene.observer.start(scene.host)
        try scene.wait("the refusal") { scene.host.availability.last?.reason.contains("overhear") == true }
        #expect(scene.host.availability.last?.word == "active")
        let before = try scene.connections()
        try scene.method.send(PanelTalk.update(Self.nihao))
        try scene.wait("candidates") { scene.witness?.isShown == true }
        #expect(scene.witness?.table == nil)
        try scene.method.send(PanelTalk.update([]))
        try scene.wait("no candidates") { scene.witness?.isShown == false }
        // It is not asked again.
        #expect(try scene.connections() == before + 1)
    }

    @Test("a panel that comes and goes a hundred times costs no more than two connections")
    func flapping() throws {
        let scene = try Scene(.daemon)
        let panel = try scene.begin()
        let before = try scene.connections()
        for _ in 0..<100 {
            panel.release(ScriptedInputMethod.panel)
            try panel.own(ScriptedInputMethod.panel)
        }
        try panel.connection.settle()
        try scene.settle()
        #expect(try scene.connections() <= before + 3)
        try scene.waitForMonitor()
    }

    @Test("in a Wayland session no caret is believed", arguments: PrivateBus.Program.allCases)
    func wayland(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program, isWayland: true)
        try scene.panel()
        try scene.method.own(ScriptedInputMethod.fcitx5)
        try scene.method.own(ScriptedInputMethod.method)
        scene.observer.start(scene.host)
        try scene.wait("fcitx5 to be known") { scene.witness?.framework == "fcitx5" }
        try scene.poll("a table", until: { scene.witness?.table != nil }) {
            try scene.method.send([.tells("SetSpotRect", 222, 133, 0, 32)] + PanelTalk.update(Self.nihao))
        }
        #expect(scene.witness?.table?.pageSize == 7)
        #expect(scene.witness?.caret == nil)
    }

    @Test("what somebody else says, or says wrongly, is passed over", arguments: PrivateBus.Program.allCases)
    func hostile(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        try scene.begin()
        try scene.method.send(PanelTalk.update(Self.nihao))
        try scene.wait("the table") { scene.witness?.table != nil }
        let known = scene.witness
        let stranger = try ScriptedInputMethod(scene.bus, scene.loop)
        try stranger.send(
            PanelTalk.update(["a"]) + [.tells("SetSpotRect", 9, 9, 9, 9), .says("ShowLookupTable", false)])
        try stranger.send([.says("UpdateProperty", "/IBus/Logo:IBus::")])
        try stranger.connection.settle()
        let many = Value.strings((0..<20_000).map { "\($0)" })
        try scene.method.send([
            .tells("SetLookupTable"), .tells("SetLookupTable", many, many, many, false, false, 0, 0),
            .tells("SetSpotRect", .int32(.min), .int32(.max), -1, -1), .tells("SetSpotRect", "1", "2", "3", "4"),
            .says("ShowLookupTable", "false"), .says("ShowLookupTable"), .says("ShowAux", 1),
            .says("RegisterProperties", many), .says("UpdateProperty", Value.bool(true).nested(20)),
        ])
        // A last word that is heard.
        try scene.method.send([.tells("SetSpotRect", 40, 50, 0, 20)])
        try scene.wait("the last word") { scene.witness?.caret == Rect(x: 40, y: 50, width: 0, height: 20) }
        #expect(scene.witness?.table == known?.table)
        #expect(scene.witness?.isShown == true)
        #expect(scene.witness?.framework == "fcitx5")
    }

    @Test("five thousand tables at once: the last one holds", arguments: PrivateBus.Program.allCases)
    func flood(_ program: PrivateBus.Program) throws {
        let scene = try Scene(program)
        try scene.begin()
        for number in 0..<1250 {
            try scene.method.send(PanelTalk.update(Array(Self.nihao.prefix(number % 8))))
            if number.isMultiple(of: 50) { try scene.method.connection.settle() }
        }
        try scene.method.send(PanelTalk.update(["a", "b", "c"], layout: 1))
        try scene.wait("the last one") {
            scene.witness?.table == CandidateTable(rows: 3, pageSize: 7, layout: .vertical)
        }
    }

    @Test("stop: nothing is heard any more and the monitor ends; start: all is found again")
    func stop() throws {
        let scene = try Scene(.daemon)
        try scene.begin()
        let watched = try scene.connected()
        scene.observer.stop()
        let reports = scene.host.facts.count
        try scene.method.send(PanelTalk.update(Self.nihao))
        try scene.settle()
        #expect(scene.host.facts.count == reports)
        try scene.poll("the monitor's end", until: { try scene.connected() == watched - 1 })
        scene.observer.start(scene.host)
        try scene.wait("fcitx5 to be known again") { scene.host.facts.count > reports && scene.witness != nil }
        try scene.waitForMonitor()
    }

    @Test("the bus goes and comes back, and with it a panel and an input method")
    func busRestart() throws {
        let scene = try Scene(.daemon)
        try scene.begin()
        scene.bus.kill()
        try scene.wait("nothing") { scene.host.facts.last == .some(nil) }
        #expect(scene.host.availability.last?.word == "waiting")
        let other = try PrivateBus()
        let panel = try ScriptedInputMethod(other, scene.loop, owning: ScriptedInputMethod.panel)
        let method = try ScriptedInputMethod(
            other, scene.loop, owning: ScriptedInputMethod.fcitx5, ScriptedInputMethod.method)
        scene.host.bus.address = .at(other.address)
        try scene.host.bus.open()
        try scene.wait("fcitx5 again") { scene.witness?.framework == "fcitx5" }
        try scene.poll("a table", until: { scene.witness?.table != nil }) {
            try method.send(PanelTalk.update(Self.nihao))
        }
        #expect(scene.witness?.table?.pageSize == 7)
        panel.connection.close()
    }
}
