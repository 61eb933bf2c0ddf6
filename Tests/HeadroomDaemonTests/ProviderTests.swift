import HeadroomBus
import Support
import Testing

/// How providers come, live, share and end (contract, section 3).
@Suite(.notes, .withLog)
struct ProviderTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    private func expectLost(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let told = try subscriber.expect("WillHide", "DidHide", sourceLocation: sourceLocation)
        #expect(told.map(\.duration) == [0, 0], sourceLocation: sourceLocation)
        #expect(told.map(\.reason) == ["provider-lost", "provider-lost"], sourceLocation: sourceLocation)
        #expect(told[0].end == [0, 800, 1280, 260], sourceLocation: sourceLocation)
    }

    // MARK: State and event keys

    @Test("state keys keep their value, event keys hold for one call")
    func keys() throws {
        try provider.publish(.docked.with(["engine": "ibus:anthy", "reason": "user", "duration-ms": 20]))
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.reason == "user")
        try provider.publish(["name": "simulated", "candidate-bar-height": 40, "duration-ms": 0])
        let changed = try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0]
        #expect(changed.reason == "candidates")
        #expect(changed.duration == 0)
        #expect(changed.end == [0, 500, 1280, 300])
        #expect(changed.engine == "ibus:anthy")
    }

    @Test("clear forgets state keys; one that is given as well is given; other names are nothing")
    func clear() throws {
        try provider.publish(
            .docked.with(["engine": "ibus:anthy", "candidate-bar-height": 40, "can-show": true, "can-hide": true]))
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish([
            "name": "simulated", "clear": .strings(["engine", "can-show", "can-hide", "name", "colour"]),
            "can-hide": true,
        ])
        try stage.wait("what was cleared") { subscriber.properties["Engine"] == "" }
        #expect(subscriber.properties["CanShow"] == false)
        #expect(subscriber.properties["CanHide"] == true)
        try subscriber.expectNothing()
        try provider.publish(["name": "simulated", "clear": .strings(["candidate-bar-height"]), "duration-ms": 0])
        // What was its bar is only kept free now (rule B3).
        try subscriber.expectNothing()
        #expect(try subscriber.state().told.details["candidate-bar-reserved"] == true)
        // Shown and no longer known: what was said stands (rule T5).
        try provider.publish(["name": "simulated", "clear": .strings(["frame"])])
        try subscriber.expectNothing()
        #expect(try subscriber.state().phase == "shown")
    }

    @Test("a keyboard of which nobody says any more that it is visible is hidden")
    func clearVisible() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["name": "simulated", "clear": .strings(["visible"]), "reason": "user"])
        try subscriber.expect("WillHide", "DidHide")
    }

    // MARK: Ends

    @Test("a provider that leaves the bus hides its keyboard at once")
    func leaving() throws {
        try provider.publish(.docked.with(["duration-ms": 10_000]))
        try subscriber.expect("WillShow")
        provider.leave()
        try expectLost()
    }

    @Test("a provider that is killed hides its keyboard at once")
    func killed() throws {
        let child = try ChildProcess(
            try BuiltProgram.path("scripted-peer"), ["provider"], environment: stage.environment)
        #expect(try child.readLine() == "ready")
        child.write("visible=true;output=eDP-1;output-frame=0,0,1280,800;frame=0,540,1280,260;duration-ms=0\n")
        #expect(try child.readLine() == "true")
        try subscriber.expect("WillShow", "DidShow")
        child.kill()
        try expectLost()
    }

    @Test("Withdraw ends one of a connection's providers; one that is not there is nothing")
    func withdraw() throws {
        try provider.publish(.docked)
        try provider.publish(["name": "other", "can-show": true])
        try subscriber.expect("WillShow", "DidShow")
        try provider.withdraw("nobody")
        try subscriber.expectNothing()
        try provider.withdraw("simulated")
        try expectLost()
        #expect(subscriber.properties["CanShow"] == true)
        try provider.withdraw("other")
        try stage.wait("nobody left") { subscriber.properties["CanShow"] == false }
    }

    @Test("another's provider of the same name is another provider")
    func sameName() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        let other = try stage.provider()
        try other.withdraw("simulated")
        try other.publish(["name": "simulated", "visible": false])
        other.leave()
        try subscriber.expectNothing()
        #expect(try subscriber.state().phase == "shown")
    }

    @Test("a lease that runs out ends a provider, and only that one")
    func lease() throws {
        try provider.publish(.docked.with(["lease-ms": 30]))
        try provider.publish(["name": "other", "can-show": true])
        try subscriber.expect("WillShow", "DidShow")
        try expectLost()
        #expect(try subscriber.all()["CanShow"] == true)
        // It is a new one when it comes again.
        try provider.publish(["name": "simulated"])
        try subscriber.expectNothing()
    }

    @Test("each call extends the lease, by the same time again")
    func extended() throws {
        // On a machine that stops for long the lease runs out before the second call: then a longer one is tried.
        for lease in [400, 2_000, 10_000, 20_000] as [Int32] {
            try provider.publish(.docked.with(["lease-ms": .int32(lease)]))
            try subscriber.expect("WillShow", "DidShow")
            // The second call comes after half of it.
            let seen = subscriber.changes(of: "CanShow").count
            try provider.publish(["name": "half", "lease-ms": .int32(lease / 2), "can-show": true])
            try stage.wait("half of the lease") { subscriber.changes(of: "CanShow").count == seen + 2 }
            let before = stage.now
            try provider.publish(["name": "simulated"])
            let hidden = try subscriber.expect("WillHide", "DidHide")[0]
            let start = try #require(hidden.start)
            if start >= before + UInt64(lease) * 1000 { return }
            try provider.withdraw("simulated")
        }
        Issue.record("the second call extended nothing")
    }

    @Test("a lease of 0 is none")
    func noLease() throws {
        try provider.publish(.docked.with(["lease-ms": 10_000]))
        try provider.publish(["name": "simulated", "lease-ms": 0])
        try provider.publish(["name": "leased", "lease-ms": 50, "can-show": true])
        try stage.wait("the other lease to run out") { subscriber.changes(of: "CanShow") == [true, false] }
        try subscriber.expect("WillShow", "DidShow")
        try subscriber.expectNothing()
    }

    // MARK: Several

    @Test("among providers the one that was last to be visible is believed")
    func precedence() throws {
        let other = try stage.provider()
        #expect(try provider.publish(.docked))
        try subscriber.expect("WillShow", "DidShow")
        let isBelieved = try other.publish(
            .docked.with(["name": "other", "frame": .rect(0, 500, 1280, 300), "duration-ms": 0]))
        #expect(isBelieved)
        let change = try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0]
        #expect(change.origin == "other")
        #expect(change.end == [0, 500, 1280, 300])
        // The first one is not believed now, and what it announces moves nothing.
        #expect(try !provider.publish(["name": "simulated", "frame": .rect(0, 600, 1280, 200), "duration-ms": 500]))
        try subscriber.expectNothing()
        // It is again when the other one hides.
        try other.publish(["name": "other", "visible": false, "duration-ms": 0])
        let back = try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0]
        #expect(back.origin == "simulated")
        #expect(back.end == [0, 600, 1280, 200])
        #expect(try provider.publish(["name": "simulated"]))
    }

    @Test("where one leaves, another that is visible takes over without a hide")
    func takeOver() throws {
        let other = try stage.provider()
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try other.publish(.docked.with(["name": "other", "frame": .rect(0, 500, 1280, 300)]))
        try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        other.leave()
        let back = try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0]
        #expect(back.end == [0, 540, 1280, 260])
        #expect(back.origin == "simulated")
    }

    @Test("a connection with several providers that leaves takes all of them at once")
    func leaveTogether() throws {
        try provider.publish(.docked.with(["name": "c", "frame": .rect(0, 500, 1280, 300)]))
        try subscriber.expect("WillShow", "DidShow")
        for (name, height) in [("a", 320.0), ("b", 280.0)] {
            try provider.publish(.docked.with(["name": .string(name), "frame": .rect(0, 800 - height, 1280, height)]))
            try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        }
        // The one that is left for a moment would be higher, and growth is told at once.
        provider.leave()
        let told = try subscriber.expect("WillHide", "DidHide")
        #expect(told[0].begin == [0, 520, 1280, 280])
        #expect(told[0].reason == "provider-lost")
        try subscriber.expectNothing()
    }

    @Test("one that only knows the engine supplements the one that knows the frame")
    func supplement() throws {
        let method = try stage.provider()
        #expect(try !method.publish(["name": "method", "engine": "ibus:libpinyin", "room-below-caret": 90]))
        try provider.publish(.docked)
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.engine == "ibus:libpinyin")
        #expect(shown.details["room-below-caret"] == 90.0)
        #expect(shown.origin == "simulated")
    }

    /// What one that is not believed announces of itself.
    private let announced: [String: Value] = [
        "name": "other", "visible": false, "duration-ms": 700, "curve": "cubic-bezier",
        "curve-parameters": .doubles([0.2, 0, 0, 1]), "reason": "user",
    ]

    private func expectUnshaped(
        _ will: Told, reason: String, duration: UInt32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(will.origin == "simulated", sourceLocation: sourceLocation)
        #expect(will.duration == duration, sourceLocation: sourceLocation)
        #expect(will.word("curve") == "linear", sourceLocation: sourceLocation)
        #expect(will.reason == reason, sourceLocation: sourceLocation)
    }

    @Test("what one that is not believed announces shapes no Will of the believed one: room that it adds")
    func announcedWithRoom() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        var method = announced.with(["name": "method", "room-below-caret": 90])
        method["visible"] = nil
        #expect(try !provider.publish(method))
        // A room that nobody announced a motion for comes in 100 ms.
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        expectUnshaped(told[0], reason: "candidates", duration: 100)
    }

    @Test("nor a frame that is waited for")
    func announcedWhileWaiting() throws {
        // All on one connection and at once: the other one speaks while the first one's frame is unknown.
        try provider.send(["name": "simulated", "visible": true])
        try provider.send(announced)
        expectUnshaped(try subscriber.expect("WillShow", "DidShow")[0], reason: "visibility")
    }

    @Test("nor a move that waits for its turn")
    func announcedWhileHeldBack() throws {
        for height in stride(from: 200.0, through: 300, by: 10) {
            try provider.send(.docked.with(["frame": .rect(0, 800 - height, 1280, height)]))
        }
        try provider.send(announced)
        try stage.wait("the last place") { subscriber.notifications.last?.end == [0, 500, 1280, 300] }
        for told in try subscriber.rest(at: "shown") where !told.isDid && told.member == "WillChangeFrame" {
            expectUnshaped(told, reason: "frame")
        }
    }

    @Test("nor a hide in its grace")
    func announcedInGrace() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        let before = stage.now
        try provider.send(["name": "simulated", "visible": false])
        try provider.send(announced)
        let hidden = try subscriber.expect("WillHide", "DidHide")[0]
        expectUnshaped(hidden, reason: "visibility")
        #expect(try #require(hidden.start) >= before + 60_000)
    }

    @Test("hidden or not, the only provider is the one believed")
    func believed() throws {
        #expect(try provider.publish(["name": "simulated", "visible": false]))
        try subscriber.expectNothing()
    }
}
