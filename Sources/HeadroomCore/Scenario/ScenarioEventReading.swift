extension ScenarioObject {
    /// An event of the scenario (contract, section 8);    /// `outputs` has the names that `physical_on` may give.
    mutating func event(outputs: [Output]) throws(KeyError) -> ScenarioEvent {
        let type = try required("type", try string("type"))
        let time = ScenarioEvent.instant(try number("t") ?? 0)
        let duration = try number("duration_ms")
        return ScenarioEvent(type: type, time: time, duration: duration, kind: try kind(type, outputs: outputs))
    }

    private mutating func kind(_ type: String, outputs: [Output]) throws(KeyError) -> ScenarioEvent.Kind {
        switch type {
        case "will_show": return try keyboard(.willShow, outputs: outputs)
        case "will_change": return try keyboard(.willChange, outputs: outputs)
        case "surface": return try keyboard(.surface, outputs: outputs)
        case "will_hide", "did_show", "did_hide":
            // A frame carried by them is never used (rules S3 and S4), whatever it is.
            skip(ScenarioObject.keyboardKeys)
            return type == "will_hide" ? .willHide : .nothing
        case "tick": return .nothing
        case "focus":
            // One that names nothing is rejected by the session (rule G5).
            guard let value = value("target") else { return .focus(Target()) }
            return .focus(value == .null ? nil : try target("target"))
        case "caret": return .caret(try required("target", try target("target")))
        case "user_scroll": return .userScroll(try required("offset", try number("offset")))
        case "window_changed": return .windowChanged(try windowChange())
        case "output_changed": return .outputChanged(try rect("output"), try windowChange())
        case "visible": return .visible(try required("value", try bool("value")))
        case "owner": return .owner(try required("present", try bool("present")))
        default: throw error("type", "no such event: \(type)")
        }
    }

    private static let keyboardKeys = [
        "frame", "height", "physical_on", "candidate_bar_h", "candidate_included", "accessory_h", "accessory_included",
        "room_below_caret", "estimated", "regions", "placement", "compositor_avoids",
    ]

    private mutating func keyboard(
        _ verb: ScenarioEvent.KeyboardVerb, outputs: [Output]
    ) throws(KeyError) -> ScenarioEvent.Kind {
        skip(["height"])
        let extent: KeyboardReport.Extent
        if let frame = try rect("frame") {
            extent = .frame(frame)
        } else {
            guard let height = try number("height") else { throw error("frame", "frame or height is missing") }
            extent = .height(height)
        }
        var regions: [Rect] = []
        for (index, value) in (try array("regions") ?? []).enumerated() {
            let numbers = if case .array(let values) = value { values.compactMap(\.asNumber) } else { [Double]() }
            guard numbers.count == 4 else { throw error("regions[\(index)]", "has to be 4 numbers") }
            regions.append(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        }
        let report = KeyboardReport(
            extent,
            candidateBar: try strip("candidate_bar_h", "candidate_included"),
            accessory: try strip("accessory_h", "accessory_included"),
            roomBelowCaret: try number("room_below_caret") ?? 0,
            placement: try string("placement").map(Placement.init(rawValue:)),
            regions: regions,
            isEstimated: try bool("estimated") ?? false,
            compositorAvoids: try bool("compositor_avoids") ?? false)
        let physicalOn = try string("physical_on")
        if let physicalOn, outputs.named(physicalOn) == nil {
            throw error("physical_on", "no output has this name: \(physicalOn)")
        }
        return .keyboard(verb, report, physicalOn: physicalOn)
    }

    private mutating func strip(_ height: String, _ included: String) throws(KeyError) -> KeyboardReport.Strip {
        KeyboardReport.Strip(height: try number(height) ?? 0, isIncluded: try bool(included) ?? true)
    }

    private mutating func windowChange() throws(KeyError) -> ScenarioWindowChange {
        var change = ScenarioWindowChange(
            container: try rect("container"), parentOrigin: try point("parent_origin"),
            includesShift: try bool("includes_shift") ?? false,
            scroll: try object("scroll") { object throws(KeyError) in try object.scroll() })
        if let value = value("target") {
            change.target = .some(value == .null ? nil : try target("target"))
        }
        return change
    }
}

extension ScenarioObject {
    /// The keys of a `scroll` object, any numbers.
    mutating func scroll() throws(KeyError) -> ScenarioScroll {
        ScenarioScroll(
            frame: try rect("frame"), contentHeight: try number("content_h"), offset: try number("offset"),
            insetTop: try number("inset_top"), insetBottom: try number("inset_bottom"),
            automaticInset: try number("auto_safe_bottom"))
    }

    /// A target, or null: none. Its numbers are judged by rule G5.
    mutating func target(_ key: String) throws(KeyError) -> Target? {
        if value(key) == .null { return nil }
        return try object(key) { object throws(KeyError) in
            Target(
                field: try object.rect("field"), caret: try object.rect("caret"),
                selection: try object.object("selection") { selection throws(KeyError) in
                    Selection(
                        anchor: try selection.rect("anchor"),
                        end: try selection.required("end", try selection.rect("end")),
                        handleHeight: try selection.number("handle_h"))
                },
                inside: try object.objects("inside", atMost: ScenarioObject.deepestNesting) { level throws(KeyError) in
                    Target.Nesting(
                        frame: try level.required("frame_in_outer", try level.rect("frame_in_outer")),
                        offset: try level.number("offset") ?? 0)
                } ?? [])
        }
    }

    /// How many scroll views may lie in each other (chosen: ten times what any program has).
    static let deepestNesting = 64
}
