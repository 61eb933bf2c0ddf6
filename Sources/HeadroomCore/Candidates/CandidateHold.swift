/// Holds bar and room of the published keyboard for as long as a session runs, and learns their heights (rules B1 to
/// B3): a pure machine between arbiter and timeline.
///
/// A session is one engine on one keyboard, as it is placed, and output, from when the keyboard is seen until it is said
/// to be hidden.
/// Time is in µs of CLOCK_MONOTONIC.
struct CandidateHold: Sendable, Hashable {
    private(set) var memory: LearnedCandidates
    /// How often ``memory`` changed so that it is worth writing down.
    private(set) var lessons: UInt64 = 0
    var policies: CandidatePolicies {
        didSet { if let session { hold.policy = policies.policy(of: session.engine) } }
    }
    /// What is counted with in the session that runs.
    private(set) var hold = BarHold()
    /// Whom the session that runs is about; nil: none runs.
    private(set) var session: LearnedCandidates.Key?
    /// How the keyboard of that session is placed.
    private var placement = Placement.docked
    private var bar = Standing()
    private var room = Standing()
    private var growth: Growth?
    /// Whether the room of this session was computed from a table's rows, and no window was seen since.
    private var guessesRoom = false

    /// A height that has to stand for a while to be learned.
    private struct Standing: Sendable, Hashable {
        var height = 0.0
        /// When it has stood long enough; nil: it was learned, or there is nothing to learn.
        var due: UInt64?

        mutating func see(_ height: Double, at time: UInt64) {
            guard abs(height - self.height) > Rect.smallest else { return }
            self.height = height
            due = height >= Rect.smallest ? time.advanced(byMilliseconds: CandidateHold.standingMS) : nil
        }
    }

    /// A popup that grows, and does not rest yet.
    private struct Growth: Sendable, Hashable {
        /// The room it asks for now.
        var room: Double
        /// When it rests unless it goes on.
        var rest: UInt64
        /// When it counts though it does not rest.
        var latest: UInt64

        var due: UInt64 { min(rest, latest) }
    }

    /// How long a height has to stand to be learned (rule B2).
    static let standingMS: UInt32 = 100
    /// A popup rests after this long without another size: two frames at 60 Hz, as rule T9 has it of keyboards. GTK
    /// shows a window in two steps, 4 ms apart, and the caret it stands at is told apart from it.
    static let restMS: UInt32 = 34
    /// How long a popup's rest is waited for at most (chosen, as rule T6's).
    static let longestMS: UInt32 = 120
    /// The height of a row of candidates that nobody has seen yet, in px: ibus-ui-gtk3 and fcitx5's classicui show rows
    /// of 29 to 32 at 96 dpi (chosen).
    static let supposedRowHeight = 32.0
    /// A page with more rows is not believed.
    static let mostRows = 32

    init(memory: LearnedCandidates, policies: CandidatePolicies) {
        self.memory = memory
        self.policies = policies
    }

    /// Whether there is nothing to hold and nothing to look for.
    var isIdle: Bool { session == nil && memory.entries.isEmpty }

    /// When ``learnWhatStood(_:at:)`` has something to do next; nil: nothing waits.
    var nextDeadline: UInt64? {
        guard session != nil else { return nil }
        let earliest = min(bar.due ?? .max, room.due ?? .max, growth?.due ?? .max)
        return earliest == .max ? nil : earliest
    }
}

// MARK: - Sessions

extension CandidateHold {
    /// What the session `key` and the one that runs are to each other.
    enum Passage: Sendable, Hashable {
        /// None runs.
        case beginning
        /// The same, or one of which more is known now.
        case same
        /// Another engine is written with on the same keyboard.
        case engine
        /// Another keyboard, or on another output, or placed otherwise: content moves anyhow (chosen).
        case keyboard
    }

    func passage(to key: LearnedCandidates.Key, _ placement: Placement) -> Passage {
        guard let session else { return .beginning }
        var other = key
        (other.engine, other.keyboard) = (session.engine, session.keyboard)
        let isInherited = session.keyboard == Source.inheritedName
        guard session.isAbout(other), placement == self.placement, isInherited || session.keyboard == key.keyboard
        else { return .keyboard }
        return session.engine == key.engine || CandidateHold.names(key.engine, session.engine) ? .same : .engine
    }

    /// Whether `engine` is what `word` did not tell whole: nobody knew the engine, or only its framework.
    private static func names(_ engine: String, _ word: String) -> Bool {
        word.isEmpty || engine.hasPrefix("\(word):")
    }

    /// Begins a session, or goes on with the one that runs under the name that is known of it now.
    mutating func enter(_ key: LearnedCandidates.Key, _ placement: Placement) {
        let passage = passage(to: key, placement)
        var key = key
        // A table that is not there now was as it was.
        if passage == .same, key.table == nil { key.table = session?.table }
        guard session != key || placement != self.placement else { return }
        // What this session taught counts from the next one on.
        let isOtherName = session?.engine != key.engine || session?.keyboard != key.keyboard
        if passage != .same { endSession() }
        session = key
        self.placement = placement
        let known = memory.use(key) ?? LearnedCandidates.Value()
        let policy = policies.policy(of: key.engine)
        if passage == .same {
            // What stands, and came and went, is learned under this name too.
            if isOtherName { (bar, room) = (Standing(), Standing()) }
            if isOtherName, hold.togglesNow { learn { $0.hasToggled = true } }
            hold.adopt(
                policy: policy, learnedBar: known.bars.expected, learnedRoom: known.rooms.expected,
                hasToggled: isOtherName && known.hasToggled)
        } else {
            hold = BarHold(
                policy: policy, learnedBar: known.bars.expected, learnedRoom: known.rooms.expected,
                hasToggled: known.hasToggled)
        }
    }

