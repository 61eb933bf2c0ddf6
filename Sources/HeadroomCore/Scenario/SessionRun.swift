/// Plays a scenario on an ``AvoidanceSession``, event by event.
struct SessionRun {
    private let scenario: SessionScenario
    private var session: AvoidanceSession
    private var presence: KeyboardPresence?

    init(_ scenario: SessionScenario) {
        self.scenario = scenario
        session = AvoidanceSession(scene: scenario.scene, options: scenario.options, hold: scenario.hold)
        presence = scenario.presence
    }

    /// The answer to each event, and what is on the screen at the times asked for.
    consuming func answers() -> ScenarioAnswers {
        var answers = ScenarioAnswers()
        var values: [Double: Double] = [:]
        var open = scenario.samples.sorted()[...]
        for event in scenario.events {
            while let sample = open.first, ScenarioEvent.instant(sample) < event.time {
                values[sample] = value(at: sample)
                open.removeFirst()
            }
            answers.after.append(answer(play(event)))
        }
        for sample in open { values[sample] = value(at: sample) }
        if !scenario.samples.isEmpty {
            answers.samples = scenario.samples.map { sample in
                JSONValue.Member(JSONValue.text(of: sample), .number(values[sample] ?? 0))
            }
        }
        return answers
    }

    /// The session before the first event, and after each.
    consuming func steps() -> [ScenarioStep] {
        var steps = [ScenarioStep(event: "start", time: 0, session: session)]
        var now: UInt64 = 0
        for event in scenario.events {
            now = max(now, event.time)
            _ = play(event)
            steps.append(ScenarioStep(event: event.type, time: now, session: session))
        }
        return steps
    }

    // MARK: - Events

    private mutating func play(_ event: ScenarioEvent) -> AvoidanceChange {
        let time = event.time
        switch event.kind {
        case .nothing:
            return session.advance(to: time)
        case .keyboard(let verb, let physical, let physicalOn):
            let report = physical.logical(on: session.scene.outputs, physicalOn: physicalOn)
            guard presence != nil else { return session.keyboard(report, at: time, pace: event.pace) }
            if verb == .willShow, report.isAcceptable { _ = presence?.flagged(true, on: session.scene.outputs) }
            return act(presence?.surfaced(report, on: session.scene.outputs), event)
        case .willHide:
            return act(presence?.flagged(false, on: session.scene.outputs) ?? .hide, event)
        case .visible(let value):
            return act(presence?.flagged(value, on: session.scene.outputs), event)
        case .owner(let isPresent):
            return act(presence?.owner(isPresent: isPresent, on: session.scene.outputs), event)
        case .focus(let target):
            return session.focus(target, at: time, pace: event.pace)
        case .caret(let target):
            return session.caret(target, at: time, pace: event.pace)
        case .userScroll(let offset):
            return session.userScrolled(to: offset, at: time)
        case .windowChanged(let change):
            return session.windowChanged(change.change(in: session.scene), at: time, pace: event.pace)
        case .outputChanged(let frame, let change):
            let outputs = session.scene.outputs.turned(to: frame, holding: session.scene.place)
            let answer = session.outputsChanged(
                to: outputs, change.change(in: session.scene), at: time, pace: event.pace)
            if session.scene.outputs == outputs { presence?.forgetSurface() }
            return answer
        }
    }

    /// Does what a keyboard's presence says; without a presence such events mean nothing (rule S5).
    private mutating func act(_ action: KeyboardPresence.Action?, _ event: ScenarioEvent) -> AvoidanceChange {
        let time = event.time
        switch action {
        case .show(let report):
            return session.keyboard(report, at: time, pace: event.pace)
        case .place(let report):
            return session.keyboard(report, at: time, pace: event.pace, isShown: false)
        case .hide:
            return session.hide(at: time, pace: event.pace, graceMS: scenario.graceMS)
        case .lose:
            return session.hide(at: time)
        case .ignore, nil:
            return session.advance(to: time)
        }
    }

    // MARK: - Answers

    /// What is on the screen at `sample` ms: the shift, or the offset of the scroll view.
    private func value(at sample: Double) -> Double {
        let time = ScenarioEvent.instant(sample)
        var session = session
        session.advance(to: time)
        switch scenario.mode {
        case .shift: return session.shiftMotion.value(at: time)
        case .scroll, .chain: return session.offsetMotion.value(at: time)
        }
    }

    private func answer(_ change: AvoidanceChange) -> JSONValue {
        let adjustment = change.adjustment
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue) { members.append(JSONValue.Member(key, value)) }
        if let container = session.scene.globalContainer {
            add("shift", .number(adjustment.shift))
            add("container_y", .number(container.y - adjustment.shift))
        }
        switch scenario.mode {
        case .shift:
            add("residual", .number(adjustment.covered))
        case .scroll:
            add("offset", .number(adjustment.offset))
            add("inset_bottom", .number(adjustment.insetBottom))
            add("residual", .number(adjustment.covered))
        case .chain:
            let parts = session.scrolledParts
            var named = parts.inner.enumerated().map { JSONValue.Member("scroll\($0)", .number($1)) }
            named.append(JSONValue.Member("scroll", .number(parts.outer)))
            named.append(JSONValue.Member("root", .number(adjustment.shift)))
            add("parts", .object(named))
            add("offsets", .array((session.scene.inner.map(\.offset) + [adjustment.offset]).map(JSONValue.number)))
            add("inset_bottom", .number(adjustment.insetBottom))
            add("residual", .number(adjustment.remainder))
        }
        add("command", .bool(change.isCommand))
        add("progress", .number(session.progress))
        return .object(members)
    }
}
