import HeadroomBus
import Support
import Testing

/// Outputs of which only providers speak (contract, sections 2 and 3).
@Suite(.notes, .withLog)
struct OutputTests {
    private let stage: Stage
    private let subscriber: Subscriber
    private let provider: Peer

    init() throws {
        stage = try Stage()
        subscriber = try stage.subscriber()
        provider = try stage.provider()
    }

    /// Somebody says where two outputs are, and nothing of a keyboard.
    private func describeOutputs() throws -> Peer {
        let surveyor = try stage.provider()
        for (name, frame) in [("L", Value.rect(0, 0, 1280, 800)), ("R", .rect(1280, -100, 1920, 1080))] {
            try surveyor.publish([
                "name": .string("survey-\(name)"), "output": .string(name), "output-frame": frame,
            ])
        }
        return surveyor
    }

    @Test("none known: frames as given, docked, the inset is the frame's height")
    func none() throws {
        try provider.publish(["visible": true, "frame": .rect(10, 20, 300, 200), "duration-ms": 0])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "")
        #expect(shown.end == [10, 20, 300, 200])
        #expect(shown.placement == "docked")
        #expect(shown.inset == 200)
        #expect(shown.details["output-frame"] == nil)
        #expect(subscriber.properties["Outputs"] == .array("(s(dddd)a{sv})", []))
    }

    @Test("an output that only has a name is named")
    func nameOnly() throws {
        try provider.publish(["visible": true, "output": "eDP-1", "frame": .rect(0, 540, 1280, 260), "duration-ms": 0])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "eDP-1")
        #expect(shown.inset == 260)
    }

    @Test("those described are in the property Outputs; frames are relative to theirs")
    func described() throws {
        let surveyor = try describeOutputs()
        try stage.wait("the outputs") {
            guard case .array(_, let outputs)? = subscriber.properties["Outputs"] else { return false }
            return outputs.count == 2
        }
        let details = Value.dictionary(["scale": 1.0, "transform": "normal"])
        #expect(
            subscriber.properties["Outputs"]
                == .array(
                    "(s(dddd)a{sv})",
                    [
                        .structure(["L", .rect(0, 0, 1280, 800), details]),
                        .structure(["R", .rect(1280, -100, 1920, 1080), details]),
                    ]))
        try provider.publish([
            "visible": true, "output": "R", "frame": .rect(0, 680, 1920, 400), "duration-ms": 0,
        ])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "R")
        #expect(shown.end == [0, 680, 1920, 400])
        #expect(shown.inset == 400)
        #expect(shown.details["output-frame"] == .rect(1280, -100, 1920, 1080))
        withExtendedLifetime(surveyor) {}
    }

    @Test("without a name the output is the one with most area in common; the space is then global")
    func mostArea() throws {
        let surveyor = try describeOutputs()
        try provider.publish(["visible": true, "frame": .rect(1200, 580, 1920, 400), "duration-ms": 0])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "R")
        #expect(shown.end == [-80, 680, 1920, 400])
        withExtendedLifetime(surveyor) {}
    }

    @Test("the space can be given, whether an output is named or not")
    func spaces() throws {
        let surveyor = try describeOutputs()
        try provider.publish([
            "visible": true, "output": "R", "space": "global", "frame": .rect(1280, 580, 1920, 400), "duration-ms": 0,
        ])
        #expect(try subscriber.expect("WillShow", "DidShow")[0].end == [0, 680, 1920, 400])
        withExtendedLifetime(surveyor) {}
    }

    @Test("a move is WillHide and DidHide there, WillShow here, sent together")
    func move() throws {
        let surveyor = try describeOutputs()
        try provider.publish(["visible": true, "output": "L", "frame": .rect(0, 540, 1280, 260), "duration-ms": 0])
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["output": "R", "frame": .rect(0, 680, 1920, 400), "duration-ms": 40])
        let told = try subscriber.expect("WillHide", "DidHide", "WillShow", "DidShow")
        #expect(told.map(\.output) == ["L", "L", "R", "R"])
        #expect(told.prefix(2).map(\.duration) == [0, 0])
        #expect(told.prefix(2).map(\.reason) == ["output", "output"])
        #expect(told[0].end == [0, 800, 1280, 260])
        #expect(told[0].details["output-frame"] == .rect(0, 0, 1280, 800))
        #expect(told[2].begin == [0, 1080, 1920, 400])
        #expect(told[2].duration == 40)
        // In one instant.
        #expect(Set(told.prefix(3).map(\.start)).count == 1)
        withExtendedLifetime(surveyor) {}
    }

    @Test("a provider that alone knows of outputs can move too")
    func moveAlone() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish([
            "name": "simulated", "output": "HDMI-A-1", "output-frame": .rect(1280, 0, 1920, 1080),
            "frame": .rect(0, 780, 1920, 300), "duration-ms": 0,
        ])
        let told = try subscriber.expect("WillHide", "DidHide", "WillShow", "DidShow")
        #expect(told.map(\.output) == ["eDP-1", "eDP-1", "HDMI-A-1", "HDMI-A-1"])
        #expect(told[3].end == [0, 780, 1920, 300])
        #expect(told[3].details["output-frame"] == .rect(1280, 0, 1920, 1080))
    }

    @Test("an output nobody knows is refused by name, and nothing changes")
    func unknown() throws {
        let surveyor = try describeOutputs()
        try provider.publish(["visible": true, "output": "L", "frame": .rect(0, 540, 1280, 260), "duration-ms": 0])
        try subscriber.expect("WillShow", "DidShow")
        let error = #expect(throws: BusError.self) {
            try provider.publish(["output": "M", "frame": .rect(0, 0, 100, 100), "duration-ms": 0])
        }
        #expect(error?.name == "org.headroom.Headroom1.Error.UnknownOutput")
        #expect(error?.message.hasPrefix("output: ") == true)
        #expect(error?.message.contains("\"M\"") == true)
        try provider.publish([:])
        try subscriber.expectNothing()
        withExtendedLifetime(surveyor) {}
    }

    @Test("moves between outputs are limited, the newest accepted place holds")
    func limit() throws {
        let surveyor = try describeOutputs()
        let frames = ["L": Value.rect(0, 540, 1280, 260), "R": .rect(0, 680, 1920, 400)]
        var last = ""
        var refusals: [BusError] = []
        for turn in 0..<60 {
            let output = turn.isMultiple(of: 2) ? "L" : "R"
            do {
                try provider.publish([
                    "visible": true, "output": .string(output), "frame": frames[output] ?? 0, "duration-ms": 0,
                ])
                last = output
            } catch let error as BusError {
                refusals.append(error)
            }
        }
        #expect(!refusals.isEmpty)
        #expect(refusals.allSatisfy { $0.name == "org.headroom.Headroom1.Error.LimitExceeded" })
        #expect(refusals.allSatisfy { $0.message.hasPrefix("output: ") })
        try stage.wait("the newest accepted place") { subscriber.notifications.last?.output == last }
        try subscriber.rest(at: "shown")
        withExtendedLifetime(surveyor) {}
    }

    @Test("an output that is turned: one Will of duration 0 with the reason rotation")
    func rotation() throws {
        try provider.publish(.docked)
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish([
            "name": "simulated", "output-frame": .rect(0, 0, 800, 1280), "frame": .rect(0, 960, 800, 320),
        ])
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].reason == "rotation")
        #expect(told[0].duration == 0)
        #expect(told[0].end == [0, 960, 800, 320])
        #expect(told[0].details["output-frame"] == .rect(0, 0, 800, 1280))
    }
}
