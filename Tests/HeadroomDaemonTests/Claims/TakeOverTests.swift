import Glibc
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// The story of a take-over, with the real daemon (contract, section 4).
@Suite(.notes, .withLog)
struct TakeOverTests {
    private let stage: Stage
    private let outside: Mover
    private let inside: Mover
    private let watcher: Mover
    private let pid = UInt32(getpid())

    init() throws {
        stage = try Stage()
        try stage.waitForOpening()
        outside = try Mover(stage)
        inside = try Mover(stage)
        watcher = try Mover(stage)
        try watcher.watch()
    }

    /// A plugin outside that holds the test's process, and has moved things in it.
    private func holder() throws -> (plugin: UInt64, subject: String) {
        let plugin = try outside.register("accessibility").plugin
        let claims = try outside.claim(plugin, pid)
        guard case .structure(let claim)? = claims.first, case .string(let subject) = claim[0], claim[1] == true else {
            throw TestFailure("it is not active: \(claims)")
        }
        try outside.report(plugin, "clear", subject: subject, shift: -200)
        return (plugin, subject)
    }

    @Test("the holder is told, puts things back and says so; then the newcomer is granted")
    func story() throws {
        let (old, subject) = try holder()
        let new = try inside.register("toolkit")
        #expect(new.subject == subject)
        #expect(!new.isActive)
        #expect(
            try outside.next("ClaimRevoked")
                == .init("ClaimRevoked", .uint64(old), .string(subject), .uint32(500)))
        // Not yet.
        expectRefusal(Names.Errors.notClaimed) { try inside.report(new.plugin, "clear") }
        expectRefusal(Names.Errors.notClaimed) { try outside.report(old, "partial", subject: subject) }
        #expect(try inside.hearAll() == [])
        #expect(
            try watcher.list(Names.Avoidance.listClaims) == [
                .structure([
                    .string(subject), .uint64(old),
                    .dictionary(["revoked": true, "waiting": .array("t", [.uint64(new.plugin)])]),
                ])
            ])
        try outside.report(old, "restored", subject: subject)
        #expect(try inside.next("ClaimGranted") == .init("ClaimGranted", .uint64(new.plugin), .string(subject)))
        try inside.report(new.plugin, "clear", shift: -180)
        expectRefusal(Names.Errors.notClaimed) { try outside.report(old, "clear", subject: subject) }
        // It waits, and gets the subject back.
        _ = try inside.call(Names.Avoidance.unregister, .uint64(new.plugin))
        #expect(try outside.next("ClaimGranted") == .init("ClaimGranted", .uint64(old), .string(subject)))
        try outside.report(old, "not-needed", subject: subject)
    }

    @Test("a holder that had moved nothing goes at once")
    func atOnce() throws {
        let (old, subject) = try holder()
        try outside.report(old, "restored", subject: subject)
        let new = try inside.register("app")
        #expect(new.isActive)
        #expect(
            try outside.next("ClaimRevoked") == .init("ClaimRevoked", .uint64(old), .string(subject), .uint32(0)))
        #expect(try inside.hearAll() == [])
        expectRefusal(Names.Errors.notClaimed) { try outside.report(old, "clear", subject: subject) }
    }

    @Test("one that does not answer is waited for 500 ms")
    func mute() throws {
        let (old, subject) = try holder()
        let before = stage.now
        let new = try inside.register("toolkit")
        try inside.next("ClaimGranted")
        #expect(stage.now >= before + 500_000)
        try inside.report(new.plugin, "clear")
        // Late, it puts things back, and may say so.
        try outside.report(old, "restored", subject: subject)
        expectRefusal(Names.Errors.notClaimed) { try outside.report(old, "restored", subject: subject) }
    }

    @Test("one that leaves is waited for no longer")
    func leaves() throws {
        _ = try holder()
        let before = stage.now
        let new = try inside.register("toolkit")
        #expect(!new.isActive)
        outside.leave()
        try inside.next("ClaimGranted")
        // Only on a machine that stopped for so long may it have been the time that ended it.
        let log = try stage.daemon.log
        #expect(log.contains("plugin \(new.plugin) may move things in") || stage.now > before + 500_000)
        #expect(try watcher.list(Names.Avoidance.listPlugins).count == 1)
    }

    @Test("equal ranks wait for their turn, in the order of their coming")
    func turns() throws {
        let others = try (0..<3).map { _ in try Mover(stage) }
        let first = try inside.register("toolkit")
        #expect(first.isActive)
        let waiting = try others.map { try $0.register("toolkit") }
        #expect(waiting.allSatisfy { !$0.isActive })
        #expect(try inside.hearAll() == [])
        others[0].leave()
        try stage.poll("its leaving to be noticed") { (try? watcher.list(Names.Avoidance.listPlugins).count) == 3 }
        inside.leave()
        try others[1].next("ClaimGranted")
        #expect(try others[2].hearAll() == [])
        others[1].leave()
        try others[2].next("ClaimGranted")
    }

    @Test("all four ranks, the lowest first: each takes over from the one before")
    func ranks() throws {
        var active: (mover: Mover, plugin: UInt64, subject: String)?
        var movers: [Mover] = []
        for kind in ["window", "accessibility", "toolkit", "app"] {
            let mover = try Mover(stage)
            movers.append(mover)
            let registered = try mover.register(kind)
            if registered.subject.isEmpty { _ = try mover.claim(registered.plugin, pid) }
            let subject = "pid:\(pid)."
            if let (before, plugin, old) = active {
                try before.next("ClaimRevoked")
                try before.report(plugin, "restored", subject: old)
                try mover.next("ClaimGranted")
            }
            let claims = try watcher.list(Names.Avoidance.listClaims)
            guard case .structure(let claim)? = claims.first, case .string(let found) = claim[0] else {
                throw TestFailure("no claim: \(claims)")
            }
            #expect(found.hasPrefix(subject))
            #expect(claim[1] == .uint64(registered.plugin))
            try mover.report(registered.plugin, "clear", subject: found, shift: -100)
            active = (mover, registered.plugin, found)
        }
    }

    @Test("one that comes back to a new daemon goes before those that come anew, and is known to have moved things")
    func comesBack() throws {
        let daemon = try stage.daemon
        daemon.kill()
        try stage.waitForAbsence()
        try stage.start()
        // Whether its time is over or not: of newcomers and one that comes back in it, the latter is first.
        let newcomer = try inside.register("toolkit")
        let answer = try outside.call(Names.Avoidance.register, "", "toolkit", .dictionary(["moved": true]))
        guard case .uint64(let back) = answer[0], case .string(let subject) = answer[1] else {
            throw TestFailure("Register answered \(answer)")
        }
        #expect(answer[2] == .bool(!newcomer.isActive))
        guard !newcomer.isActive else { return }
        let app = try Mover(stage)
        let above = try app.register("app")
        #expect(!above.isActive)
        #expect(
            try outside.next("ClaimRevoked") == .init("ClaimRevoked", .uint64(back), .string(subject), .uint32(500)))
        try outside.report(back, "restored")
        try app.next("ClaimGranted")
    }

    // MARK: Watching

    @Test("who watches hears of claims and reports, and can list them")
    func watching() throws {
        let (old, subject) = try holder()
        let new = try inside.register("app")
        try outside.report(old, "restored", subject: subject)
        let details: [String: Value] = [
            "output": "eDP-1", "target": .rect(10, 400, 200, 30), "residual": 4.0, "latency-us": .uint64(900),
            "parts": .array("(sd)", [.structure(["scroll", 100.0]), .structure(["sideways", 1.0])]),
        ]
        try inside.report(new.plugin, "partial", shift: -120, details.merging(["mood": "good"]) { $1 })
        func report(_ plugin: UInt64, _ outcome: String, _ shift: Double, _ details: [String: Value]) -> [Value] {
            [
                .uint64(plugin), .uint64(0), .string(subject), .string(outcome),
                .structure([.double(0), .double(shift)]), .dictionary(details),
            ]
        }
        let heard = try watcher.hearAll()
        #expect(
            heard.map(\.member) == ["ClaimsChanged", "Reported", "Reported", "ClaimsChanged", "Reported"])
        #expect(
            heard.map(\.arguments) == [
                [.array("(st)", [.structure([.string(subject), .uint64(old)])]), .strings([])],
                report(old, "clear", -200, [:]), report(old, "restored", 0, [:]),
                [.array("(st)", [.structure([.string(subject), .uint64(new.plugin)])]), .strings([])],
                report(new.plugin, "partial", -120, details),
            ])
        #expect(
            try watcher.list(Names.Avoidance.listReports)
                == [.structure(report(new.plugin, "partial", -120, details))])
        let names = [outside, inside].map { $0.connection.uniqueName?.text ?? "" }
        #expect(
            try watcher.list(Names.Avoidance.listPlugins) == [
                .structure([
                    .uint64(old), "", "accessibility",
                    .dictionary(["connection": .string(names[0]), "pid": .uint32(pid)]),
                ]),
                .structure([
                    .uint64(new.plugin), "", "app",
                    .dictionary([
                        "connection": .string(names[1]), "pid": .uint32(pid), "subject": .string(subject),
                    ]),
                ]),
            ])
        try watcher.watch(false)
        _ = try inside.call(Names.Avoidance.unregister, .uint64(new.plugin))
        #expect(try watcher.hearAll() == [])
        _ = try outside.call(Names.Avoidance.release, .uint64(old), .strings([subject]))
        #expect(try watcher.list(Names.Avoidance.listClaims) == [])
        #expect(try watcher.list(Names.Avoidance.listReports) == [])
    }

    @Test("nothing is broadcast: every signal names whom it is for")
    func unicast() throws {
        let monitor = try stage.bus.connect(stage.loop)
        var seen: [(member: String, addressee: String?)] = []
        var isMonitoring = false
        monitor.becomeMonitor([MatchRule(.signal, interface: Names.avoidance)]) { message in
            seen.append((message.member.map { String($0) } ?? "", message.destination.map { String($0) }))
        } _: { _ in
            isMonitoring = true
        }
        try stage.wait("the monitor") { isMonitoring }
        let (old, subject) = try holder()
        let new = try inside.register("app")
        try outside.report(old, "restored", subject: subject)
        try inside.next("ClaimGranted")
        _ = try inside.call(Names.Avoidance.unregister, .uint64(new.plugin))
        try outside.next("ClaimGranted")
        try stage.wait("all of it: \(seen)") { seen.count >= 8 }
        let names = [outside, inside, watcher].map { $0.connection.uniqueName?.text ?? "" }
        let expected: [String: Set<String>] = [
            "ClaimRevoked": [names[0]], "ClaimGranted": [names[0], names[1]], "Reported": [names[2]],
            "ClaimsChanged": [names[2]],
        ]
        for (member, addressee) in seen {
            #expect(
                addressee.map { expected[member]?.contains($0) == true } == true, "\(member) to \(addressee ?? "all")")
        }
        #expect(Set(seen.map(\.member)) == Set(expected.keys))
    }
}
