extension Decider {
    /// If none is seen, the one that went last stays the one that is spoken of.
    static let latestToHide = Decider("latest-to-hide") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        guard !deliberation.candidates.contains(where: deliberation.isSeen) else { return }
        deliberation.prefer(\.witness.isPresent)
        let latest = deliberation.candidates.map(\.witness.since).max()
        deliberation.prefer { $0.witness.since == latest }
    }
}
