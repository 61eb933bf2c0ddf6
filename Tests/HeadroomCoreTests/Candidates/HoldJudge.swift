import HeadroomCore

/// What the judge can watch: the timeline behind the hold, and wrong copies of it.
protocol HoldMachine: Hashable, Sendable {
    mutating func update(_ facts: KeyboardFacts, cause: ChangeCause, at time: UInt64) -> [Timeline.Action]
    mutating func setPolicies(_ policies: CandidatePolicies, at time: UInt64) -> [Timeline.Action]
    mutating func advance(to time: UInt64) -> [Timeline.Action]
    var nextDeadline: UInt64? { get }
    var state: (phase: Phase, notification: Notification) { get }
    var memory: LearnedCandidates { get }
    func brokenInvariant() -> String?
    func rebased(to origin: UInt64) -> Self
}

extension HeldTimeline: HoldMachine {
    var state: (phase: Phase, notification: Notification) { timeline.state }
}

/// Sees what a held timeline is given and what it says, and tells which of rules B is broken. Written from the rules:
/// it keeps what is there, what this session has seen, and since when something stands.
struct HoldJudge: Hashable {
    let setup: HoldSetup
    var policy: BarHold.Policy
    var world: HoldWorld
    var now: UInt64
    var violation: String?
    private var phase = Phase.hidden
    private var memory: LearnedCandidates
    private var session: Session?
    /// Since when bar and room are what they are, for as long as the keyboard is seen.
    private var barSince: UInt64 = 0
    private var roomSince: UInt64 = 0

    /// One engine, from when the keyboard is seen until it is said to be hidden.
    private struct Session: Hashable {
        var engine: String
        /// What was expected when it began, or when more became known of it.
        var expectedBar = 0.0
        var expectedRoom = 0.0
        var wasToggling = false
        /// The tallest that was there.
        var bar = 0.0
        var room = 0.0
        /// The most room that was asked for at a rest.
        var restedRoom = 0.0
        /// What was said last.
        var saidBar: Double?
        var saidRoom = 0.0
        var barGrowths = 0
    }

    init(_ setup: HoldSetup, at time: UInt64) {
        self.setup = setup
        policy = setup.policy
        world = setup.start
        memory = setup.memory
        now = time
    }

    private mutating func broken(_ what: String) { if violation == nil { violation = what } }

    private var reserves: Bool {
        switch policy {
        case .follow, .sticky: false
        case .reserve: true
        case .auto: session?.wasToggling ?? false
        }
    }

    private var floor: (bar: Double, room: Double) {
        guard reserves, let session else { return (0, 0) }
        return (session.expectedBar, session.expectedRoom)
    }

    // MARK: What is given

    /// The world is `new` now; the machine is told after this.
    mutating func see(_ new: HoldWorld) {
        let old = world
        world = new
        let isSeen = new.isShown
        if !isSeen || !old.isShown || new.bar != old.bar { barSince = isSeen ? now : .max }
        if !isSeen || !old.isShown || new.room != old.room { roomSince = isSeen ? now : .max }
        guard isSeen else { return }
        let isOther = session.map { $0.engine != new.engine && !$0.engine.isEmpty } ?? true
        if isOther {
            let isFirst = session == nil
            session = Session(engine: new.engine)
            (barSince, roomSince) = (now, now)
            recall()
            // It was seen before without anything to hold.
            if isFirst, phase.isVisible, old.isShown { note(old, isRested: true) }
            note(new, isRested: true)
        } else {
            if session?.engine != new.engine {
                session?.engine = new.engine
                (barSince, roomSince) = (now, now)
                recall()
            }
            note(new, isRested: new.room <= max(session?.restedRoom ?? 0, floor.room))
        }
    }

    private mutating func recall() {
        guard var session, let known = memory.use(setup.key(session.engine, hasTable: world.isTable)) else { return }
        session.expectedBar = max(session.expectedBar, known.bars.expected)
        session.expectedRoom = max(session.expectedRoom, known.rooms.expected)
        session.wasToggling = session.wasToggling || known.hasToggled
        self.session = session
    }

    private mutating func note(_ world: HoldWorld, isRested: Bool) {
        guard var session else { return }
        session.bar = max(session.bar, world.bar)
        session.room = max(session.room, world.room)
        if isRested { session.restedRoom = max(session.restedRoom, world.room) }
        self.session = session
    }

    // MARK: What comes back

    /// What the machine did at `time`.
    mutating func hear(_ actions: [Timeline.Action], at time: UInt64, _ machine: some HoldMachine) {
        now = max(now, time)
        if world.isShown, now - roomSince >= 34_000 { note(world, isRested: true) }
        for case .notify(let notification) in actions { hear(notification) }
        if !world.isShown, !phase.isVisible { session = nil }
        compare(machine)
        if let what = machine.brokenInvariant() { broken(what) }
    }

