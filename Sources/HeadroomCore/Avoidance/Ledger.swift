/// What a value of somebody else's was before we set it, what we set, and so what it has to be afterwards (rule N4).
///
/// For values that belong to the app, such as insets and frames. Offsets belong to the user and follow rule S3.
public struct Ledger: Sendable, Hashable {
    /// What it was when we first set it.
    public private(set) var before: Double?
    /// What we set last.
    public private(set) var ours: Double?

    public init() {}

    /// Writes down that we set `value` while it is `now`.
    ///
    /// If the app changed it since our last entry, that is what it was before.
    public mutating func set(_ value: Double, over now: Double) {
        if !isOurs(now) { before = now }
        ours = value
    }

    /// Closes the ledger: what the value has to be when ours is undone and it is `now`. What the app made of it since
    /// is kept.
    public mutating func undo(over now: Double) -> Double {
        defer { self = Ledger() }
        guard let before, isOurs(now) else { return now }
        return before
    }

    /// Whether `now` is what we set.
    private func isOurs(_ now: Double) -> Bool {
        guard let ours else { return false }
        return abs(now - ours) <= Adjustment.tolerance
    }
}
