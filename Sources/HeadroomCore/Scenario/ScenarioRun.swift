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
    func answers() -> ScenarioAnswers {
        switch self {
        case .session(let scenario): SessionRun(scenario).answers()
        case .popups(let scenario): ScenarioAnswers(after: scenario.answers())
        case .timeline(let scenario): TimelineRun(scenario).answers()
        }
    }
}

extension PopupScenario {
    /// What a query asks, in logical pixels: all its rectangles may be in device pixels; the popup itself is ours (rule
    /// D4).
    func popup(of query: Query) -> CandidatePopup {
        var popup = query.popup
        guard let name = query.physicalOn, let output = outputs.named(name) else { return popup }
        popup.cursor = output.logical(device: popup.cursor)
        popup.window = popup.window.map(output.logical(device:))
        popup.keyboard = popup.keyboard.map(output.logical(device:))
        return popup
    }

    fileprivate func answers() -> [JSONValue] {
        queries.map { query in
            guard let origin = popup(of: query).origin(on: outputs) else { return .object([]) }
            return .object([JSONValue.Member("popup", .array([.number(origin.x), .number(origin.y)]))])
        }
    }
}
