import HeadroomBus
import HeadroomWire
import Support
import Testing

/// Messages that no honest program sends: refused or passed over, and the daemon goes on.
@Suite(.notes, .withLog)
struct HostileTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
    }

    /// The daemon is there, and nothing changed.
    private func expectUnmoved(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try subscriber.expectNothing(sourceLocation: sourceLocation)
        #expect(try subscriber.state().phase == "shown", sourceLocation: sourceLocation)
        #expect(try provider.publish(["name": "simulated"]), sourceLocation: sourceLocation)
    }

    @Test("arguments of other types: the standard error")
    func signatures() throws {
        let bodies: [[Value]] = [
            [], ["text"], [.dictionary([:]), .dictionary([:])], [.array("v", [])], [.array("s", [])],
            [.structure([1])], [.variant(.dictionary([:]))],
        ]
        for body in bodies {
            let error = #expect(throws: BusError.self) { try provider.call("Publish", body) }
            #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
        }
        for member in [Names.Provider.publishText, Names.Provider.withdraw] {
            let error = #expect(throws: BusError.self) { try provider.call(member, [.dictionary([:])]) }
            #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
        }
        try expectUnmoved()
    }

    @Test("values as deep as D-Bus allows")
    func depth() throws {
        let error = #expect(throws: BusError.self) {
            try provider.publish(["name": "simulated", "frame": Value.int32(1).nested(50)])
        }
        #expect(error?.name == Names.Errors.invalidArgument.text)
        try provider.publish(["name": "simulated", "deep": Value.int32(1).nested(50)])
        let number = Value.int32(1).nested(50)
        try provider.publish(["name": "simulated", "candidate-bar-height": 0, "whatever": .array("v", [number])])
        try expectUnmoved()
    }

    @Test("a megabyte of keys, of text, of regions")
    func size() throws {
        let keys = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("key-\($0)", Value.string("value")) })
        #expect(throws: BusError.self) { try provider.publish(keys) }
        #expect(throws: BusError.self) { try provider.publish(text: String(repeating: "frame=1,", count: 1 << 17)) }
        #expect(throws: BusError.self) {
            try provider.publish(["regions": .array("(dddd)", Array(repeating: .rect(0, 0, 1, 1), count: 30_000))])
        }
        #expect(throws: BusError.self) {
            try provider.publish(["engine": .string(String(repeating: "x", count: 1 << 20))])
        }
        // Reading ends where it is refused; a key nobody knows is passed over, however large.
        try provider.publish(["name": "simulated", "unknown": .doubles(Array(repeating: 1, count: 1 << 17))])
        try expectUnmoved()
    }

    @Test("control characters and other scripts in strings are kept as they are")
    func strings() throws {
        let engine = "ibus:\u{1b}[31m\n\r\u{202e}„拼音“"
        try provider.publish(["name": "simulated", "engine": .string(engine)])
        try stage.wait("the engine") { subscriber.properties["Engine"] == .string(engine) }
        try expectUnmoved()
    }

    @Test("what peers say cannot forge lines of the log, nor paint a terminal")
    func log() throws {
        let name = "a\u{1b}[31m\nheadroomd: replaced by another headroomd\u{7f}\u{9b}"
        try provider.publish(["name": .string(name)])
        try stage.waitForLog("replaced by another headroomd")
        let log = try stage.daemon.log
        #expect(!log.contains("\nheadroomd: replaced"))
        let controls = log.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(controls.isEmpty)
        try expectUnmoved()
    }

    @Test("a call that wants no answer is carried out and gets none")
    func noReply() throws {
        try provider.send(["name": "simulated", "engine": "ibus:anthy"])
        try stage.wait("its effect") { subscriber.properties["Engine"] == "ibus:anthy" }
        try provider.send(["name": "simulated", "frame": "nonsense"])
        try expectUnmoved()
    }

    @Test("signals, answers and calls to nowhere addressed to the daemon")
    func strays() throws {
        let owner = try #require(stage.ownerName)
        for member: MemberName in ["WillHide", "NameOwnerChanged", "PropertiesChanged"] {
            let signal = try Message.signal(Names.path, Names.keyboard, member, "s", to: owner) {
                writer throws(BusError) in try writer.string("")
            }
            try provider.connection.send(signal)
        }
        // One that looks as if the bus had said that a provider left.
        let forged = try Message.signal(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss", to: owner
        ) { writer throws(BusError) in
            let name = provider.connection.uniqueName?.text ?? ""
            try writer.string(name)
            try writer.string(name)
            try writer.string("")
        }
        try provider.connection.send(forged)
        try expectUnmoved()
    }

    @Test("a name of a keyboard is no name of the bus: forged signals of others are not the daemon's")
    func forgedToSubscribers() throws {
        let forged = try Message.signal(
            Names.path, Names.keyboard, "WillHide", "s", to: subscriber.connection.uniqueName
        ) { writer throws(BusError) in try writer.string("") }
        try provider.connection.send(forged)
        try provider.connection.settle()
        try expectUnmoved()
    }

    @Test("a peer that calls and leaves before it is answered")
    func hitAndRun() throws {
        for _ in 0..<20 {
            let passer = try stage.provider()
            for _ in 0..<5 { try passer.send(.docked.with(["name": "passer", "visible": false])) }
            passer.leave()
        }
        try expectUnmoved()
    }

    @Test("what comes on the unique name is served like what comes on the well-known one")
    func uniqueName() throws {
        let owner = try #require(stage.ownerName)
        let answer = try provider.connection.ask(
            Message.call(
                owner, Names.path, Names.provider, Names.Provider.publish,
                arguments: [.dictionary(["name": "simulated"])]))
        #expect(answer == [true])
    }
}
