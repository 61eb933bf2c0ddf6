import HeadroomCore
import Testing

/// A keyboard with candidates and what is published of it. Times in ms.
struct HeldStory {
    static let one = Output(name: "one", frame: Rect(x: 0, y: 0, width: 1280, height: 800), isPrimary: true)
    static let two = Output(name: "two", frame: Rect(x: 1280, y: 0, width: 1280, height: 800))
    static let base = Rect(x: 0, y: 540, width: 1280, height: 260)

    private(set) var held: HeldTimeline
    private(set) var facts = KeyboardFacts()
    private(set) var now: UInt64 = 0
    /// What was said since it was last asked for.
    private var told: [Notification] = []

    init(
        _ policy: BarHold.Policy = .auto, engine: String = "ibus:libpinyin", keyboard: String = "squeekboard",
        memory: LearnedCandidates = LearnedCandidates(), learned: LearnedFrames = LearnedFrames()
    ) {
        held = HeldTimeline(
            start: 0, outputs: [HeldStory.one, HeldStory.two], learned: learned, memory: memory,
            policies: CandidatePolicies(general: policy))
        facts.origin = keyboard
        facts.habits = Habits.of(keyboard: keyboard)
        facts.isPresent = true
        facts.output = "one"
        facts.frame = .rect(HeldStory.base)
        facts.engine = engine
    }

    /// Something changed.
    mutating func change(_ cause: ChangeCause = .unannounced, _ change: (inout KeyboardFacts) -> Void) {
        change(&facts)
        note(held.update(facts, cause: cause, at: now * 1000))
    }

    mutating func show(bar: Double = 0) {
        change { facts in
            facts.isFlagged = true
            facts.set(bar: bar)
        }
    }

    mutating func hide() { change { $0.isFlagged = false } }

    /// A bar outside the frame.
    mutating func bar(_ height: Double, _ cause: ChangeCause = .unannounced) { change(cause) { $0.set(bar: height) } }

    /// A popup below the caret; 0: none.
    mutating func popup(_ height: Double, table: CandidateTable? = nil) {
        change { facts in
            facts.roomBelowCaret = height
            facts.candidates = height > 0 ? CandidateSight(popupHeight: height, table: table) : nil
        }
    }

    mutating func use(_ policies: CandidatePolicies) { note(held.setPolicies(policies, at: now * 1000)) }

    mutating func pass(_ milliseconds: UInt64) {
        now += milliseconds
        note(held.advance(to: now * 1000))
    }

    /// A session in which something is typed: the bar stands, and goes.
    mutating func type(bar height: Double) {
        show()
        pass(200)
        bar(height)
        pass(200)
        bar(0)
        pass(500)
        hide()
        pass(2000)
    }

    private mutating func note(_ actions: [Timeline.Action]) {
        for case .notify(let notification) in actions { told.append(notification) }
        let broken = held.brokenInvariant()
        #expect(broken == nil)
    }

    /// What was said since the last call.
    mutating func heard() -> [Notification] {
        defer { told = [] }
        return told
    }

    /// The Wills since the last call, as `WillShow bar 40 room 0 reserved`.
    mutating func wills() -> [String] {
        heard().filter(\.kind.isWill).map { will in
            let words = [
                will.kind.rawValue, "bar \(Int(will.candidateBarHeight))", "room \(Int(will.details.roomBelowCaret))",
                will.details.isCandidateBarReserved ? "reserved" : nil, will.details.isEstimated ? "estimated" : nil,
            ]
            if will.kind != .willHide, will.details.placement == .docked {
                #expect(will.frameEnd.bottom == 800)
                #expect(will.bottomInset == will.frameEnd.height)
            }
            return words.compactMap { $0 }.joined(separator: " ")
        }
    }

    var state: Notification { held.timeline.state.notification }
}

extension KeyboardFacts {
    fileprivate mutating func set(bar height: Double) {
        guard case .rect(let frame) = frame else { return }
        self.frame = .rect(frame.extendedUpwards(by: height - candidateBarHeight))
        candidateBarHeight = height
    }
}
