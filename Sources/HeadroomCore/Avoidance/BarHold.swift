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

    public let policy: Policy
    /// The height learned in earlier sessions, in logical pixels (rule B2).
    public var learnedBar: Double
    /// Whether candidates were ever seen to come and go within a session.
    public private(set) var hasToggled: Bool

    /// The tallest of this session, with what is kept from its start on.
    private var heldBar = 0.0
    private var heldRoom = 0.0
    /// What was there at the last report of this session.
    private var lastBar = 0.0
    private var lastRoom = 0.0
    /// Whether a session runs.
    private var isRunning = false

    /// `learnedBar` and `hasToggled` are what is remembered of the engine from earlier sessions.
    public init(policy: Policy = .follow, learnedBar: Double = 0, hasToggled: Bool = false) {
        self.policy = policy
        self.learnedBar = learnedBar.isFinite ? max(0, learnedBar) : 0
        self.hasToggled = hasToggled
    }

    /// Takes what is there now, and answers what to count with.
    public mutating func hold(bar: Double, room: Double) -> (bar: Double, room: Double) {
        if !isRunning { begin() }
        if Self.went(from: lastBar, to: bar) || Self.went(from: lastRoom, to: room) { hasToggled = true }
        lastBar = bar
        lastRoom = room
        heldBar = max(heldBar, bar)
        heldRoom = max(heldRoom, room)
        switch policy {
        case .follow: return (bar, room)
        case .sticky, .reserve, .auto: return (heldBar, heldRoom)
        }
    }

    /// How much of the bar counted with is only kept free: taps and regions leave it out (rule B3).
    public var reservedOnly: Double {
        switch policy {
        case .follow: 0
        case .sticky, .reserve, .auto: isRunning ? max(0, heldBar - lastBar) : 0
        }
    }

    /// Forgets what was held: the keyboard went, or the engine changed.
    public mutating func endSession() {
        isRunning = false
        heldBar = 0
        heldRoom = 0
        lastBar = 0
        lastRoom = 0
    }

    private mutating func begin() {
        isRunning = true
        switch policy {
        case .follow, .sticky: heldBar = 0
        case .reserve: heldBar = learnedBar
        case .auto: heldBar = hasToggled ? learnedBar : 0
        }
    }

    private static func went(from old: Double, to new: Double) -> Bool { old >= Rect.smallest && new < Rect.smallest }
}
