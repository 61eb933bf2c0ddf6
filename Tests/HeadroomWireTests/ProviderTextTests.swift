import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

@Suite("PublishText") struct ProviderTextTests {
    private func read(_ text: String, at now: UInt64 = 0) throws(BusError) -> ProviderUpdate {
        try ProviderUpdate(text: text, at: now)
    }

    @Test("The contract's example")
    func example() throws {
        var expected = ProviderUpdate()
        expected.state.isVisible = true
        expected.state.output = "eDP-1"
        expected.state.frame = Rect(x: 0, y: 540, width: 1280, height: 260)
        expected.cause.transition = Transition(durationMS: 250)
        #expect(try read("visible=true;output=eDP-1;frame=0,540,1280,260;duration-ms=250") == expected)
    }

    @Test("Every key")
    func everyKey() throws {
        let text = """
            name=main;visible=1;output=eDP-1;frame=0,540,1280,260;space=output;candidate-bar-height=40;\
            candidate-bar-included=true;room-below-caret=120;engine=ibus:libpinyin;placement=docked;\
            regions=0,540,500,260;output-frame=0,0,1280,800;can-show=true;can-hide=false;duration-ms=250;\
            curve=cubic-bezier;curve-parameters=0.2,0,0,1;reason=user;start-time=1000;clear=engine;lease-ms=5000
            """
        #expect(try read(text) == .full)
    }

    @Test("The same from a message's text")
    func fromMessage() throws {
        let message = try message("s") { body throws(BusError) in try body.string("visible=false;engine=a=b") }
        let update = try message.read { reader throws(BusError) in
            try ProviderUpdate(text: try reader.text(), at: 0)
        }
        #expect(update.state.isVisible == false)
        #expect(update.state.engine == "a=b")
    }

    @Test("Values that are none count as not given", arguments: ["", " ", "null", "undefined", "NaN", " null "])
    func leftOut(value: String) throws {
        for key in ["visible", "frame", "engine", "duration-ms", "regions", "clear", "space", "curve-parameters"] {
            #expect(try read("\(key)=\(value)") == ProviderUpdate())
        }
    }

    @Test("Spaces around keys, values and members are skipped, empty pairs too")
    func spaces() throws {
        let update = try read(" visible = true ;; frame = 0 , 540,\t1280 ,260;\n engine = a b ; ")
        #expect(update.state.isVisible == true)
        #expect(update.state.frame == Rect(x: 0, y: 540, width: 1280, height: 260))
        #expect(update.state.engine == "a b")
    }

    @Test("An empty text says nothing", arguments: ["", ";", " ; ;"])
    func empty(text: String) throws {
        #expect(try read(text) == ProviderUpdate())
    }

    @Test("Rectangles in a list are separated by bars")
    func regions() throws {
        let update = try read("regions=0,1,2,3 | -4,5.5,6e1,7")
        #expect(
            update.state.regions == [
                Rect(x: 0, y: 1, width: 2, height: 3), Rect(x: -4, y: 5.5, width: 60, height: 7),
            ])
    }

    @Test("Unknown keys are skipped, the last of two holds")
    func keys() throws {
        let update = try read("mood=fine;visible=true;visible=false;VISIBLE=true")
        #expect(update.state.isVisible == false)
    }

    @Test("A start is held near the call")
    func start() throws {
        let update = try read("duration-ms=1;start-time=99999999999999999999", at: 50_000_000)
        #expect(update.cause.transition?.startTime == 60_000_000)
    }

    @Test(
        "What cannot be used is refused, naming the key",
        arguments: [
            ("visible=yes", "visible: expected true, false, 1 or 0, found \"yes\""),
            ("visible", "text: expected key=value, found \"visible\""),
            ("frame=0,540,1280", "frame: a rectangle has four numbers"),
            ("frame=0,540,1280,260,1", "frame: a rectangle has four numbers"),
            ("frame=0,540,NaN,260", "frame: width is not a finite number"),
            ("frame=0,540,undefined,260", "frame: expected a number, found \"undefined\""),
            ("frame=0,540,,260", "frame: expected a number, found \"\""),
            ("frame=0,540,-5,260", "frame: width -5.0 is negative"),
            ("frame=0,inf,5,260", "frame: y is not a finite number"),
            ("frame=0;frame=[object Object]", "frame: a rectangle has four numbers"),
            ("duration-ms=soon", "duration-ms: expected a number, found \"soon\""),
            ("duration-ms=10001", "duration-ms: 10001.0 is outside 0.0 to 10000.0"),
            ("duration-ms=1e999", "duration-ms: inf is not a finite number"),
            ("regions=1,2,3,4|", "regions: expected a number, found \"\""),
            ("regions=1,2|3,4", "regions: a rectangle has four numbers"),
            ("curve=spring;curve-parameters=1,2", "curve-parameters: they make no curve spring"),
            ("space=here", "space: there is no space \"here\""),
        ])
    func refusals(text: String, problem: String) {
        expectRefusal("InvalidArgument", problem) { () throws(BusError) in try read(text) }
    }

    @Test("Limits")
    func limits() throws {
        let long = String(repeating: "x", count: 257)
        expectRefusal("LimitExceeded", "engine: longer than 256 bytes") { () throws(BusError) in
            try read("engine=\(long)")
        }
        #expect(throws: Never.self) { try read("engine=\(long.dropLast())") }
        let keys = String(repeating: "a=1;", count: 64)
        #expect(throws: Never.self) { try read(keys) }
        expectRefusal("LimitExceeded", "text: more than 64 keys") { () throws(BusError) in try read(keys + "a=1") }
        let text = String(repeating: ";", count: 16_384)
        #expect(throws: Never.self) { try read(text) }
        expectRefusal("LimitExceeded", "text: longer than 16384 bytes") { () throws(BusError) in try read(text + ";") }
        expectRefusal("InvalidArgument", "visible: expected true, false, 1 or 0, found \"\(long.dropLast())…\"") {
            () throws(BusError) in try read("visible=\(long)")
        }
    }
}
