extension Decider {
    /// Equal in everything: the first in the fixed order of sources, so that the answer does not depend on who came
    /// first. Without it nobody would be chosen.
    static let byName = Decider("by-name") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        deliberation.candidates.removeLast(deliberation.candidates.count - 1)
    }
}
