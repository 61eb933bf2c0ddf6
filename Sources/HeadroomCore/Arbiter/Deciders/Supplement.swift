extension Decider {
    /// What the chosen keyboard does not say itself (engine, bar, room) is taken from sources that speak of nothing
    /// else.
    static let supplement = Decider("supplement") { deliberation in
        guard deliberation.known.count > 1, var chosen = deliberation.chosen else { return }
        for known in deliberation.known {
            guard let witness = known.facts.keyboard, witness.isOnlySupplement else { continue }
            if chosen.witness.engine == nil, let engine = witness.engine {
                chosen.witness.engine = engine
                chosen.sources[.engine] = known.source
            }
            if chosen.witness.roomBelowCaret == nil, let room = witness.roomBelowCaret {
                chosen.witness.roomBelowCaret = room
                chosen.sources[.room] = known.source
            }
            if chosen.sources[.candidateBar] == nil, let height = witness.candidateBarHeight {
                chosen.candidateBarHeight = height
                chosen.witness.isCandidateBarIncluded = witness.isCandidateBarIncluded
                chosen.sources[.candidateBar] = known.source
            }
        }
        deliberation.candidates[0] = chosen
    }
}
