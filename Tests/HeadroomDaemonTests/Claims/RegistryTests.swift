import HeadroomBus
import HeadroomCore
import HeadroomDaemon
import HeadroomWire
import Testing

/// What the exploration does not go through: limits, serials, many subjects, and what it once found.
@Suite struct RegistryTests {
    private var registry = Registry(start: 100)
    private let now: UInt64 = 1_000_000
    private let app: BusName = ":1.1"
    private let outside: BusName = ":1.2"

    private func home(_ pid: Int) -> Home {
        let process = ProcessIdentity(pid: UInt32(pid), startTime: 7)
        return Home(subject: .process(process), process: process)
    }

    private mutating func register(_ kind: PluginKind, of caller: BusName, pid: Int = 1) throws -> UInt64 {
        try registry.register("", kind, of: caller, home: home(pid), at: now).answer.get().plugin
    }

    private func expect<Value>(
        _ error: ErrorName, _ verdict: Registry.Verdict<Value>, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard case .failure(let failure) = verdict.answer else {
            Issue.record("it is not refused", sourceLocation: sourceLocation)
            return
        }
        #expect(failure.name == error.text, sourceLocation: sourceLocation)
        #expect(verdict.actions.isEmpty, sourceLocation: sourceLocation)
    }

    /// One that was not in time got the subject again when the newcomer left, as if it had moved nothing; the next
    /// newcomer then began at once, with a baseline that was moved.
    @Test("what was not put back in time is owed until it is")
    mutating func owed() throws {
        let slow = try register(.accessibility, of: outside)
        _ = try registry.claim(slow, [home(1)], of: outside, at: now).answer.get()
        let subject = home(1).subject.text
        func report(_ outcome: Outcome) -> Report {
            Report(plugin: slow, serial: 0, subject: subject, outcome: outcome)
        }
        try registry.report(report(.clear), of: outside, newestSerial: 0, at: now).answer.get()
        let first = try register(.toolkit, of: app)
        let later = now + 500_000
        #expect(registry.nextDeadline == later)
        #expect(registry.advance(to: later) == [.send(.granted(plugin: first, subject: subject), to: app)])
        expect(Names.Errors.notClaimed, registry.report(report(.clear), of: outside, newestSerial: 0, at: later))
        _ = registry.leave(app, at: later)
        let second = registry.register("", .toolkit, of: app, home: home(1), at: later)
        #expect(try !second.answer.get().isActive)
        // Late, and not too late.
        let restored = registry.report(report(.restored), of: outside, newestSerial: 0, at: later)
        try restored.answer.get()
        let number = try second.answer.get().plugin
        #expect(restored.actions == [.send(.granted(plugin: number, subject: subject), to: app)])
        expect(Names.Errors.notClaimed, registry.report(report(.restored), of: outside, newestSerial: 0, at: later))
    }

    /// A newcomer that was faster than one that was there before began on what that one had moved.
    @Test("after its start the daemon waits for those that moved things before")
    mutating func opening() throws {
        registry = Registry(start: now)
        let newcomer = registry.register("", .toolkit, of: app, home: home(1), at: now)
        #expect(try !newcomer.answer.get().isActive)
        #expect(registry.nextDeadline == now + 500_000)
        #expect(registry.claimListings == [ClaimListing(subject: "pid:1.7", holder: 0, waiting: [now + 1])])
        let back = registry.register("", .toolkit, of: outside, home: home(1), hasMoved: true, at: now + 499_999)
        #expect(try back.answer.get().isActive)
        #expect(registry.nextDeadline == nil)
        #expect(registry.brokenInvariant() == nil)
        // One that is above it waits until it has put things back.
        let above = registry.register("", .app, of: ":1.3", home: home(1), at: now + 499_999)
        #expect(try !above.answer.get().isActive)
        #expect(registry.nextDeadline == now + 999_999)
        // Elsewhere somebody waits for nobody.
        let alone = try registry.register("", .app, of: ":1.4", home: home(2), at: now + 499_999).answer.get()
        let granted = AvoidanceSignal.granted(plugin: alone.plugin, subject: alone.subject)
        #expect(registry.advance(to: now + 500_000) == [.send(granted, to: ":1.4")])
        #expect(try registry.register("", .app, of: ":1.5", home: home(3), at: now + 500_000).answer.get().isActive)
    }

    @Test("one that comes back under one of a higher rank is told to put things back at once")
    mutating func openingOutranked() throws {
        registry = Registry(start: now)
        let above = try registry.register("", .app, of: app, home: home(1), at: now).answer.get()
        let back = registry.register("", .toolkit, of: outside, home: home(1), hasMoved: true, at: now)
        let plugin = try back.answer.get().plugin
        #expect(try !back.answer.get().isActive)
        let revoked = AvoidanceSignal.revoked(plugin: plugin, subject: "pid:1.7", graceMS: 500)
        #expect(back.actions == [.send(revoked, to: outside)])
        let report = Report(plugin: plugin, serial: 0, outcome: .restored)
        let granted = AvoidanceSignal.granted(plugin: above.plugin, subject: "pid:1.7")
        #expect(registry.report(report, of: outside, newestSerial: 0, at: now).actions == [.send(granted, to: app)])
    }

