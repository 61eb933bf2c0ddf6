extension Decider {
    /// Among equals a provider before an observer, both before what was inherited.
    static let providerFirst = Decider("provider-first") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        let best = deliberation.candidates.map(\.source.kind).min()
        deliberation.prefer { $0.source.kind == best }
    }
}
