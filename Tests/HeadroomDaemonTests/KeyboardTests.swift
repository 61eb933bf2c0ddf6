import HeadroomCore
import Support
import Testing

/// The simulated keyboard drives the Keyboard interface (contract, section 2).
@Suite(.notes, .withLog)
struct KeyboardTests {
    @Test("before the first notification everything is hidden and empty")
    func beginning() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let (phase, told) = try subscriber.state()
        #expect(phase == "hidden")
        #expect(told.output == "")
        #expect(told.begin == [0, 0, 0, 0])
        #expect(told.end == [0, 0, 0, 0])
        #expect(told.inset == 0)
        #expect(told.bar == 0)
        #expect(told.duration == 0)
        // The instant at which the daemon started.
        #expect(told.serial > 0)
        #expect(told.serial < stage.loop.now)
        #expect(
            try subscriber.all() == [
                "Version": .uint32(1), "Phase": "hidden", "Visible": false, "Output": "",
                "Frame": .rect(0, 0, 0, 0), "BottomInset": 0.0, "CandidateBarHeight": 0.0, "Placement": "docked",
                "Engine": "", "CanShow": false, "CanHide": false, "Watching": false,
                "Outputs": .array("(s(dddd)a{sv})", []),
            ])
    }

    @Test("docked: shown, changed and hidden with every argument and detail")
    func docked() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        let first = try subscriber.state().told.serial
        #expect(try provider.publish(.docked.with(["duration-ms": 40])))
        let shown = try subscriber.expect("WillShow", "DidShow")
        for told in shown {
            #expect(told.serial > first)
            #expect(told.output == "eDP-1")
            #expect(told.end == [0, 540, 1280, 260])
            #expect(told.inset == 260)
            #expect(told.bar == 0)
            #expect(told.placement == "docked")
            #expect(told.origin == "simulated")
            #expect(told.details["estimated"] == false)
            #expect(told.details["output-frame"] == .rect(0, 0, 1280, 800))
            #expect(told.details["curve"] == "linear")
            #expect(told.details["curve-parameters"] == .doubles([]))
            #expect(told.details["velocity"] == 0.0)
        }
        #expect(shown[0].begin == [0, 800, 1280, 260])
        #expect(shown[0].duration == 40)
        #expect(shown[0].reason == "visibility")
        // A Did's instant is the end of its Will.
        #expect(shown[0].start.map { $0 + 40_000 } == shown[1].start)

        try provider.publish(["name": "simulated", "frame": .rect(0, 500, 1280, 300), "duration-ms": 40])
        let changed = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(changed[0].begin == [0, 540, 1280, 260])
        #expect(changed[0].end == [0, 500, 1280, 300])
        #expect(changed[0].inset == 300)
        #expect(changed[0].reason == "frame")

        try provider.publish(["name": "simulated", "visible": false, "duration-ms": 40, "reason": "user"])
        let hidden = try subscriber.expect("WillHide", "DidHide")
        #expect(hidden[0].begin == [0, 500, 1280, 300])
        #expect(hidden[0].end == [0, 800, 1280, 300])
        #expect(hidden[0].duration == 40)
        #expect(hidden[0].reason == "user")
        try subscriber.expectNothing()
        #expect(try subscriber.all()["Outputs"] == subscriber.properties["Outputs"])
    }
}
