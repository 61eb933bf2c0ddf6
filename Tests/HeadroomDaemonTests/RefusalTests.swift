import HeadroomBus
import HeadroomWire
import Support
import Testing

/// What cannot be used is refused by name, and changes nothing (contract, sections 3 and 5).
@Suite(.notes, .withLog)
struct RefusalTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
        try provider.publish(.docked.with(["can-show": true, "engine": "ibus:libpinyin"]))
        try subscriber.expect("WillShow", "DidShow")
    }

    /// Makes the call, which must be refused and change nothing.
    private func expectRefusal(
        _ error: String, _ key: String, sourceLocation: SourceLocation = #_sourceLocation, _ call: () throws -> Void
    ) throws {
        let properties = try subscriber.all()
        let refusal = #expect(throws: BusError.self, sourceLocation: sourceLocation) { try call() }
        #expect(refusal?.name == "org.headroom.Headroom1.Error.\(error)", sourceLocation: sourceLocation)
        #expect(
            refusal?.message.hasPrefix("\(key): ") == true, "\(refusal?.message ?? "")",
            sourceLocation: sourceLocation)
        // Nothing of it was kept, either: an update without keys shows what the provider's state is now.
        try provider.publish(["name": "simulated"])
        try subscriber.expectNothing(sourceLocation: sourceLocation)
        #expect(try subscriber.all() == properties, sourceLocation: sourceLocation)
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        var key: String
        var value: Value
        var testDescription: String { "\(key) \(value)" }

        init(_ key: String, _ value: Value) { (self.key, self.value) = (key, value) }
    }

    static let wrong: [Wrong] =
        [
            .rect(.nan, 0, 1, 1), .rect(0, .infinity, 1, 1), .rect(0, 0, -1, 1), .rect(0, 0, 1, -0.5),
            .rect(1_000_001, 0, 1, 1), .rect(0, -1_000_001, 1, 1), .rect(0, 0, 1e300, 1), .doubles([1, 2, 3]),
            .doubles([1, 2, 3, 4, 5]), .structure([.double(1), .double(2), .double(3)]), .array("i", []),
            .dictionary(["x": 0, "y": 0, "width": 1]), .dictionary(["x": 0, "y": 0, "width": 1, "height": "1"]),
            .strings(["0", "0", "1", "1"]), "0,540,1280,260", 7, .bool(true), .path("/"), .array("y", []),
        ].map { Wrong("frame", $0) }
        + ["output-frame", "frame"].map { Wrong($0, .rect(0, 0, .nan, 1)) }
        + ["candidate-bar-height", "room-below-caret"].flatMap { key in
            [.double(.nan), .double(.infinity), -1, .double(1_000_001), "44", .bool(true), .doubles([44])].map {
                Wrong(key, $0)
            }
        }
        + [.int32(-1), .double(-0.6), .double(.nan), .uint32(10_001), .uint64(.max), "250", .bool(false)].map {
            Wrong("duration-ms", $0)
        }
        + [.int32(-1), .uint32(86_400_001), .double(.nan), "1"].map { Wrong("lease-ms", $0) }
        + [-1, .double(.nan), "now"].map { Wrong("start-time", $0) }
        + [2, "true", .double(.nan), .doubles([])].map { Wrong("visible", $0) }
        + [7, .bool(true), .strings(["x"]), .path("/x"), .signature("s")].flatMap { value in
            ["engine", "placement", "output", "name", "reason", "curve"].map { Wrong($0, value) }
        }
        + ["galaxy", "", 1].map { Wrong("space", $0) }
        + [7, "a", .array("i", [1]), .rect(0, 0, 1, 1), .array("(dddd)", [.rect(0, 0, .nan, 1)])].map {
            Wrong("regions", $0)
        }
        + ["engine", .array("i", [1])].map { Wrong("clear", $0) }
        + ["x", .strings(["1"]), .doubles([.nan])].map { Wrong("curve-parameters", $0) }

    @Test("a wrong value: InvalidArgument, naming the key", arguments: wrong)
    func invalid(_ wrong: Wrong) throws {
        try expectRefusal("InvalidArgument", wrong.key) {
            // Good keys beside a bad one are not taken either.
            let good: [String: Value] = [
                "name": "simulated", "frame": .rect(0, 300, 1280, 500), "engine": "ibus:anthy", "duration-ms": 0,
            ]
            try provider.publish(good.with([wrong.key: wrong.value]))
        }
    }

    static let curves: [(String, [Double])] = [
        ("cubic-bezier", [1, 2, 3]), ("cubic-bezier", []), ("spring", [3, 1000]),
        ("spring", [0, 1000, 100]), ("spring", [-3, 1000, 100]),
    ]

    @Test("parameters that make no such curve", arguments: curves)
    func curve(_ curve: (name: String, parameters: [Double])) throws {
        try expectRefusal("InvalidArgument", "curve-parameters") {
            try provider.publish([
                "name": "simulated", "visible": false, "duration-ms": 0, "curve": .string(curve.name),
                "curve-parameters": .doubles(curve.parameters),
            ])
        }
    }

    static let texts = [
        ("visible=maybe", "visible"), ("frame=1,2,3", "frame"), ("frame=1,2,3,4,5", "frame"),
        ("frame=a,b,c,d", "frame"), ("frame=0,0,-1,1", "frame"), ("frame=0,0,NaN,1", "frame"),
        ("frame=0,0,inf,1", "frame"), ("duration-ms=-1", "duration-ms"), ("duration-ms=10001", "duration-ms"),
        ("duration-ms=soon", "duration-ms"), ("visible", "text"), ("{\"visible\":true}", "text"),
        ("regions=0,0,1,1|", "regions"), ("space=galaxy", "space"),
    ]

    @Test("PublishText: a wrong value names its key too", arguments: texts)
    func text(_ text: String, _ key: String) throws {
        try expectRefusal("InvalidArgument", key) {
            try provider.publish(text: "name=simulated;engine=ibus:anthy;\(text)")
        }
    }

    // MARK: Limits

    @Test("strings of 256 bytes are kept, longer ones refused")
    func strings() throws {
        let long = String(repeating: "é", count: 128)
        for key in ["engine", "placement", "reason", "curve"] {
            try expectRefusal("LimitExceeded", key) {
                try provider.publish(["name": "simulated", key: .string(long + "x")])
            }
        }
        try expectRefusal("LimitExceeded", "name") { try provider.publish(["name": .string(long + "x")]) }
        try expectRefusal("LimitExceeded", "output") { try provider.publish(["output": .string(long + "x")]) }
        try expectRefusal("LimitExceeded", "engine") { try provider.publish(text: "engine=\(long)x") }
        try provider.publish(["name": "simulated", "engine": .string(long)])
        try stage.wait("the engine") { subscriber.properties["Engine"] == .string(long) }
    }

    @Test("64 regions, 64 keys, 64 parameters, 16 KiB of text")
    func counts() throws {
        let piece = Value.rect(0, 540, 10, 10)
        try expectRefusal("LimitExceeded", "regions") {
            try provider.publish(["name": "simulated", "regions": .array("(dddd)", Array(repeating: piece, count: 65))])
        }
        let keys = Dictionary(uniqueKeysWithValues: (0..<65).map { ("key-\($0)", Value.int32($0)) })
        try expectRefusal("LimitExceeded", "update") { try provider.publish(keys) }
        try expectRefusal("LimitExceeded", "text") {
            try provider.publish(text: keys.keys.map { "\($0)=1" }.joined(separator: ";"))
        }
        try expectRefusal("LimitExceeded", "text") {
            try provider.publish(text: String(repeating: " ", count: 16_385))
        }
        try expectRefusal("LimitExceeded", "curve-parameters") {
            try provider.publish([
                "name": "simulated", "curve-parameters": .doubles(Array(repeating: 0, count: 65)),
            ])
        }
        try expectRefusal("LimitExceeded", "clear") {
            try provider.publish(["name": "simulated", "clear": .strings(Array(repeating: "x", count: 65))])
        }
        try provider.publish(["name": "simulated", "regions": .array("(dddd)", Array(repeating: piece, count: 64))])
    }

    @Test("8 providers a connection")
    func providers() throws {
        let other = try stage.provider()
        for number in 0..<8 { try other.publish(["name": .string("p\(number)")]) }
        let refusal = #expect(throws: BusError.self) { try other.publish(["name": "p8"]) }
        #expect(refusal?.name == "org.headroom.Headroom1.Error.LimitExceeded")
        // Those that are there may speak, and one that goes makes room.
        try other.publish(["name": "p7", "engine": "ibus:anthy"])
        try other.withdraw("p0")
        try other.publish(["name": "p8"])
        try provider.publish(["name": "another"])
    }

    @Test("1,024 providers in all")
    func providersInAll() throws {
        // There is one already.
        var peers: [Peer] = []
        for _ in 0..<127 {
            let peer = try stage.provider()
            peers.append(peer)
            for number in 0..<8 { try peer.publish(["name": .string("p\(number)")]) }
        }
        for number in 0..<7 { try provider.publish(["name": .string("p\(number)")]) }
        let last = try stage.provider()
        let refusal = #expect(throws: BusError.self) { try last.publish(["name": "one too many"]) }
        #expect(refusal?.name == "org.headroom.Headroom1.Error.LimitExceeded")
        peers.removeLast().leave()
        // Whoever left made room, as soon as the daemon has heard of it.
        try stage.poll("room") { (try? last.publish(["name": "now"])) != nil }
        try subscriber.expectNothing()
    }
}
