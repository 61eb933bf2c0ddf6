import Glibc
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// What no honest plugin sends is refused by name, changes nothing, and costs nobody else anything.
@Suite(.notes, .withLog)
struct AvoidanceHostileTests {
    private let stage: Stage
    private let plugin: Mover
    private let hostile: Mover
    private let number: UInt64
    private let subject: String

    init() throws {
        stage = try Stage()
        try stage.waitForOpening()
        plugin = try Mover(stage)
        hostile = try Mover(stage)
        let registered = try plugin.register("app")
        (number, subject) = (registered.plugin, registered.subject)
        try plugin.report(number, "clear", shift: -200)
    }

    /// The plugin is as it was, and may report.
    private func expectUnmoved(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try plugin.hearAll() == [], sourceLocation: sourceLocation)
        #expect(
            try hostile.list(Names.Avoidance.listClaims)
                == [.structure([.string(subject), .uint64(number), .dictionary([:])])],
            sourceLocation: sourceLocation)
        #expect(try hostile.list(Names.Avoidance.listPlugins).count == 1, sourceLocation: sourceLocation)
        try plugin.report(number, "clear", shift: -200)
    }

    @Test("arguments of other types: the standard error")
    func signatures() throws {
        let members = [
            Names.Avoidance.register, Names.Avoidance.unregister, Names.Avoidance.claim, Names.Avoidance.release,
            Names.Avoidance.report, Names.Avoidance.watch,
        ]
        let bodies: [[Value]] = [
            [], ["text"], [.dictionary([:])], [.uint64(number), "restored"], [.variant(.uint64(number))], [.int64(1)],
            [.uint64(number), .array("v", []), .dictionary([:])],
        ]
        for member in members {
            for body in bodies {
                expectRefusal("org.freedesktop.DBus.Error.InvalidArgs") { try hostile.call(member, all: body) }
            }
        }
        for member in [Names.Avoidance.listPlugins, Names.Avoidance.listClaims, Names.Avoidance.listReports] {
            expectRefusal("org.freedesktop.DBus.Error.InvalidArgs") { try hostile.call(member, 1) }
        }
        try expectUnmoved()
    }

    @Test("another's number is nobody's")
    func another() throws {
        for number in [number, 0, .max] {
            expectRefusal(Names.Errors.unknownPlugin) {
                try hostile.call(Names.Avoidance.unregister, .uint64(number))
            }
            expectRefusal(Names.Errors.unknownPlugin) {
                try hostile.call(Names.Avoidance.release, .uint64(number), .strings([subject]))
            }
            expectRefusal(Names.Errors.unknownPlugin) { try hostile.claim(number, 1) }
            expectRefusal(Names.Errors.unknownPlugin) { try hostile.report(number, "restored", subject: subject) }
        }
        try expectUnmoved()
    }

    @Test("words, numbers and serials that are none")
    func values() throws {
        for kind in ["", "App", "shell", "app "] {
            expectRefusal(Names.Errors.invalidArgument) { try hostile.register(kind) }
        }
        expectRefusal(Names.Errors.limitExceeded) {
            try hostile.register("app", name: String(repeating: "n", count: 257))
        }
        for outcome in ["", "moved", "Restored"] {
            expectRefusal(Names.Errors.invalidArgument) { try plugin.report(number, outcome) }
        }
        for shift in [Double.nan, .infinity, -1_000_001] {
            expectRefusal(Names.Errors.invalidArgument) { try plugin.report(number, "clear", shift: shift) }
        }
        let details: [String: Value] = [
            "output": 1, "target": .rect(0, 0, -1, 0), "residual": -1, "latency-us": .double(.nan), "parts": "scroll",
        ]
        for (key, value) in details {
            let error = #expect(throws: BusError.self) { try plugin.report(number, "clear", [key: value]) }
            #expect(error?.name == Names.Errors.invalidArgument.text)
            #expect(error?.message.hasPrefix("\(key): ") == true)
        }
        expectRefusal(Names.Errors.unknownSerial) { try plugin.report(number, "clear", serial: .max) }
        expectRefusal(Names.Errors.notClaimed) { try plugin.report(number, "clear", subject: "pid:1.1") }
        expectRefusal(Names.Errors.notSupported) { try plugin.claim(number, 1) }
        let keys = Dictionary(uniqueKeysWithValues: (0..<65).map { ("key-\($0)", Value.int32($0)) })
        expectRefusal(Names.Errors.limitExceeded) { try plugin.report(number, "clear", keys) }
        try expectUnmoved()
    }

    @Test("a megabyte of processes, subjects, parts")
    func size() throws {
        let outside = try hostile.register("window").plugin
        let many = Value.array("u", Array(repeating: .uint32(1), count: 100_000))
        expectRefusal(Names.Errors.limitExceeded) {
            try hostile.call(Names.Avoidance.claim, .uint64(outside), many, .dictionary([:]))
        }
        expectRefusal(Names.Errors.limitExceeded) {
            try hostile.call(
                Names.Avoidance.release, .uint64(outside), .strings(Array(repeating: subject, count: 50_000)))
        }
        expectRefusal(Names.Errors.limitExceeded) {
            try plugin.report(
                number, "clear",
                ["parts": .array("(sd)", Array(repeating: .structure(["scroll", 1.0]), count: 30_000))])
        }
        _ = try hostile.call(Names.Avoidance.unregister, .uint64(outside))
        try expectUnmoved()
    }

    @Test("8 plugins a connection; who leaves makes room")
    func plugins() throws {
        let outside = try (0..<8).map { _ in try hostile.register("window").plugin }
        expectRefusal(Names.Errors.limitExceeded) { try hostile.register("window") }
        _ = try hostile.call(Names.Avoidance.unregister, .uint64(outside[0]))
        _ = try hostile.register("window")
        hostile.leave()
        let other = try Mover(stage)
        try stage.poll("room") { (try? other.list(Names.Avoidance.listPlugins).count) == 1 }
    }

    @Test("a plugin that calls and leaves before it is answered")
    func hitAndRun() throws {
        for _ in 0..<20 {
            let passer = try stage.bus.connect(stage.loop)
            for kind in ["toolkit", "window", "app"] {
                try passer.send(
                    Message.call(
                        Names.bus, Names.path, Names.avoidance, Names.Avoidance.register,
                        arguments: ["", .string(kind), .dictionary([:])]))
            }
            try passer.send(
                Message.call(
                    Names.bus, Names.path, Names.avoidance, Names.Avoidance.watch, arguments: [true]))
            passer.close()
        }
        try stage.poll("all to be gone") { (try? hostile.list(Names.Avoidance.listPlugins).count) == 1 }
        try expectUnmoved()
    }

    @Test("signals of others are not the daemon's, and change nothing in it")
    func forged() throws {
        let owner = try #require(stage.ownerName)
        for member: MemberName in ["ClaimGranted", "ClaimRevoked"] {
            try hostile.connection.send(
                Message.signal(Names.path, Names.avoidance, member, "ts", to: owner) { writer throws(BusError) in
                    try writer.uint64(number)
                    try writer.string(subject)
                })
        }
        try expectUnmoved()
    }

    @Test("a file in a process's root that is no Flatpak's: nothing waits for it")
    func pipe() throws {
        let root = try TemporaryFolder()
        guard mkfifo("\(root.path)/.flatpak-info", 0o600) == 0 else { throw TestFailure("no pipe: \(errno)") }
        let child = try stage.scripted("plugin", root: root.path)
        #expect(try child.say("register app").hasPrefix("registered pid:\(child.pid)."))
        child.kill()
        try stage.poll("its end") { (try? hostile.list(Names.Avoidance.listPlugins).count) == 1 }
        try expectUnmoved()
    }
}
