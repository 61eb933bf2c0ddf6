import HeadroomCore

/// What the judge can watch: the timeline, and wrong copies of it.
protocol Machine: Hashable, Sendable {
    mutating func update(_ facts: KeyboardFacts, cause: ChangeCause, at time: UInt64) -> [Timeline.Action]
    mutating func setOutputs(_ outputs: [Output], at time: UInt64) -> [Timeline.Action]
    mutating func expectHide(at time: UInt64) -> [Timeline.Action]
    mutating func shutDown(at time: UInt64) -> [Timeline.Action]
    mutating func advance(to time: UInt64) -> [Timeline.Action]
    var nextDeadline: UInt64? { get }
    var state: (phase: Phase, notification: Notification) { get }
    func brokenInvariant() -> String?
    /// The same machine with its instants counted from `origin`, so that equal states are equal values.
    func rebased(to origin: UInt64) -> Self
}

extension Timeline: Machine {}

/// A rule of the design that a machine can break.
enum Rule: String, Sendable, Hashable, CaseIterable, Comparable {
    case t0 = "T0"
    case t1 = "T1"
    case t2 = "T2"
    case t3 = "T3"
    case t4 = "T4"
    case t5 = "T5"
    case t6 = "T6"
    case t7 = "T7"
    case t8 = "T8"
    case t9 = "T9"
    case t10 = "T10"
    /// `bottom_inset` (rule G3).
    case g3 = "G3"
    /// `GetState` agrees with what was sent (contract, section 2).
    case state
    /// The machine's own invariants.
    case invariant

    static func < (one: Rule, other: Rule) -> Bool { one.rawValue < other.rawValue }
}

/// A rule that was broken, and how.
struct Violation: Sendable, Hashable, CustomStringConvertible {
    var rule: Rule
    var what: String

    var description: String { "\(rule.rawValue): \(what)" }
}
