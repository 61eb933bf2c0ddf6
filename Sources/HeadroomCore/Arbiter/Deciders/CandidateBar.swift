extension Decider {
    /// A candidate bar outside the frame stands above it and extends it (rules B1 and G2).
    static let candidateBar = Decider("candidate-bar") { deliberation in
        guard var chosen = deliberation.chosen, case .rect(let frame) = chosen.frame else { return }
        if chosen.witness.isCandidateBarIncluded {
            chosen.candidateBarHeight = min(chosen.candidateBarHeight, frame.height)
        } else {
            chosen.frame = .rect(frame.extendedUpwards(by: chosen.candidateBarHeight))
        }
        deliberation.candidates[0] = chosen
    }
}
