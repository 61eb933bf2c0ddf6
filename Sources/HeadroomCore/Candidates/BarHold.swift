/// What is kept free for candidates while they come and go, so that content does not jump with every word (rule B3).
///
/// One policy for bars inside the frame, bars above it, and the room of popups at the caret alike. Bars of 0, 36, 0
/// count as 0, 36, 0 under ``Policy/follow``, as 0, 36, 36 under ``Policy/sticky``, and as 44, 44, 44 under
/// ``Policy/reserve`` with 44 learned.
public struct BarHold: Sendable, Hashable {
    /// What is done when a candidate bar comes and goes.
    public enum Policy: String, Sendable, Hashable, CaseIterable {
        /// ``reserve`` once candidates were seen to come and go within a session, else ``sticky``.
        case auto
        /// The bar as it is now.
        case follow
        /// The tallest bar of this session: it grows at once and falls when the session ends.
        case sticky
        /// The learned height from the first moment on; otherwise as ``sticky``.
        case reserve
    }

    /// What to count with.
    public struct Held: Sendable, Hashable {
        /// The candidate bar's height, in px: how much of the top of the extended frame it is.
        public var bar: Double
        /// The room below the caret, in px.
        public var room: Double
        /// How much is kept above the frame that is there now, in px.
        public var extra: Double
    }

    /// Another one acts at once.
    public var policy: Policy
    /// The height learned in earlier sessions, in px (rule B2).
    public var learnedBar: Double
    /// The room learned in earlier sessions, in px.
    public var learnedRoom: Double
    /// Whether candidates were ever seen to come and go within a session.
    public var hasToggled: Bool { hadToggled || togglesNow }
    /// Whether they were in the session that runs.
    private(set) var togglesNow = false
    /// Whether the bar stands in a part of the frame that stays when the bar goes: then there is nothing to hold.
    public private(set) var standsWithin = false

    /// Whether they were before the session that runs.
    private var hadToggled = false
    /// Whether a session runs.
    private(set) var isRunning = false
    /// The tallest of this session.
    private var tallestBar = 0.0
    private var tallestRoom = 0.0
    /// What was there at the last report of this session.
    private var lastBar = 0.0
    private(set) var lastRoom = 0.0
    private var lastHeight: Double?

    /// `learnedBar`, `learnedRoom` and `hasToggled` are what is remembered of the engine from earlier sessions.
    public init(
        policy: Policy = .follow, learnedBar: Double = 0, learnedRoom: Double = 0, hasToggled: Bool = false
    ) {
        self.policy = policy
        self.learnedBar = learnedBar.isFinite ? max(0, learnedBar) : 0
        self.learnedRoom = learnedRoom.isFinite ? max(0, learnedRoom) : 0
        hadToggled = hasToggled
    }

    /// Takes what is there now, and answers what to count with. `height` is the frame's with the bar, in px, to see
    /// whether the bar makes it higher; nil: it does.
    public mutating func hold(bar: Double, room: Double, height: Double? = nil) -> Held {
        if !isRunning {
            isRunning = true
        } else if BarHold.came(from: lastBar, to: bar) || BarHold.came(from: bar, to: lastBar) {
            // The bar came or went: did it make the frame another one?
            standsWithin = height.flatMap { height in lastHeight.map { abs(height - $0) < Rect.smallest } } ?? false
        }
        if BarHold.came(from: bar, to: lastBar) || BarHold.came(from: room, to: lastRoom) { togglesNow = true }
        lastBar = bar
        lastRoom = room
        lastHeight = height
        tallestBar = max(tallestBar, bar)
        tallestRoom = max(tallestRoom, room)
        return held
    }

    /// What counts now.
    public var held: Held {
        let floor = floor
        switch policy {
        case .follow: return Held(bar: lastBar, room: lastRoom, extra: 0)
        case .sticky, .reserve, .auto:
            let room = max(tallestRoom, floor.room)
            if standsWithin { return Held(bar: min(tallestBar, lastHeight ?? tallestBar), room: room, extra: 0) }
            let bar = max(tallestBar, floor.bar)
            return Held(bar: bar, room: room, extra: max(0, bar - lastBar))
        }
    }

    /// What is kept from the session's start on.
    private var floor: (bar: Double, room: Double) {
        guard isRunning, reserves else { return (0, 0) }
        return (learnedBar, learnedRoom)
    }

    /// Whether learned heights are kept: the policy, as it acts in this session.
    public var reserves: Bool {
        switch policy {
        case .follow, .sticky: false
        case .reserve: true
        case .auto: hadToggled
        }
    }

    /// How much of the bar counted with is only kept free: taps and regions leave it out (rule B3).
    public var reservedOnly: Double { held.extra }

    /// Whether anything of what is counted with, bar or room, is only kept free.
    public var reservesAnything: Bool {
        let held = held
        return held.extra >= Rect.smallest || held.room - lastRoom >= Rect.smallest
    }

    /// Goes on with the session that runs, of which more is known now: what is remembered of it, and its policy. Nothing
    /// that is held falls.
    mutating func adopt(policy: Policy, learnedBar: Double, learnedRoom: Double, hasToggled: Bool) {
        self.policy = policy
        self.learnedBar = max(self.learnedBar, learnedBar)
        self.learnedRoom = max(self.learnedRoom, learnedRoom)
        hadToggled = hadToggled || hasToggled
    }

    /// Forgets what was held: the keyboard went, or the engine changed.
    public mutating func endSession() {
        self = BarHold(policy: policy, learnedBar: learnedBar, learnedRoom: learnedRoom, hasToggled: hasToggled)
    }

    /// Whether something that was not there is there.
    private static func came(from old: Double, to new: Double) -> Bool { old < Rect.smallest && new >= Rect.smallest }
}
