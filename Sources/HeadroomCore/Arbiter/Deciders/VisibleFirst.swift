extension Decider {
    /// A keyboard that is seen is published before one that is not.
    static let visibleFirst = Decider("visible-first") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        deliberation.prefer(deliberation.isSeen)
    }
}
