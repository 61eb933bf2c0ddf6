extension Decider {
    /// Measured before learned before computed; a frame nobody knows comes last.
    static let measuredFirst = Decider("measured-first") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        func rank(_ candidate: Candidate) -> UInt8 { candidate.frame == .unknown ? .max : candidate.knowledge.rawValue }
        let best = deliberation.candidates.map(rank).min()
        deliberation.prefer { rank($0) == best }
    }
}
