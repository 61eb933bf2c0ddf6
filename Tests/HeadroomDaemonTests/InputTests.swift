import HeadroomBus
import HeadroomWire
import Support
import Testing

/// Input is lenient: every form in which programs send a value (contract, section 3).
@Suite(.notes, .withLog)
struct InputTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    /// Every type of number, and how a library wraps it.
    static let numbers: [Value] = [
        .byte(44), .int16(44), .uint16(44), .int32(44), .uint32(44), .int64(44), .uint64(44), .double(44),
        .variant(.int32(44)), Value.double(44).nested(3),
    ]

    @Test("a number may have any type", arguments: numbers)
    func number(_ number: Value) throws {
        try provider.publish(.docked.with(["candidate-bar-height": number, "room-below-caret": number]))
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.bar == 44)
        #expect(shown.details["room-below-caret"] == 44.0)
    }

    static let durations: [Value] = [
        .byte(40), .int16(40), .uint16(40), .int32(40), .uint32(40), .int64(40), .uint64(40), .double(40.4),
    ]

    @Test("a duration may have any type; fractions are rounded", arguments: durations)
    func duration(_ duration: Value) throws {
        try provider.publish(.docked.with(["duration-ms": duration]))
        #expect(try subscriber.expect("WillShow", "DidShow")[0].duration == 40)
    }

    static let rects: [Value] = [
        .rect(0, 540, 1280, 260),
        .structure([.int32(0), .int32(540), .int32(1280), .int32(260)]),
        .structure([.int32(0), .double(540), .uint32(1280), .int64(260)]),
        .structure([.variant(0), .variant(540), .variant(1280), .variant(260)]),
        .doubles([0, 540, 1280, 260]),
        .array("i", [0, 540, 1280, 260]),
        .array("u", [.uint32(0), .uint32(540), .uint32(1280), .uint32(260)]),
        .array("v", [.variant(0), .variant(540.0), .variant(.int64(1280)), .variant(.uint16(260))]),
        .dictionary(["x": 0, "y": 540.0, "width": .uint32(1280), "height": 260]),
        .dictionary(["x": 0, "y": 540, "width": 1280, "height": 260, "left": 7]),
        Value.rect(0, 540, 1280, 260).nested(4),
    ]

    @Test("a rectangle may have any form", arguments: rects)
    func rect(_ rect: Value) throws {
        try provider.publish(.docked.with(["frame": rect]))
        #expect(try subscriber.expect("WillShow", "DidShow")[0].end == [0, 540, 1280, 260])
    }

    @Test("a list of rectangles may hold any form of them")
    func regions() throws {
        try provider.publish(
            .docked.with([
                "placement": "split",
                "regions": .array(
                    "v", [.variant(.rect(0, 540, 600, 260)), .variant(.array("i", [680, 540, 600, 260]))]),
            ]))
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.details["regions"] == .array("(dddd)", [.rect(0, 540, 600, 260), .rect(680, 540, 600, 260)]))
    }

    @Test("a boolean may be a number", arguments: [.bool(true), 1, .byte(1), .double(1), .variant(true)] as [Value])
    func truth(_ truth: Value) throws {
        try provider.publish(.docked.with(["visible": truth, "can-show": truth]))
        try subscriber.expect("WillShow", "DidShow")
        #expect(subscriber.properties["CanShow"] == true)
    }

    @Test("keys nobody knows are skipped, whatever they hold")
    func unknownKeys() throws {
        try provider.publish(
            .docked.with([
                "colour": "blue", "nested": .dictionary(["a": .array("v", [.variant(1)])]), "Visible": false,
            ]))
        try subscriber.expect("WillShow", "DidShow")
    }

    // MARK: Text

    @Test("PublishText: the contract's own example")
    func text() throws {
        let isBelieved = try provider.publish(
            text: "visible=true;output=eDP-1;frame=0,540,1280,260;duration-ms=250")
        #expect(isBelieved)
        let shown = try subscriber.expect("WillShow")[0]
        #expect(shown.output == "eDP-1")
        #expect(shown.end == [0, 540, 1280, 260])
        #expect(shown.duration == 250)
    }

    @Test("PublishText: every key")
    func everyKey() throws {
        try provider.publish(
            text: """
                name = simulated ; visible=1; output=eDP-1; output-frame=0,0,1280,800; space=output;\
                frame= 0 , 5.4e2 , 1280 , 260 ;candidate-bar-height=44;candidate-bar-included=true;\
                room-below-caret=12.5;engine=ibus:libpinyin;placement=split;regions=0,540,600,260|680,540,600,260;\
                can-show=true;can-hide=0;duration-ms=30;curve=cubic-bezier;curve-parameters=0.2,0,0,1;reason=user;\
                start-time=1;clear=engine,colour;lease-ms=86400000;colour=blue;
                """)
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.end == [0, 540, 1280, 260])
        #expect(shown.bar == 44)
        #expect(shown.placement == "split")
        #expect(shown.engine == "ibus:libpinyin")
        #expect(shown.origin == "simulated")
        #expect(shown.reason == "user")
        #expect(shown.details["room-below-caret"] == 12.5)
        #expect(shown.details["curve"] == "cubic-bezier")
        #expect(shown.details["curve-parameters"] == .doubles([0.2, 0, 0, 1]))
        #expect(shown.details["regions"] == .array("(dddd)", [.rect(0, 540, 600, 260), .rect(680, 540, 600, 260)]))
        // Far in the past: taken as 10 s before the call.
        #expect(shown.start.map { $0 + 10_000_000 <= stage.now } == true)
        #expect(shown.start.map { $0 > 1 } == true)
        #expect(subscriber.properties["CanShow"] == true)
        #expect(subscriber.properties["CanHide"] == false)
    }

    @Test("PublishText: what has no value is left out", arguments: ["", "null", "undefined", "NaN", " null "])
    func leftOut(_ nothing: String) throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        let keys = ProviderKey.allCases.filter { $0 != .name }.map { "\($0.name)=\(nothing)" }
        try provider.publish(text: "name=simulated;" + keys.joined(separator: ";"))
        try provider.publish(text: ";; ;")
        try subscriber.expectNothing()
        #expect(try subscriber.state().phase == "shown")
    }
}
