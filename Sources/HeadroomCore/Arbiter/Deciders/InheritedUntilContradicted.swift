extension Decider {
    /// What the daemon before this one said holds until somebody speaks of the same keyboard (contract, section 1).
    static let inheritedUntilContradicted = Decider("inherited-until-contradicted") { deliberation in
        guard deliberation.candidates.contains(where: { $0.source.kind == .inherited }) else { return }
        let witnessed = Set(deliberation.candidates.filter { $0.source.kind != .inherited }.map(\.witness.name))
        deliberation.candidates.removeAll { $0.source.kind == .inherited && witnessed.contains($0.witness.name) }
    }
}