    /// The keyboard of the session that runs is not seen at the moment: nothing of it stands or grows.
    mutating func lookAway() {
        bar = Standing()
        room = Standing()
        growth = nil
    }

    mutating func endSession() {
        session = nil
        hold.endSession()
        guessesRoom = false
        lookAway()
    }
}

// MARK: - Holding

extension CandidateHold {
    /// `facts` as they are published in the session that runs, on `output`.
    mutating func hold(_ facts: KeyboardFacts, on output: Output?, at time: UInt64) -> KeyboardFacts {
        var facts = facts
        let height: Double? = if case .rect(let frame) = facts.frame { frame.height } else { nil }
        let asked = ask(&facts, on: output, at: time)
        let toggledBefore = hold.togglesNow
        let held = hold.hold(bar: facts.candidateBarHeight, room: asked, height: height)
        see(facts, at: time)
        if hold.togglesNow, !toggledBefore { learn { $0.hasToggled = true } }
        if hold.standsWithin { forgetBars() }
        if case .rect(let frame) = facts.frame { facts.frame = .rect(frame.extendedUpwards(by: held.extra)) }
        facts.candidateBarHeight = held.bar
        facts.barExtent = hold.standsWithin ? 0 : held.bar
        facts.isRoomEstimated = guessesRoom && held.room >= Rect.smallest
        facts.roomBelowCaret = RoomBelowCaret.bounded(held.room, on: output?.frame)
        facts.isCandidateBarReserved = hold.reservesAnything
        return facts
    }

    /// The room that candidates at the caret ask for now; a popup that grows asks when it rests.
    private mutating func ask(_ facts: inout KeyboardFacts, on output: Output?, at time: UInt64) -> Double {
        guard let sight = facts.candidates else {
            growth = nil
            return facts.roomBelowCaret
        }
        if sight.popupHeight == 0, let table = sight.table {
            let rows = Double(min(max(0, table.rows), CandidateHold.mostRows))
            facts.roomBelowCaret = RoomBelowCaret.bounded(rows * rowHeight, on: output?.frame)
            guessesRoom = true
        } else if sight.popupHeight > 0 {
            guessesRoom = false
        }
        let room = facts.roomBelowCaret
        guard hold.isRunning, room > hold.held.room + Rect.smallest else {
            growth = nil
            return room
        }
        if growth?.room != room {
            growth = Growth(
                room: room, rest: time.advanced(byMilliseconds: CandidateHold.restMS),
                latest: growth?.latest ?? time.advanced(byMilliseconds: CandidateHold.longestMS))
        }
        guard let growth, growth.due <= time else { return min(room, hold.held.room) }
        self.growth = nil
        return room
    }

    private var rowHeight: Double {
        guard let session else { return CandidateHold.supposedRowHeight }
        let own = memory[session].flatMap { $0.rowHeight > 0 ? $0.rowHeight : nil }
        return own ?? memory.rowHeight(of: session.engine) ?? CandidateHold.supposedRowHeight
    }
}

// MARK: - Learning

extension CandidateHold {
    /// What is really there now, and has to stand to be learned.
    private mutating func see(_ facts: KeyboardFacts, at time: UInt64) {
        bar.see(hold.standsWithin ? 0 : facts.candidateBarHeight, at: time)
        room.see(facts.roomBelowCaret, at: time)
    }

    /// Learns what has stood long enough. `facts` are as they were given last, not held. Answers whether a popup rests
    /// that grew: then ``hold(_:on:at:)`` is due.
    mutating func learnWhatStood(_ facts: KeyboardFacts, at time: UInt64) -> Bool {
        if let due = bar.due, due <= time {
            bar.due = nil
            let height = bar.height
            learn { $0.bars.note(height) }
        }
        if let due = room.due, due <= time {
            room.due = nil
            let height = room.height
            let rowHeight = CandidateHold.rowHeight(facts.candidates)
            learn {
                $0.rooms.note(height)
                if let rowHeight { $0.rowHeight = rowHeight }
            }
        }
        return growth.map { $0.due <= time } ?? false
    }

    private static func rowHeight(_ sight: CandidateSight?) -> Double? {
        guard let sight, sight.popupHeight > 0, let table = sight.table, (1...mostRows).contains(table.rows) else {
            return nil
        }
        return sight.popupHeight / Double(table.rows)
    }

    private mutating func learn(_ change: (inout LearnedCandidates.Value) -> Void) {
        guard let session, session.keyboard != Source.inheritedName else { return }
        var value = memory[session] ?? LearnedCandidates.Value()
        change(&value)
        guard memory[session] != value else { return }
        memory[session] = value
        lessons &+= 1
    }

    /// The bar stands within the frame: there is nothing to keep free for it.
    private mutating func forgetBars() {
        hold.learnedBar = 0
        guard let session, memory[session]?.bars.samples.isEmpty == false else { return }
        learn { $0.bars = LearnedHeights() }
    }

    /// The same state, instants counted from `origin`, as ``Timeline/rebased(to:)``.
    func rebased(to origin: UInt64) -> CandidateHold {
        func moved(_ time: UInt64) -> UInt64 { time > origin ? time - origin : 0 }
        var copy = self
        copy.lessons = 0
        copy.bar.due = bar.due.map(moved)
        copy.room.due = room.due.map(moved)
        copy.growth = growth.map { Growth(room: $0.room, rest: moved($0.rest), latest: moved($0.latest)) }
        return copy
    }
}
