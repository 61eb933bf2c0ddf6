// The deciders that choose among several keyboards (contract, section 3: precedence). Each keeps the better ones.

extension Decider {
    /// A keyboard that is seen is published before one that is not.
    static let visibleFirst = Decider("visible-first") { deliberation in
        deliberation.candidates.removeAll(where: \.isOnlySupplement)
        deliberation.prefer(\.isVisible)
    }

    /// If none is seen, the one that went last stays the one that is spoken of.
    static let latestToHide = Decider("latest-to-hide") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        guard !deliberation.candidates.contains(where: \.isVisible) else { return }
        deliberation.prefer(\.witness.isPresent)
        let latest = deliberation.candidates.map(\.witness.since).max()
        deliberation.prefer { $0.witness.since == latest }
    }

    /// Measured before learned before computed; a frame nobody knows comes last.
    static let measuredFirst = Decider("measured-first") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        func rank(_ candidate: Candidate) -> UInt8 { candidate.frame == .unknown ? .max : candidate.knowledge.rawValue }
        let best = deliberation.candidates.map(rank).min()
        deliberation.prefer { rank($0) == best }
    }

    /// Among equals a provider before an observer, both before what was inherited.
    static let providerFirst = Decider("provider-first") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        let best = deliberation.candidates.map(\.source.kind).min()
        deliberation.prefer { $0.source.kind == best }
    }

    /// Among those the one that became visible last.
    static let latestToShow = Decider("latest-to-show") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        let latest = deliberation.candidates.map(\.witness.since).max()
        deliberation.prefer { $0.witness.since == latest }
    }

    /// Whatever is left: the first by name, so that the answer does not depend on who came first.
    static let byName = Decider("by-name") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        guard let first = deliberation.candidates.map(\.source).min(by: { $0.precedes($1) }) else { return }
        deliberation.prefer { $0.source == first }
    }
}