    private mutating func hear(_ notification: Notification) {
        let kind = notification.kind
        defer { phase = kind.phase }
        let (bar, room) = (notification.candidateBarHeight, notification.details.roomBelowCaret)
        if kind == .willHide { session = world.isShown ? session : nil }
        guard kind.phase.isVisible else {
            if bar != 0 || room != 0 { broken("a hidden keyboard has bar \(bar) and room \(room)") }
            if notification.details.isCandidateBarReserved { broken("something is reserved of a hidden keyboard") }
            return
        }
        // In the grace the last word stands.
        guard world.isShown, let session else { return }
        if notification.frameEnd != HoldWorld.base.extendedUpwards(by: bar) {
            broken("bar \(bar) makes \(notification.frameEnd)")
        }
        let isReserved = bar > world.bar || room > world.room
        switch policy {
        case .follow:
            if notification.details.isCandidateBarReserved { broken("something is reserved of one that follows") }
        case .sticky, .reserve, .auto:
            // A Did may come while what is reserved now waits for a token, or for a keyboard's rest.
            if isReserved, kind.isWill, !notification.details.isCandidateBarReserved { broken("reserved is not told") }
        }
        // A Did tells of the past, which may have been another session's.
        guard kind.isWill else { return }
        if policy != .follow, let before = session.saidBar, bar < before || room < session.saidRoom {
            broken("bar \(before), room \(session.saidRoom) fall to \(bar), \(room) within a session")
        }
        if kind == .willShow, phase == .hidden, policy != .follow {
            let wanted = max(session.bar, floor.bar)
            if bar != wanted { broken("a WillShow with bar \(bar), not \(wanted)") }
            if room < floor.room || room > max(session.room, floor.room) { broken("a WillShow with room \(room)") }
        }
        if let before = session.saidBar, bar > before { self.session?.barGrowths += 1 }
        self.session?.saidBar = bar
        self.session?.saidRoom = room
        // Rule B3: from the second session on at most once more, and only for one taller than learned.
        if policy == .reserve, session.expectedBar > 0, self.session?.barGrowths ?? 0 > 1 {
            broken("the bar moves content a second time")
        }
    }

    /// What was learned is what stood, and all of it.
    private mutating func compare(_ machine: some HoldMachine) {
        for entry in machine.memory.entries {
            let before = memory[entry.key]
            if entry.value.bars != before?.bars ?? LearnedHeights() { judge(entry.value.bars, world.bar, barSince) }
            if entry.value.rooms != before?.rooms ?? LearnedHeights() {
                judge(entry.value.rooms, world.room, roomSince)
            }
            if entry.value.hasToggled, before?.hasToggled != true, (session?.bar ?? 0) == 0, (session?.room ?? 0) == 0 {
                broken("nothing came, and it toggles")
            }
        }
        for entry in memory.entries where machine.memory[entry.key] == nil { broken("\(entry.key) is forgotten") }
        if world.isShown, let session {
            let known = machine.memory.entries.filter { $0.key.engine == session.engine }
            if world.bar > 0, now - barSince >= 100_000, !known.contains(where: { $0.value.bars.last == world.bar }) {
                broken("bar \(world.bar) stands and is not learned")
            }
            if world.room > 0, now - roomSince >= 100_000, !known.contains(where: { $0.value.rooms.last == world.room })
            {
                broken("room \(world.room) stands and is not learned")
            }
            if session.bar > 0, world.bar == 0, !known.contains(where: \.value.hasToggled) {
                broken("a bar came and went, and nobody knows")
            }
        }
        memory = machine.memory
    }

    private mutating func judge(_ learned: LearnedHeights, _ height: Double, _ since: UInt64) {
        if learned.last != height || since > now || now - since < 100_000 {
            broken("\(learned.last) is learned, which did not stand")
        }
    }

    /// The policy is another one: what is held may fall.
    mutating func change(_ policy: BarHold.Policy) {
        self.policy = policy
        session?.saidBar = nil
        session?.barGrowths = 0
    }

    /// All timers have run out: what is published is what the rules want.
    mutating func rest(_ machine: some HoldMachine) {
        let (phase, state) = machine.state
        if phase.isVisible != world.isShown { broken("\(phase), and shown is \(world.isShown)") }
        guard world.isShown, let session else { return }
        let (bar, room) = (state.candidateBarHeight, state.details.roomBelowCaret)
        switch policy {
        case .follow:
            if bar != world.bar || room != world.room { broken("bar \(bar), room \(room) do not follow") }
        case .sticky, .reserve, .auto:
            let wanted = max(session.bar, floor.bar)
            if bar != wanted { broken("bar \(bar) at rest, not \(wanted)") }
            let rooms = (max(session.restedRoom, floor.room), max(session.room, floor.room))
            if room < rooms.0 || room > rooms.1 { broken("room \(room) at rest, not within \(rooms)") }
        }
        if state.details.isCandidateBarReserved != (bar > world.bar || room > world.room) {
            broken("reserved is not told at rest")
        }
    }

    /// What it remembers and can still matter, instants counted from now.
    func hash(into hasher: inout Hasher) {
        func age(_ time: UInt64) -> UInt64 { time > now ? .max : min(now - time, 100_000) }
        hasher.combine(policy)
        hasher.combine(world)
        hasher.combine(phase)
        hasher.combine(session)
        hasher.combine(age(barSince))
        hasher.combine(age(roomSince))
    }
}

extension HoldSetup: Hashable {
    static func == (one: HoldSetup, other: HoldSetup) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
