extension Decider {
    /// What else is said of a keyboard with several witnesses comes from the first who says it: its provider, who knows
    /// the frame, the others in their fixed order.
    static let firstWord = Decider("first-word") { deliberation in
        deliberation.forEachJoined { keyboard in
            let frameTeller = keyboard.sources[.frame]
            let tellers = keyboard.witnesses
            for teller in tellers where teller.source.kind == .provider { keyboard.take(from: teller) }
            for teller in tellers where teller.source == frameTeller { keyboard.take(from: teller) }
            for teller in tellers { keyboard.take(from: teller) }
        }
    }
}

extension Candidate {
    /// Takes what `other` says and nobody said yet.
    fileprivate mutating func take(from other: Candidate) {
        if output == nil, let output = other.output {
            self.output = output
            sources[.output] = other.source
        }
        if placement == nil, let placement = other.placement {
            self.placement = placement
            sources[.placement] = other.source
        }
        if sources[.candidateBar] == nil, other.sources[.candidateBar] != nil {
            candidateBarHeight = other.candidateBarHeight
            witness.isCandidateBarIncluded = other.witness.isCandidateBarIncluded
            sources[.candidateBar] = other.source
        }
        if witness.roomBelowCaret == nil, let room = other.witness.roomBelowCaret {
            witness.roomBelowCaret = room
            sources[.room] = other.source
        }
        if witness.engine == nil, let engine = other.witness.engine {
            witness.engine = engine
            sources[.engine] = other.source
        }
        if witness.regions == nil { witness.regions = other.witness.regions }
    }
}
