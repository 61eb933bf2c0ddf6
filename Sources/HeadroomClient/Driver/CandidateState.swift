package import HeadroomWire

/// An input method's engine: how room for its candidates is held, and what the daemon learned of them; for people.
public struct CandidateState: Sendable, Hashable {
    /// As in a notification's `engine`, for example `ibus:libpinyin`; empty: nobody knows it.
    public var engine: String
    /// Whether it is the one that is written with.
    public var isActive: Bool
    /// Whether somebody speaks of it now.
    public var isRunning: Bool
    /// The policy that is set: `auto`, `follow`, `sticky` or `reserve`.
    public var policy: String
    /// What that comes to: `follow`, `sticky` or `reserve`.
    public var acts: String
    /// Where the policy is set, and why it comes to that.
    public var why: String
    /// What was learned; nil: nothing.
    public var learned: Learned?

    /// What was learned of one engine on one keyboard and output. Heights are logical pixels; 0: none was seen to stand.
    public struct Learned: Sendable, Hashable {
        public var keyboard: String
        public var output: String
        /// How many candidates a page has; 0: unknown.
        public var pageSize: Int
        /// How they stand: `horizontal`, `vertical`, `system`; empty: unknown.
        public var layout: String
        /// What is expected of a bar at the keyboard.
        public var barHeight: Double
        /// What is expected of candidates that pop up at the caret.
        public var roomBelowCaret: Double
        /// A row of candidates in their window.
        public var rowHeight: Double
        /// Whether candidates came and went within a session.
        public var hasToggled: Bool
    }

    package init(_ listing: CandidateListing) {
        engine = listing.engine
        isActive = listing.isActive
        isRunning = listing.isRunning
        policy = listing.policy
        acts = listing.acts
        why = listing.why
        learned = listing.learned.map { learned in
            Learned(
                keyboard: learned.keyboard, output: learned.output, pageSize: Int(learned.pageSize),
                layout: learned.layout, barHeight: learned.barHeight, roomBelowCaret: learned.roomBelowCaret,
                rowHeight: learned.rowHeight, hasToggled: learned.hasToggled)
        }
    }
}
