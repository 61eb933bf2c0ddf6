/// Plays a scenario on the daemon's ``Timeline``, event by event.
struct TimelineRun {
    private let events: [ScenarioEvent]
    private var timeline: Timeline
    private var facts = KeyboardFacts()
    private var hold: BarHold

    /// A notification, and when it was sent, in µs.
    private struct Signal {
        var time: UInt64
        var notification: Notification
    }

    init(_ scenario: TimelineScenario) {
        events = scenario.events
        hold = scenario.hold
        facts.origin = TimelineRun.keyboard
        facts.isPresent = true
        facts.isFlagged = scenario.isFlagged
        facts.habits = Habits(graceMS: scenario.graceMS, movesInOneStep: false)
        var learned = LearnedFrames()
        if let frame = scenario.learned, let output = scenario.outputs.holding(frame) {
            let key = LearnedFrames.Key(keyboard: TimelineRun.keyboard, output: output)
            learned[key] = LearnedFrames.Value(
                frame: output.relative(frame), durationMS: TimelineRun.milliseconds(scenario.learnedDuration),
                curve: .linear)
        }
        timeline = Timeline(start: 0, outputs: scenario.outputs, learned: learned)
    }

    /// The keyboard's name, for what is learned of it.
    private static let keyboard = "scenario"

    private static func milliseconds(_ value: Double) -> UInt32 {
        value.isFinite ? UInt32(min(max(value, 0), 1e9).rounded()) : 0
    }

    /// What was sent for each event, by timers due before it included.
    consuming func answers() -> ScenarioAnswers {
        var answers = ScenarioAnswers()
        for event in events {
            let signals = JSONValue.array(play(event).map(TimelineRun.json))
            answers.after.append(.object([JSONValue.Member("signals", signals)]))
        }
        return answers
    }

    /// What was sent, as frames of a picture.
    consuming func frames() -> [PictureFrame] {
        events.flatMap { event in
            play(event).map { $0.notification.frame(at: $0.time, on: timeline.outputs) }
        }
    }

    // MARK: - Events

    private mutating func play(_ event: ScenarioEvent) -> [Signal] {
        var signals: [Signal] = []
        while let due = timeline.nextDeadline, due <= event.time {
            note(timeline.advance(to: due), at: due, in: &signals)
        }
        let time = max(timeline.now, event.time)
        let cause = ChangeCause(
            transition: event.duration.map { Transition(durationMS: TimelineRun.milliseconds($0)) })
        switch event.kind {
        case .outputChanged(let frame, _):
            let outputs = timeline.outputs.turned(to: frame, holding: facts.frame.rect)
            note(timeline.setOutputs(outputs, at: time), at: time, in: &signals)
            return signals
        case .keyboard(let verb, let physical, let physicalOn):
            let report = physical.logical(on: timeline.outputs, physicalOn: physicalOn)
            if verb == .willShow, report.isAcceptable { facts.isFlagged = true }
            measure(report)
        case .willHide:
            facts.isFlagged = false
        case .visible(let value):
            facts.isFlagged = value
        case .owner(let isPresent):
            facts.isPresent = isPresent
            if !isPresent { reset() }
        case .nothing, .focus, .caret, .userScroll, .windowChanged:
            note(timeline.advance(to: time), at: time, in: &signals)
            return signals
        }
        note(timeline.update(facts, cause: cause, at: time), at: time, in: &signals)
        return signals
    }

    /// Losing the owner resets flag and surface (rule D2).
    private mutating func reset() {
        facts.isFlagged = false
        facts.frame = .none
    }

    /// Takes a report into the facts; one that may not be believed changes nothing (rule G1).
    private mutating func measure(_ report: KeyboardReport) {
        guard report.isAcceptable else { return }
        guard let frame = report.frame(on: timeline.outputs), let output = timeline.outputs.holding(frame),
            !report.isEmpty
        else {
            facts.frame = .none
            return
        }
        let counted = report.counted(at: frame, on: output.frame, hold: &hold)
        facts.frame = .rect(counted.frame)
        facts.output = output.name
        facts.isMeasured = !report.isEstimated
        facts.candidateBarHeight = counted.bar
        facts.isCandidateBarReserved = hold.reservesAnything
        facts.roomBelowCaret = counted.room
        facts.regions = report.regions
        facts.placement =
            report.placement ?? (Cover.isDocked(counted.frame, placement: nil, on: output) ? .docked : .floating)
    }

    // MARK: - Answers

    private mutating func note(_ actions: [Timeline.Action], at time: UInt64, in signals: inout [Signal]) {
        for action in actions {
            switch action {
            case .notify(let notification):
                signals.append(Signal(time: time, notification: notification))
                if notification.kind == .willHide { hold.endSession() }
            case .learn: break
            }
        }
    }

    private static func json(_ signal: Signal) -> JSONValue {
        let notification = signal.notification
        var members = [
            JSONValue.Member("name", .string(notification.kind.rawValue)),
            JSONValue.Member("serial", .number(Double(notification.serial))),
            JSONValue.Member("t", .number(Double(signal.time) / 1000)),
            JSONValue.Member("output", .string(notification.output)),
            JSONValue.Member("frame_begin", .rect(notification.frameBegin)),
            JSONValue.Member("frame_end", .rect(notification.frameEnd)),
            JSONValue.Member("bottom_inset", .number(notification.bottomInset)),
            JSONValue.Member("candidate_bar_height", .number(notification.candidateBarHeight)),
            JSONValue.Member("duration_ms", .number(Double(notification.durationMS))),
            JSONValue.Member("placement", .string(notification.details.placement.rawValue)),
            JSONValue.Member("reason", .string(notification.details.reason.rawValue)),
            JSONValue.Member("estimated", .bool(notification.details.isEstimated)),
        ]
        if let completes = notification.details.completes {
            members.append(JSONValue.Member("completes", .number(Double(completes))))
        }
        return .object(members)
    }
}

extension KeyboardReport {
    /// The frame, of a height alone at the bottom of the first output.
    fileprivate func frame(on outputs: [Output]) -> Rect? {
        switch extent {
        case .frame(let frame): return frame
        case .height(let height):
            guard let screen = outputs.first?.frame else { return nil }
            return Rect(x: screen.x, y: screen.bottom - height, width: screen.width, height: height)
        }
    }
}

extension FrameKnowledge {
    fileprivate var rect: Rect? {
        if case .rect(let rect) = self { rect } else { nil }
    }
}