    @Test("a report that contradicts itself counts as moved")
    func contradictions() {
        var report = Report(plugin: 1, serial: 0, outcome: .notNeeded)
        #expect(!report.saysMoved)
        report.details.parts = [Report.Part(level: "inset", amount: 20)]
        #expect(report.saysMoved)
        report = Report(plugin: 1, serial: 0, outcome: .impossible, shift: Point(x: 0, y: -1))
        #expect(report.saysMoved)
        report.outcome = .restored
        #expect(!report.saysMoved)
    }

    @Test("serials up to the newest are known")
    mutating func serials() throws {
        let plugin = try register(.app, of: app)
        for serial: UInt64 in [0, 1, 9] {
            let report = Report(plugin: plugin, serial: serial, outcome: .notNeeded)
            try registry.report(report, of: app, newestSerial: 9, at: now).answer.get()
        }
        let report = Report(plugin: plugin, serial: 10, outcome: .notNeeded)
        expect(Names.Errors.unknownSerial, registry.report(report, of: app, newestSerial: 9, at: now))
        #expect(registry.lastReports.map(\.serial) == [9])
    }

    @Test("a plugin inside claims nothing else, one outside has no subject of its own")
    mutating func kinds() throws {
        let inside = try register(.toolkit, of: app)
        expect(Names.Errors.notSupported, registry.claim(inside, [home(2)], of: app, at: now))
        let beside = try register(.window, of: outside)
        let report = Report(plugin: beside, serial: 0, outcome: .notNeeded)
        expect(Names.Errors.notClaimed, registry.report(report, of: outside, newestSerial: 0, at: now))
    }

    @Test("8 plugins a connection, 64 in all")
    mutating func plugins() throws {
        for _ in 0..<8 { _ = try register(.window, of: app) }
        expect(Names.Errors.limitExceeded, registry.register("", .app, of: app, home: home(1), at: now))
        for connection in 2...8 {
            for _ in 0..<8 { _ = try register(.window, of: BusName(stringLiteral: ":1.\(connection)")) }
        }
        expect(Names.Errors.limitExceeded, registry.register("", .app, of: ":1.9", home: home(1), at: now))
        _ = registry.leave(app, at: now)
        _ = try register(.app, of: ":1.9")
        #expect(registry.brokenInvariant() == nil)
    }

    @Test("256 claims a connection, 1,024 in all; one that is there already is none more")
    mutating func claims() throws {
        var plugins: [(number: UInt64, caller: BusName)] = []
        for connection in 1...4 {
            let caller = BusName(stringLiteral: ":1.\(connection)")
            let number = try register(.window, of: caller)
            plugins.append((number, caller))
            // Half of them by another plugin of the connection: they count together.
            let other = try register(.accessibility, of: caller)
            let homes = (0..<128).map { home($0 + connection * 1_000) }
            _ = try registry.claim(number, homes, of: caller, at: now).answer.get()
            _ = try registry.claim(other, homes, of: caller, at: now).answer.get()
            let before = registry
            expect(Names.Errors.limitExceeded, registry.claim(number, homes + [home(1)], of: caller, at: now))
            #expect(registry == before)
            _ = try registry.claim(number, homes, of: caller, at: now).answer.get()
        }
        #expect(registry.brokenInvariant() == nil)
        expect(Names.Errors.limitExceeded, registry.register("", .app, of: ":1.9", home: home(1), at: now))
        let (first, caller) = plugins[0]
        try registry.release(first, [home(1_000).subject.text, "nonsense"], of: caller, at: now).answer.get()
        _ = try register(.app, of: ":1.9")
        #expect(registry.brokenInvariant() == nil)
    }

    @Test("a claim by two processes of a Flatpak ends with the second of them")
    mutating func flatpak() throws {
        let processes = [1, 2].map { ProcessIdentity(pid: UInt32($0), startTime: 7) }
        let homes = processes.map { Home(subject: .flatpak(instance: "123"), process: $0) }
        let plugin = try register(.window, of: outside)
        let answers = try registry.claim(plugin, homes + [nil], of: outside, at: now).answer.get()
        #expect(answers.map(\.subject) == ["flatpak:123", "flatpak:123", ""])
        #expect(answers.map(\.isActive) == [true, true, false])
        #expect(registry.processEnded(processes[0], at: now) == [.forget(processes[0])])
        #expect(registry.claimListings.map(\.subject) == ["flatpak:123"])
        #expect(registry.processEnded(processes[1], at: now) == [.forget(processes[1])])
        #expect(registry.claimListings.isEmpty)
        #expect(registry.pluginListings.count == 1)
    }

    @Test("who watches no more, or is gone, is told nothing")
    mutating func watching() throws {
        registry.watch(true, ":1.7")
        registry.watch(true, ":1.8")
        registry.watch(false, ":1.7")
        _ = registry.leave(":1.8", at: now)
        #expect(registry.register("", .app, of: app, home: home(1), at: now).actions.isEmpty)
    }
}
