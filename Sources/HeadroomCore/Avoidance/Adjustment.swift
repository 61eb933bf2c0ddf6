/// The solver's answer: where everything is to be. All values are absolute, never steps from the last answer.
public struct Adjustment: Sendable, Hashable {
    /// How far the container is moved up from where it stands without us; negative: down (rules C2, N5).
    public var shift = 0.0
    /// How far the window around it is moved up, beyond that.
    public var windowShift = 0.0
    /// The vertical offset of the outermost scroll view (rule C3); 0 without one.
    public var offset = 0.0
    /// The bottom inset of the outermost scroll view (rule C3); 0 without one.
    public var insetBottom = 0.0
    /// How much of the wanted way is left after all levels took their part, the margin included (rule N1).
    public var remainder = 0.0
    /// How much of the target's height is still covered.
    public var covered = 0.0

    public init() {}

    /// Whether a value to be set differs from `other`'s by more than 0.01 px (rule C5).
    public func differs(from other: Adjustment) -> Bool {
        func differ(_ a: Double, _ b: Double) -> Bool { !(abs(a - b) <= Adjustment.tolerance) }
        return differ(shift, other.shift) || differ(windowShift, other.windowShift) || differ(offset, other.offset)
            || differ(insetBottom, other.insetBottom)
    }

    /// Below this nothing is set anew, in logical pixels (rule C5).
    public static let tolerance = 0.01
}

/// What a report says was done (contract, section 4). Closed.
public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// Nothing had to move.
    case notNeeded = "not-needed"
    /// Something moved, and the target is in sight.
    case clear
    /// Something moved, and some of the target is still covered.
    case partial
    /// Nothing could move, and the target is covered, or may be where nobody can say where it is.
    case impossible
    /// All was put back; or nothing had been moved, and what was said to be covered is not any more.
    case restored
}

extension Adjustment {
    /// What was done; `hasMoved` says whether anything stands elsewhere than without us.
    public func outcome(hasMoved: Bool) -> Outcome {
        switch (hasMoved, covered > Adjustment.tolerance) {
        case (false, false): .notNeeded
        case (true, false): .clear
        case (true, true): .partial
        case (false, true): .impossible
        }
    }
}
