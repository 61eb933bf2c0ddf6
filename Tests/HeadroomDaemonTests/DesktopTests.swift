import HeadroomBus
import HeadroomCore
import HeadroomWire
import Support
import Testing

/// What observers see reaches the bus, and what providers say is placed on the outputs that observers see.
@Suite(.notes, .withLog)
struct DesktopTests {
    private let stage: Stage
    private let screens = ScriptedObserver("Screens")
    private let keyboard = ScriptedObserver("Keyboard")
    private let subscriber: Subscriber
    private let provider: Peer

    /// Two outputs: one at scale 2 with a panel at its bottom, one that is turned.
    private static let outputs = [
        Output(
            name: "eDP-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800), scale: 2,
            workArea: Rect(x: 0, y: 0, width: 1280, height: 760),
            deviceFrame: Rect(x: 0, y: 0, width: 2560, height: 1600), aliases: ["XWAYLAND0"], isPrimary: true),
        Output(
            name: "DP-1", frame: Rect(x: 1280, y: 0, width: 1080, height: 1920), transform: .rotated90,
            deviceFrame: Rect(x: 2560, y: 0, width: 1080, height: 1920)),
    ]

    init() throws {
        stage = try Stage(isEmpty: true)
        try stage.serve([screens, keyboard])
        subscriber = try stage.subscriber()
        provider = try stage.provider()
        screens.see(Facts(outputs: Self.outputs))
    }

    private func witness(_ isVisible: Bool) -> KeyboardWitness {
        KeyboardWitness(
            name: "observed", isVisible: isVisible, since: stage.now,
            frame: .rect(Rect(x: 0, y: 500, width: 1280, height: 300)), output: "eDP-1", placement: .docked)
    }

    // MARK: Outputs

