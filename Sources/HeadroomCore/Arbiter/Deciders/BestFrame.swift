extension Decider {
    /// The frame of a keyboard with several witnesses, and its output, come from who measures: who is there; measured
    /// before learned before computed, and not known last; a provider before an observer; who sees it before who could
    /// and sees nothing.
    static let bestFrame = Decider("best-frame") { deliberation in
        deliberation.forEachJoined { keyboard in
            func rank(_ one: Candidate) -> (Int, Int, UInt8, Int, Int) {
                (
                    one.witness.isPresent ? 0 : 1, one.frame == .unknown ? 1 : 0, one.knowledge.rawValue,
                    one.source.kind == .provider ? 0 : 1, one.frame == FrameKnowledge.none ? 1 : 0
                )
            }
            let tellers = keyboard.witnesses.filter { $0.witness.frame != nil }
            guard let teller = tellers.min(by: { rank($0) < rank($1) }) else { return }
            keyboard.witness.frame = teller.witness.frame
            keyboard.frame = teller.frame
            keyboard.knowledge = teller.knowledge
            keyboard.output = teller.output
            keyboard.witness.regions = teller.witness.regions
            keyboard.sources[.frame] = teller.source
            keyboard.sources[.output] = teller.sources[.output]
        }
    }
}
