/// What the owner of the content wishes.
public struct AvoidanceOptions: Sendable, Hashable {
    /// The free space wanted below the target, in logical pixels (rule C4).
    public var margin: Double
    /// The free space wanted above it (rule C4).
    public var topMargin: Double
    public var reveal: Reveal
    public var floating: Floating

    public init(
        margin: Double = 10, topMargin: Double = 0, reveal: Reveal = .caret, floating: Floating = .ignore
    ) {
        self.margin = margin
        self.topMargin = topMargin
        self.reveal = reveal
        self.floating = floating
    }

    /// How much of a field has to be seen (rule N2).
    public enum Reveal: String, Sendable, Hashable, CaseIterable {
        /// The caret if one is known, else the field.
        case caret
        /// The whole field if it fits, else as ``caret``.
        case field
    }

    /// What is done about a keyboard that is not docked (rule N5).
    public enum Floating: String, Sendable, Hashable, CaseIterable {
        /// Nothing: its user put it where it is.
        case ignore
        /// A target under it moves up or down, whichever is shorter.
        case avoid
    }
}
