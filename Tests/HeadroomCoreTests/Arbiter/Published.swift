import HeadroomCore
import Testing

/// Arbiter and timeline, as the daemon has them, and what they publish. Times in ms.
struct Published {
    var desk = Desk()
    var timeline: Timeline
    private(set) var notifications: [Notification] = []

    init(learned: LearnedFrames = LearnedFrames()) { timeline = Timeline(start: 0, learned: learned) }

    mutating func says(_ source: Source, _ facts: Facts?, at time: UInt64) {
        let outputs = desk.arbiter.outputs
        let answer = desk.says(source, facts, at: time)
        if desk.arbiter.outputs != outputs { note(timeline.setOutputs(desk.arbiter.outputs, at: time * 1000)) }
        note(timeline.update(answer, at: time * 1000))
    }

    /// Lets time pass.
    mutating func rests(until time: UInt64) { note(timeline.advance(to: time * 1000)) }

    private mutating func note(_ actions: [Timeline.Action]) {
        for case .notify(let notification) in actions { notifications.append(notification) }
        let broken = timeline.brokenInvariant()
        #expect(broken == nil)
    }

    /// The names of what was said, of Wills or of all.
    var said: [Notification.Kind] { notifications.map(\.kind) }

    /// What somebody who comes now is told; of a hidden keyboard only that.
    var state: State {
        let (phase, newest) = timeline.state
        guard phase.isVisible else { return State(phase: phase) }
        return State(
            phase: phase, output: newest.output, end: newest.frameEnd, inset: newest.bottomInset,
            bar: newest.candidateBarHeight, placement: newest.details.placement, origin: timeline.facts.origin,
            engine: newest.details.engine, room: newest.details.roomBelowCaret,
            isEstimated: newest.details.isEstimated)
    }

    struct State: Equatable {
        var phase: Phase
        var output = ""
        var end = Rect.zero
        var inset = 0.0
        var bar = 0.0
        var placement = Placement.docked
        var origin = ""
        var engine = ""
        var room = 0.0
        var isEstimated = false
    }
}
