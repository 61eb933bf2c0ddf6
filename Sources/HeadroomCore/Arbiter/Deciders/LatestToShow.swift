extension Decider {
    /// Among those the one that became visible last.
    static let latestToShow = Decider("latest-to-show") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        let latest = deliberation.candidates.map(\.witness.since).max()
        deliberation.prefer { $0.witness.since == latest }
    }
}
