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
        #expect(told.serial < stage.now)
        let all = try subscriber.all()
        #expect(
            all == [
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
        let isBelieved = try provider.publish(.docked.with(["duration-ms": 40]))
        #expect(isBelieved)
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
        let all = try subscriber.all()
        #expect(all == subscriber.properties)
    }

    @Test("GetState at rest: begin is end and the duration 0, and it is what was told last")
    func stateAtRest() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(.docked.with(["duration-ms": 20]))
        let did = try subscriber.expect("WillShow", "DidShow")[1]
        let (phase, told) = try subscriber.state()
        #expect(phase == "shown")
        #expect(told.begin == told.end)
        #expect(told.duration == 0)
        #expect(told.serial == did.serial)
        #expect(told.details == did.details)
    }

    @Test("GetState in motion is the running Will, for one who comes late too")
    func stateInMotion() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(.docked.with(["duration-ms": 10_000]))
        let will = try subscriber.expect("WillShow")[0]
        let late = try stage.subscriber()
        let (phase, told) = try late.state()
        #expect(phase == "showing")
        #expect(told.serial == will.serial)
        #expect(told.begin == will.begin)
        #expect(told.end == will.end)
        #expect(told.duration == 10_000)
        #expect(told.details == will.details)
        #expect(late.properties == subscriber.properties)
    }

    @Test("a superseded Will has no Did; a reversal begins where the motion is")
    func superseded() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(.docked.with(["duration-ms": 10_000]))
        let first = try subscriber.expect("WillShow")[0]
        try provider.publish(["name": "simulated", "visible": false, "duration-ms": 10_000])
        let second = try subscriber.expect("WillHide")[0]
        try provider.publish(["name": "simulated", "visible": true, "duration-ms": 0])
        let third = try subscriber.expect("WillShow", "DidShow")
        #expect(second.begin[1] <= first.begin[1])
        #expect(second.begin[1] >= first.end[1])
        #expect(second.duration == 10_000)
        #expect(third[0].end == first.end)
        #expect(third[1].completes == third[0].serial)
    }

    @Test("serials rise over a restart")
    func restart() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try stage.daemon.kill()
        try stage.waitForAbsence()
        try stage.start()
        let fresh = try subscriber.state()
        #expect(fresh.phase == "hidden")
        #expect(fresh.told.serial > subscriber.notifications[1].serial)
        try provider.publish(.docked)
        let again = try subscriber.expect("WillShow", "DidShow")
        #expect(again[0].serial > fresh.told.serial)
    }

    @Test("the motion's curve is passed on, and a spring's velocity when it is interrupted")
    func curves() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(
            .docked.with([
                "duration-ms": 0, "curve": "cubic-bezier", "curve-parameters": .doubles([0.2, 0, 0, 1]),
            ]))
        let bezier = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(bezier.details["curve"] == "cubic-bezier")
        #expect(bezier.details["curve-parameters"] == .doubles([0.2, 0, 0, 1]))

        let spring: [String: Value] = [
            "name": "simulated", "duration-ms": 10_000, "curve": "spring",
            "curve-parameters": .doubles([3, 1000, 109.545]),
        ]
        // It began 50 ms ago, so it is under way when it is interrupted, however fast that is.
        let start = stage.now - 50_000
        try provider.publish(spring.with(["frame": .rect(0, 300, 1280, 500), "start-time": .uint64(start)]))
        let first = try subscriber.expect("WillChangeFrame")[0]
        #expect(first.details["velocity"] == 0.0)
        #expect(first.start == start)
        try provider.publish(spring.with(["frame": .rect(0, 700, 1280, 100)]))
        let second = try subscriber.expect("WillChangeFrame")[0]
        guard case .double(let velocity)? = second.details["velocity"] else {
            throw TestFailure("no velocity: \(second)")
        }
        #expect(velocity < 0, "it was rising")
        #expect(second.begin[1] < 540)

        try provider.publish([
            "name": "simulated", "frame": .rect(0, 500, 1280, 300), "curve": "bounce", "duration-ms": 0,
        ])
        let unknown = try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0]
        #expect(unknown.details["curve"] == "linear")
    }

    @Test("a change nobody announced is taken as a step: at once")
    func step() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        var keys: [String: Value] = .docked
        keys["duration-ms"] = nil
        try provider.publish(keys)
        let shown = try subscriber.expect("WillShow", "DidShow")
        #expect(shown[0].duration == 0)
        // A slide: many frames, of which the last one is what is said in the end.
        for y in stride(from: 539.0, through: 440, by: -1) {
            try provider.send(["name": "simulated", "frame": .rect(0, y, 1280, 800 - y)])
        }
        try stage.wait("the last step") { subscriber.notifications.last?.end == [0, 440, 1280, 360] }
        let told = try subscriber.rest(at: "shown")
        // The newest place at most every 50 ms, and where it rests, on the daemon's own clock.
        let wills = told.filter { !$0.isDid }
        if let first = shown[0].start, let last = wills.last?.start {
            #expect(wills.count <= 2 + Int((last - first) / 50_000))
        }
        #expect(told.last?.inset == 360)
    }

    @Test("a frame nobody knows is estimated after a while, and corrected when it is measured")
    func estimate() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish([
            "name": "simulated", "visible": true, "output": "eDP-1", "output-frame": .rect(0, 0, 1280, 900),
        ])
        let guessed = try subscriber.expect("WillShow", "DidShow")
        #expect(guessed.map { $0.details["estimated"] } == [true, true])
        #expect(guessed[0].end == [0, 600, 1280, 300])
        #expect(try subscriber.state().told.details["estimated"] == true)
        // Measured and equal: no Will, but GetState knows.
        try provider.publish(["name": "simulated", "frame": .rect(0, 600, 1280, 300)])
        try subscriber.expectNothing()
        #expect(try subscriber.state().told.details["estimated"] == false)
        try provider.publish(["name": "simulated", "frame": .rect(0, 500, 1280, 400), "duration-ms": 0])
        let measured = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(measured[0].details["estimated"] == false)
    }

    @Test("the engine is a property that changes without a notification")
    func engine() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(.docked.with(["engine": "ibus:libpinyin"]))
        let shown = try subscriber.expect("WillShow", "DidShow")
        #expect(shown.map(\.engine) == ["ibus:libpinyin", "ibus:libpinyin"])
        try provider.publish(["name": "simulated", "engine": "ibus:anthy"])
        try stage.wait("the new engine") { subscriber.properties["Engine"] == "ibus:anthy" }
        try subscriber.expectNothing()
        #expect(try subscriber.state().told.engine == "ibus:anthy")
        try provider.publish(["name": "simulated", "engine": ""])
        try stage.wait("no engine") { subscriber.properties["Engine"] == "" }
        #expect(try subscriber.state().told.details["engine"] == nil)
    }
}
