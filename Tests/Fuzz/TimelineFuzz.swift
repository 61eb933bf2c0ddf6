import HeadroomCore

/// Facts of any kind at any time: nothing traps, no invariant breaks, serials rise and every Did follows its Will.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTimeline(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var story = TimelineStory(FuzzBytes(start, count: count))
    while !story.bytes.isAtEnd { story.step() }
    story.end()
    return 0
}

private struct TimelineStory {
    var bytes: FuzzBytes
    private var timeline: Timeline
    private var time: UInt64 = 1_000_000
    private var last: Notification

    init(_ given: FuzzBytes) {
        bytes = given
        timeline = Timeline(start: time, outputs: bytes.outputs())
        last = timeline.state.notification
    }

    mutating func step() {
        time = bytes.time(after: time)
        switch bytes.choice(of: 8) {
        case 0: note(timeline.advance(to: time))
        case 1: note(timeline.setOutputs(bytes.outputs(), at: time))
        case 2: note(timeline.expectHide(at: time))
        case 3: note(timeline.update(KeyboardFacts(), at: time))
        default: note(timeline.update(bytes.facts(), cause: bytes.cause(), at: time))
        }
    }

    /// It comes to rest, and a shutdown hides.
    mutating func end() {
        for _ in 0..<100 {
            guard let due = timeline.nextDeadline else { break }
            note(timeline.advance(to: due))
        }
        demand(timeline.nextDeadline == nil, "never comes to rest")
        note(timeline.shutDown(at: time))
        demand(timeline.phase == .hidden, "a shutdown that leaves it \(timeline.phase)")
    }

    private mutating func note(_ actions: [Timeline.Action]) {
        for case .notify(let notification) in actions {
            // The last serial of all is said again.
            demand(notification.serial > last.serial || last.serial == .max, "\(notification) after \(last)")
            if notification.kind.isWill {
                demand(notification.details.completes == nil, "a Will that completes: \(notification)")
            } else {
                demand(
                    last.kind.isWill && notification.details.completes == last.serial, "\(notification) after \(last)")
                let isStill = notification.frameBegin == notification.frameEnd
                demand(isStill || bytes.isHostile, "a Did that moves: \(notification)")
            }
            last = notification
        }
        demand(timeline.phase == last.kind.phase, "\(timeline.phase) after \(last)")
        let broken = timeline.brokenInvariant()
        demand(broken == nil || bytes.isHostile, broken ?? "")
    }
}

extension FuzzBytes {
    fileprivate mutating func facts() -> KeyboardFacts {
        var facts = KeyboardFacts()
        let kind = byte()
        facts.origin = ["squeekboard", "onboard", "any", ""][choice(of: 4)]
        facts.isPresent = kind & 7 != 7
        facts.isFlagged = kind & 24 != 24
        facts.isOccluded = kind & 96 == 96
        facts.isMeasured = kind & 128 == 0
        facts.output = ["a", "b", "", "?"][choice(of: 4)]
        facts.frame =
            switch choice(of: 4) {
            case 0: .unknown
            case 1: .none
            case 2: .rect(rect())
            default: .rect(Rect(x: 0, y: 800 - Double(byte()) * 2, width: 1280, height: Double(byte()) * 2))
            }
        facts.placement = placement()
        facts.habits = Habits.of(keyboard: facts.origin)
        if flag() { facts.candidateBarHeight = size() }
        if flag() { facts.roomBelowCaret = size() }
        return facts
    }

    fileprivate mutating func cause() -> ChangeCause {
        guard flag() else { return .unannounced }
        return ChangeCause(
            transition: Transition(
                durationMS: UInt32(byte()) * 4, curve: curve(), startTime: flag() ? UInt64(byte()) * 10_000 : nil),
            reason: flag() ? .user : nil)
    }
}