    @Test("Outputs has everything that is known of them")
    func outputs() throws {
        try stage.wait("the outputs") { subscriber.properties["Watching"] == true }
        #expect(
            try subscriber.all()["Outputs"]
                == .array(
                    "(s(dddd)a{sv})",
                    [
                        .structure([
                            "eDP-1", .rect(0, 0, 1280, 800),
                            .dictionary([
                                "scale": 2.0, "transform": "normal", "work-area": .rect(0, 0, 1280, 760),
                                "device-frame": .rect(0, 0, 2560, 1600), "aliases": .strings(["XWAYLAND0"]),
                                "primary": true,
                            ]),
                        ]),
                        .structure([
                            "DP-1", .rect(1280, 0, 1080, 1920),
                            .dictionary([
                                "scale": 1.0, "transform": "90", "device-frame": .rect(2560, 0, 1080, 1920),
                            ]),
                        ]),
                    ]))
    }

    @Test("device pixels are divided by the output's scale, lengths too")
    func device() throws {
        try provider.publish([
            "visible": true, "output": "eDP-1", "space": "device", "frame": .rect(0, 1080, 2560, 520),
            "candidate-bar-height": 80, "room-below-caret": 100, "duration-ms": 0,
        ])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.end == [0, 500, 1280, 300])
        #expect(shown.bar == 40)
        #expect(shown.details["room-below-caret"] == 50.0)
        #expect(shown.inset == 300)
    }

    @Test("device pixels without an output's name: the output that holds most of them")
    func deviceUnnamed() throws {
        try provider.publish([
            "visible": true, "space": "device", "frame": .rect(2560, 1400, 1080, 520), "duration-ms": 0,
        ])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "DP-1")
        #expect(shown.end == [0, 1400, 1080, 520])
    }

    @Test("without an output's name lengths and regions are of that output too")
    func deviceUnnamedLengths() throws {
        try provider.publish([
            "visible": true, "space": "device", "frame": .rect(0, 1080, 2560, 520), "candidate-bar-height": 80,
            "placement": "split",
            "regions": .array("(dddd)", [.rect(0, 1080, 1000, 520), .rect(2400, 1080, 300, 520)]),
            "duration-ms": 0,
        ])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "eDP-1")
        #expect(shown.bar == 40)
        #expect(shown.end == [0, 500, 1280, 300])
        #expect(shown.details["regions"] == .array("(dddd)", [.rect(0, 540, 500, 260), .rect(1200, 540, 150, 260)]))
    }

    @Test("where nobody knows the device pixels, they are taken as logical ones, lengths too")
    func deviceUnknown() throws {
        screens.see(Facts(outputs: [Output(name: "X", frame: Rect(x: 0, y: 0, width: 1280, height: 800), scale: 2)]))
        try provider.publish([
            "visible": true, "output": "X", "space": "device", "frame": .rect(0, 540, 1280, 260),
            "candidate-bar-height": 40, "duration-ms": 0,
        ])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.end == [0, 500, 1280, 300])
        #expect(shown.bar == 40)
    }

    @Test("an alias names the output; an unknown name is refused, unless its frame is given")
    func names() throws {
        try provider.publish([
            "visible": true, "output": "XWAYLAND0", "frame": .rect(0, 540, 1280, 260), "duration-ms": 0,
        ])
        #expect(try subscriber.expect("WillShow", "DidShow")[0].output == "eDP-1")
        let error = #expect(throws: BusError.self) { try provider.publish(["name": "x", "output": "HDMI-A-9"]) }
        #expect(error?.name == Names.Errors.unknownOutput.text)
    }

    @Test("a keyboard that stands on the panel is docked, and its inset reaches to the output's bottom")
    func panel() throws {
        try provider.publish(["visible": true, "output": "eDP-1", "frame": .rect(0, 500, 1280, 260), "duration-ms": 0])
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.placement == "docked")
        #expect(shown.inset == 300)
    }

    @Test("outputs that move take a provider's keyboard with them: one Will, reason rotation")
    func rearranged() throws {
        try provider.publish(["visible": true, "output": "DP-1", "frame": .rect(0, 1500, 1080, 420), "duration-ms": 0])
        try subscriber.expect("WillShow", "DidShow")
        var moved = Self.outputs
        moved[1].frame.x = -1080
        screens.see(Facts(outputs: moved))
        let told = try subscriber.expect("WillChangeFrame", "DidChangeFrame")
        #expect(told[0].reason == "rotation")
        #expect(told[0].duration == 0)
        #expect(told[0].end == [0, 1500, 1080, 420])
        #expect(told[0].details["output-frame"] == .rect(-1080, 0, 1080, 1920))
    }

    @Test("an output that goes takes its keyboard with it; the provider is still heard, and it comes back")
    func unplugged() throws {
        try provider.publish(["visible": true, "output": "DP-1", "frame": .rect(0, 500, 1080, 300), "duration-ms": 0])
        try subscriber.expect("WillShow", "DidShow")
        screens.see(Facts(outputs: [Self.outputs[0]]))
        let hidden = try subscriber.expect("WillHide", "DidHide")[0]
        #expect(hidden.output == "DP-1")
        #expect(hidden.reason == "rotation")
        // Its place means nothing on the output that is left.
        #expect(try provider.publish(["engine": "ibus:anthy"]))
        try subscriber.expectNothing()
        screens.see(Facts(outputs: Self.outputs))
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "DP-1")
        #expect(shown.end == [0, 500, 1080, 300])
        screens.see(Facts(outputs: [Self.outputs[0]]))
        try subscriber.expect("WillHide", "DidHide")
        try provider.publish(["visible": false, "duration-ms": 0])
        screens.see(Facts(outputs: Self.outputs))
        try provider.publish([:])
        try subscriber.expectNothing()
    }

    // MARK: Observers

    @Test("a keyboard that an observer sees is published, until the observer sees it no more")
    func observed() throws {
        keyboard.see(Facts(keyboard: witness(true)))
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.origin == "observed")
        #expect(shown.end == [0, 500, 1280, 300])
        keyboard.see(nil)
        let hidden = try subscriber.expect("WillHide", "DidHide")[0]
        #expect(hidden.reason == "provider-lost")
        #expect(hidden.duration == 0)
    }

    @Test("among equals a provider goes before an observer")
    func precedence() throws {
        keyboard.see(Facts(keyboard: witness(true)))
        try subscriber.expect("WillShow", "DidShow")
        #expect(
            try provider.publish([
                "name": "simulated", "visible": true, "output": "eDP-1", "frame": .rect(0, 540, 1280, 260),
                "duration-ms": 0,
            ]))
        #expect(try subscriber.expect("WillChangeFrame", "DidChangeFrame")[0].origin == "simulated")
        keyboard.see(Facts(keyboard: witness(false)))
        try subscriber.expectNothing()
        provider.leave()
        #expect(try subscriber.expect("WillHide", "DidHide")[0].reason == "provider-lost")
    }

    @Test("ListObservers: how each stands, why, and for what it is believed")
    func listing() throws {
        keyboard.see(Facts(keyboard: witness(true)))
        try subscriber.expect("WillShow", "DidShow")
        let listed = try subscriber.observers()
        #expect(listed.map(\.name) == ["Screens", "Keyboard"])
        #expect(listed.map(\.availability) == ["active", "active"])
        guard case .array("s", let fields)? = listed[1].details["believed-for"] else {
            throw TestFailure("believed for nothing: \(listed)")
        }
        #expect(fields.contains("visible"))
        #expect(fields.contains("frame"))
        #expect(listed[0].details["believed-for"] == nil)
        screens.see(nil)
        #expect(try subscriber.observers()[0].availability == "waiting")
        #expect(try subscriber.observers()[0].details["why"] == "it went")
    }

    @Test("ListBeliefs: who is believed for which field of a keyboard that several speak of, and why")
    func beliefs() throws {
        #expect(try subscriber.beliefs() == [:])
        var word = witness(true)
        word.name = "one"
        word.frame = nil
        keyboard.see(Facts(keyboard: word))
        var window = witness(false)
        window.name = "one"
        screens.see(
            Facts(
                keyboard: window, outputs: [Output(name: "eDP-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))]))
        try subscriber.rest(at: "shown")
        var beliefs = try subscriber.beliefs()
        #expect(beliefs["visible"] == "observer Keyboard (own-flag)")
        #expect(beliefs["frame"] == "observer Screens (same-keyboard, best-frame)")
        // A provider speaks of it, too.
        try provider.publish(["name": "one", "engine": "ibus:anthy", "visible": true])
        beliefs = try subscriber.beliefs()
        #expect(beliefs["visible"]?.hasPrefix("provider one (") == true)
        #expect(beliefs["engine"]?.hasPrefix("provider one (") == true)
        #expect(beliefs["frame"] == "observer Screens (same-keyboard, best-frame)")
        // Whoever speaks alone has no rival.
        keyboard.see(nil)
        screens.see(nil)
        #expect(try subscriber.beliefs()["visible"] == "provider one ()")
    }

    @Test("Watching is whether any observer is active")
    func watching() throws {
        try stage.wait("one") { subscriber.properties["Watching"] == true }
        keyboard.see(Facts(keyboard: witness(false)))
        screens.see(nil)
        #expect(try subscriber.all()["Watching"] == true)
        keyboard.see(nil)
        try stage.wait("none") { subscriber.properties["Watching"] == false }
        try subscriber.expectNothing()
    }

    @Test("Show and Hide go to the observer that is believed, else to one that can, else NotSupported")
    func requests() throws {
        var able = witness(true)
        able.canShow = true
        able.canHide = true
        keyboard.see(Facts(keyboard: able))
        try subscriber.expect("WillShow", "DidShow")
        try provider.publish(["name": "other", "visible": false, "can-show": true])
        try subscriber.request(Names.Keyboard.hide)
        #expect(keyboard.requests == ["hide"])
        try subscriber.request(Names.Keyboard.show)
        #expect(keyboard.requests == ["hide", "show"])
        // One that does not take it is passed over.
        keyboard.isWilling = false
        try subscriber.request(Names.Keyboard.show)
        try stage.wait("the provider to be asked") { provider.requests.map(\.member) == ["ShowRequested"] }
        let error = #expect(throws: BusError.self) { try subscriber.request(Names.Keyboard.hide) }
        #expect(error?.name == Names.Errors.notSupported.text)
    }

    // MARK: What the compositor does

    /// A keyboard of which one observer knows that it is visible, and another one what is reserved for it.
    private func reserve(isFullscreen: Bool = false) throws {
        let now = stage.now
        let strip = ReservedStrip(
            frame: Rect(x: 0, y: 500, width: 1280, height: 300), edge: .bottom, since: now, changed: now)
        let area = OutputArea(
            output: "eDP-1", usable: Rect(x: 0, y: 0, width: 1280, height: 500), strips: [strip],
            isFullscreen: isFullscreen, compositorAvoids: ["maximized", "tiled"])
        screens.see(Facts(areas: [area], outputs: Self.outputs))
        keyboard.see(Facts(keyboard: KeyboardWitness(name: "squeekboard", isVisible: true, since: now)))
    }

    @Test("usable and compositor-avoids tell what the compositor does by itself")
    func usable() throws {
        try reserve()
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.end == [0, 500, 1280, 300])
        #expect(shown.details["usable"] == .rect(0, 0, 1280, 500))
        #expect(shown.details["compositor-avoids"] == .strings(["maximized", "tiled"]))
    }

    @Test("under a fullscreen window a keyboard is hidden, reason occluded")
    func occluded() throws {
        try reserve()
        try subscriber.expect("WillShow", "DidShow")
        let now = stage.now
        let strip = ReservedStrip(
            frame: Rect(x: 0, y: 500, width: 1280, height: 300), edge: .bottom, since: now, changed: now)
        screens.see(
            Facts(
                areas: [
                    OutputArea(
                        output: "eDP-1", usable: Rect(x: 0, y: 0, width: 1280, height: 500), strips: [strip],
                        isFullscreen: true)
                ], outputs: Self.outputs))
        #expect(try subscriber.expect("WillHide", "DidHide")[0].reason == "occluded")
    }
}
