import HeadroomBus
import Support
import Testing

/// `--replace` without a blink (contract, section 1).
@Suite(.notes, .withLog)
struct ReplaceTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    /// Shows `keyboard`, replaces the daemon, and lets the keyboard publish again at once: what the new daemon answered
    /// before that. On a machine that stops for nearly the 2 s that the contract gives, it is done again.
    private func replace(
        _ keyboard: [String: Value], times: Int = 1
    ) throws -> (before: Told, after: (phase: String, told: Told), properties: [[String: Value]]) {
        for _ in 0..<10 {
            try provider.publish(keyboard)
            let before = try subscriber.expect("WillShow", "DidShow")[1]
            let properties = try subscriber.all()
            let start = stage.now
            for _ in 0..<times { try stage.start("--replace") }
            let after = try subscriber.state()
            let inherited = try subscriber.all()
            try provider.publish(keyboard)
            if stage.now < start + 1_900_000 { return (before, after, [properties, inherited]) }
            try provider.withdraw("simulated")
            try subscriber.rest(at: "hidden")
        }
        throw TestFailure("replacing took too long each time")
    }

    @Test("nobody sees it: what the old one published stands in the new one, and the old one exits 0")
    func noBlink() throws {
        let keyboard = [String: Value].docked.with(["engine": "ibus:anthy", "candidate-bar-height": 40])
        let old = try stage.daemon
        let (before, after, properties) = try replace(keyboard)
        #expect(after.phase == "shown")
        #expect(after.told.serial >= before.serial)
        #expect(after.told.end == before.end)
        #expect(after.told.bar == 40)
        #expect(after.told.engine == "ibus:anthy")
        #expect(after.told.origin == "inherited")
        #expect(after.told.details["output-frame"] == before.details["output-frame"])
        #expect(properties[0] == properties[1])
        #expect(try old.waitForExit() == 0)

        // The keyboard has published again, as it does on a new owner: nothing to see, and it is believed.
        try subscriber.expectNothing()
        #expect(try subscriber.state().told.origin == "simulated")
        try provider.publish(["name": "simulated", "frame": .rect(0, 500, 1280, 300), "duration-ms": 0])
        let changed = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(changed[0].begin == [0, 500, 1280, 300])
        #expect(changed[0].end == [0, 460, 1280, 340])
        #expect(changed[0].origin == "simulated")
    }

    @Test("a provider that published again within 2 s keeps it for good")
    func kept() throws {
        _ = try replace(.docked)
        // Something else that ends after the 2 s shows that they are over.
        let other = try stage.provider()
        try other.publish(["name": "leased", "lease-ms": 2_100, "can-show": true])
        try stage.wait("the lease to run out") { subscriber.changes(of: "CanShow") == [true, false] }
        try subscriber.expectNothing()
        #expect(try subscriber.state().phase == "shown")
    }

    @Test("what nobody confirms is hidden after 2 s")
    func unconfirmed() throws {
        try provider.publish(.docked)
        let last = try subscriber.expect("WillShow", "DidShow")[1]
        let before = stage.now
        try stage.start("--replace")
        let told = try subscriber.expect("WillHide", "DidHide")
        let start = try #require(told[0].start)
        #expect(start >= before + 2_000_000)
        #expect(told[0].serial > last.serial)
        #expect(told[0].end == [0, 800, 1280, 260])
        #expect(told[0].duration == 0)
    }

    @Test("a keyboard that publishes itself hidden is hidden")
    func contradicted() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try stage.start("--replace")
        try provider.publish(.docked.with(["visible": false, "reason": "user"]))
        try subscriber.expect("WillHide", "DidHide")
    }

    @Test("a motion goes on in the new one and has its Did")
    func motion() throws {
        // Where replacing takes longer than the motion there is nothing to see: then a longer one is tried.
        for duration in [500, 4_000, 20_000] as [UInt32] {
            try provider.publish(.docked.with(["duration-ms": .uint32(duration)]))
            let will = try subscriber.expect("WillShow")[0]
            try stage.start("--replace")
            let state = try subscriber.state()
            if state.phase == "showing" {
                #expect(state.told.serial == will.serial)
                #expect(state.told.duration == duration)
                #expect(state.told.begin == will.begin)
                #expect(state.told.start == will.start)
                try provider.publish(.docked)
                let did = try subscriber.expect("DidShow")[0]
                #expect(did.completes == will.serial)
                return
            }
            try provider.publish(.docked)
            try provider.withdraw("simulated")
            try subscriber.rest(at: "hidden")
        }
        Issue.record("no motion was long enough")
    }

    @Test("with nothing shown there is nothing to keep")
    func hidden() throws {
        let before = try subscriber.state().told.serial
        try stage.start("--replace")
        let (phase, told) = try subscriber.state()
        #expect(phase == "hidden")
        #expect(told.serial >= before)
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
    }

    @Test("outputs that nobody speaks of any more are forgotten after 2 s")
    func outputs() throws {
        try provider.publish(.docked.with(["visible": false]))
        try subscriber.expectNothing()
        let outputs = subscriber.properties["Outputs"]
        #expect(outputs != .array("(s(dddd)a{sv})", []))
        provider.leave()
        let other = try stage.provider()
        try other.publish(.docked.with(["name": "other"]))
        try subscriber.expect("WillShow", "DidShow")
        try other.publish(["name": "other", "visible": false, "duration-ms": 0, "reason": "user"])
        try subscriber.expect("WillHide", "DidHide")
        try stage.start("--replace")
        try stage.wait("nobody to know an output") {
            subscriber.properties["Outputs"] == .array("(s(dddd)a{sv})", [])
        }
        try subscriber.expectNothing()
    }

    @Test("with nobody to replace it simply serves")
    func alone() throws {
        try stage.daemon.kill()
        try stage.waitForAbsence()
        try stage.start("--replace")
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
    }

    /// Replaces the daemon by one in this process, which looks around for as long as `meanwhile` takes: what the old one
    /// says then, everybody hears.
    private func replace(meanwhile: () throws -> [Told]) throws -> (last: Told, state: (phase: String, told: Told)) {
        let old = stage.ownerName
        let watching = ScriptedObserver("Watching", nil)
        try stage.serve([watching], replaces: true)
        try stage.wait("the new one to look around") { watching.starts == 1 }
        let told = try meanwhile()
        watching.see(nil)
        try stage.wait("the new one to own the name") { stage.ownerName != nil && stage.ownerName != old }
        return (try #require(told.last), try subscriber.state())
    }

    @Test("what the old one says after it was asked and before it is replaced is not lost: a show")
    func shownMeanwhile() throws {
        let (last, (phase, told)) = try replace {
            try provider.publish(.docked.with(["engine": "ibus:anthy"]))
            return try subscriber.expect("WillShow", "DidShow")
        }
        #expect(phase == "shown")
        #expect(told.serial >= last.serial)
        #expect(told.end == [0, 540, 1280, 260])
        #expect(told.engine == "ibus:anthy")
        try subscriber.expectNothing()
    }

    @Test("a hide, too")
    func hiddenMeanwhile() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        let (last, (phase, told)) = try replace {
            try provider.publish(.docked.with(["visible": false, "reason": "user"]))
            return try subscriber.expect("WillHide", "DidHide")
        }
        #expect(phase == "hidden")
        #expect(told.serial >= last.serial)
        try subscriber.expectNothing()
    }

    @Test("and a motion")
    func movedMeanwhile() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        let (will, (phase, told)) = try replace {
            try provider.publish(.docked.with(["frame": .rect(0, 500, 1280, 300), "duration-ms": 10_000]))
            return try subscriber.expect("WillChangeFrame")
        }
        #expect(phase == "changing")
        #expect(told.serial == will.serial)
        #expect(told.start == will.start)
        #expect(told.duration == 10_000)
        #expect(told.end == [0, 500, 1280, 300])
    }

    @Test("replaced twice: still nothing to see, and the keyboard on its own output")
    func twice() throws {
        let (before, after, _) = try replace(.docked.with(["output-frame": .rect(1920, 0, 1280, 800)]), times: 2)
        #expect(after.phase == "shown")
        #expect(after.told.end == before.end)
        #expect(after.told.details["output-frame"] == .rect(1920, 0, 1280, 800))
        try subscriber.expectNothing()
    }
}
