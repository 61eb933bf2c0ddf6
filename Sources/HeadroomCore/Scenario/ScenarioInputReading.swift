extension ScenarioObject {
    /// The `input` of a case (contract, section 8).
    mutating func input() throws(KeyError) -> ScenarioInput {
        skip(["rules", "numbers"])
        let outputs = try outputs()
        let isTimeline = try bool("timeline") ?? false
        let mode = try word("mode", SessionScenario.Mode.self)
        if value("queries") != nil {
            skip(ScenarioObject.inputKeys)
            return .popups(try popups(outputs: outputs))
        }
        if isTimeline {
            skip(ScenarioObject.inputKeys)
            return .timeline(try timeline(outputs: outputs))
        }
        let scenario = try session(try required("mode", mode), outputs: outputs)
        skip(ScenarioObject.inputKeys)
        return .session(scenario)
    }

    /// The keys that mean nothing in some modes.
    private static let inputKeys = [
        "margin", "top_margin", "container", "parent_origin", "scroll", "chain", "target", "grace_ms", "daemon",
        "visible_property", "events", "samples_at", "popup", "gap", "bar_policy", "learned_bar", "learned_room",
        "floating", "reveal",
        "learned", "learned_duration_ms",
    ]

    // MARK: - Outputs

    private mutating func outputs() throws(KeyError) -> [Output] {
        if let frame = try validRect("output") {
            guard value("outputs") == nil else { throw error("outputs", "either output or outputs") }
            return [Output(name: "", frame: frame)]
        }
        let value = try required("outputs", value("outputs"))
        guard case .object(let members) = value, !members.isEmpty else {
            throw error("outputs", "has to be an object of at least one output")
        }
        return try members.map { member throws(KeyError) in
            try ScenarioObject.read(member.value, path: "\(at("outputs")).\(member.key)") { object throws(KeyError) in
                try object.output(member.key)
            }
        }
    }

    private mutating func output(_ name: String) throws(KeyError) -> Output {
        let frame = try required("rect", try validRect("rect"))
        let scale = try finite("scale") ?? 1
        guard scale > 0 else { throw error("scale", "has to be more than 0") }
        let origin = try point("phys_origin") ?? .zero
        guard origin.isFinite else { throw error("phys_origin", "has to be finite") }
        let reserved = try finite("reserved_bottom") ?? 0
        return Output(
            name: name, frame: frame, scale: scale,
            workArea: Rect(
                left: frame.left, top: frame.top, right: frame.right, bottom: frame.bottom - max(0, reserved)),
            deviceFrame: Rect(x: origin.x, y: origin.y, width: frame.width * scale, height: frame.height * scale))
    }

    // MARK: - Modes

    private mutating func session(
        _ mode: SessionScenario.Mode, outputs: [Output]
    ) throws(KeyError) -> SessionScenario {
        var scene = Scene(outputs: outputs, target: try target("target"))
        scene.parentOrigin = try point("parent_origin") ?? .zero
        guard scene.parentOrigin.isFinite else { throw error("parent_origin", "has to be finite") }
        switch mode {
        case .shift:
            scene.container = try required("container", try validRect("container"))
        case .scroll:
            scene.scroll = try required("scroll", try scrollArea())
        case .chain:
            scene.container = try validRect("container")
            scene.scroll = try required("scroll", try scrollArea())
            scene.inner =
                try objects("chain", atMost: ScenarioObject.deepestNesting) { level throws(KeyError) in
                    InnerScroll(
                        frame: try level.required("frame_in_outer", try level.validRect("frame_in_outer")),
                        contentHeight: try level.required("content_h", try level.possible("content_h")),
                        offset: try level.possible("offset") ?? 0)
                } ?? []
        }
        let options = AvoidanceOptions(
            margin: try finite("margin") ?? 10, topMargin: try finite("top_margin") ?? 0,
            reveal: try word("reveal", AvoidanceOptions.Reveal.self) ?? .caret,
            floating: try word("floating", AvoidanceOptions.Floating.self) ?? .ignore)
        let isFlagged = try bool("visible_property") ?? true
        return SessionScenario(
            mode: mode, scene: scene, options: options, hold: try hold(), graceMS: try grace(),
            presence: try bool("daemon") ?? false ? KeyboardPresence(isFlagged: isFlagged) : nil,
            events: try objects("events") { event throws(KeyError) in try event.event(outputs: outputs) } ?? [],
            samples: try samples())
    }

    private mutating func scrollArea() throws(KeyError) -> ScrollArea? {
        try object("scroll") { object throws(KeyError) in
            ScrollArea(
                frame: try object.required("frame", try object.validRect("frame")),
                contentHeight: try object.required("content_h", try object.possible("content_h")),
                offset: try object.possible("offset") ?? 0, insetTop: try object.possible("inset_top") ?? 0,
                insetBottom: try object.possible("inset_bottom") ?? 0,
                automaticInset: try object.possible("auto_safe_bottom") ?? 0)
        }
    }

    private mutating func hold() throws(KeyError) -> BarHold {
        BarHold(
            policy: try word("bar_policy", BarHold.Policy.self) ?? .follow, learnedBar: try finite("learned_bar") ?? 0,
            learnedRoom: try finite("learned_room") ?? 0)
    }

    private mutating func grace() throws(KeyError) -> UInt32 {
        UInt32(min(max(try finite("grace_ms") ?? 0, 0), 1e9).rounded())
    }

    private mutating func samples() throws(KeyError) -> [Double] {
        var samples: [Double] = []
        for (index, value) in (try array("samples_at") ?? []).enumerated() {
            guard let number = value.asNumber, number.isFinite else {
                throw error("samples_at[\(index)]", "has to be a finite number")
            }
            samples.append(number)
        }
        return samples
    }

    private mutating func popups(outputs: [Output]) throws(KeyError) -> PopupScenario {
        let size = try point("popup")
        let gap = try finite("gap") ?? 0
        let queries = try objects("queries") { query throws(KeyError) in
            let own = try query.point("popup") ?? size
            guard let own = own, own.isFinite, own.x >= 0, own.y >= 0 else {
                throw query.error("popup", "has to be a possible size, here or in the input")
            }
            let physicalOn = try query.string("physical_on")
            if let physicalOn, outputs.named(physicalOn) == nil {
                throw query.error("physical_on", "no output has this name: \(physicalOn)")
            }
            let popup = CandidatePopup(
                size: Size(width: own.x, height: own.y), gap: gap,
                cursor: try query.required("cursor", try query.rect("cursor")), window: try query.rect("window"),
                keyboard: try query.rect("keyboard"))
            return PopupScenario.Query(popup: popup, physicalOn: physicalOn)
        }
        return PopupScenario(outputs: outputs, queries: queries ?? [])
    }

    private mutating func timeline(outputs: [Output]) throws(KeyError) -> TimelineScenario {
        let events = try objects("events") { object throws(KeyError) in
            let event = try object.event(outputs: outputs)
            guard event.concernsTimeline else { throw object.error("type", "no event of a timeline") }
            return event
        }
        return TimelineScenario(
            outputs: outputs, learned: try validRect("learned"),
            learnedDuration: try finite("learned_duration_ms") ?? 0, graceMS: try grace(),
            isFlagged: try bool("visible_property") ?? true, hold: try hold(), events: events ?? [])
    }
}

extension ScenarioEvent {
    /// Whether it says something of the keyboard, not only of content.
    fileprivate var concernsTimeline: Bool {
        switch kind {
        case .keyboard, .willHide, .nothing, .outputChanged, .visible, .owner: true
        case .focus, .caret, .userScroll, .windowChanged: false
        }
    }
}
