/// The answers to a case.
struct ScenarioAnswers: Sendable, Hashable {
    /// One object for each event or query.
    var after: [JSONValue] = []
    /// The samples by their time; nil if none are asked for.
    var samples: [JSONValue.Member]?

    /// The answers as one line.
    func text(id: String) -> String {
        var members = [JSONValue.Member("id", .string(id)), JSONValue.Member("after", .array(after))]
        if let samples { members.append(JSONValue.Member("samples", .object(samples))) }
        return JSONValue.object(members).description
    }
}

extension ScenarioInput {
    /// Plays the scenario through the code that clients use.
    ///
    /// - Parameter timeline: plays what the daemon publishes.
    func answers(timeline: TimelineScenario.Player) -> ScenarioAnswers {
        switch self {
        case .session(let scenario): SessionRun(scenario).answers()
        case .popups(let scenario): ScenarioAnswers(after: scenario.answers())
        case .timeline(let scenario): ScenarioAnswers(after: timeline(scenario).map(JSONValue.signals))
        }
    }
}

extension PopupScenario {
    fileprivate func answers() -> [JSONValue] {
        queries.map { query in
            var popup = query.popup
            if let name = query.physicalOn, let output = outputs.named(name) {
                // All rectangles of the query are in device pixels; the popup itself is ours (rule D4).
                popup.cursor = output.logical(device: popup.cursor)
                popup.window = popup.window.map(output.logical(device:))
                popup.keyboard = popup.keyboard.map(output.logical(device:))
            }
            guard let origin = popup.origin(on: outputs) else { return .object([]) }
            return .object([JSONValue.Member("popup", .array([.number(origin.x), .number(origin.y)]))])
        }
    }
}

extension JSONValue {
    fileprivate static func signals(_ signals: [TimelineScenario.Signal]) -> JSONValue {
        .object([Member("signals", .array(signals.map(JSONValue.signal)))])
    }

    private static func signal(_ signal: TimelineScenario.Signal) -> JSONValue {
        let notification = signal.notification
        var members = [
            Member("name", .string(notification.kind.rawValue)),
            Member("serial", .number(Double(notification.serial))),
        ]
        if let completes = notification.details.completes {
            members.append(Member("completes", .number(Double(completes))))
        }
        members += [
            Member("frame_begin", .rect(notification.frameBegin)),
            Member("frame_end", .rect(notification.frameEnd)),
            Member("duration_ms", .number(Double(notification.durationMS))),
            Member("estimated", .bool(notification.details.isEstimated)),
            Member("t", .number(Double(signal.time) / 1000)),
        ]
        return .object(members)
    }
}
