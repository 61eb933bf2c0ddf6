extension Decider {
    /// A keyboard whose source sees no frames stands where a source says that knows a frame and nothing of visibility.
    static let borrowedFrame = Decider("borrowed-frame") { deliberation in
        let lender = deliberation.candidates.first { $0.witness.isVisible == nil && $0.witness.frame != nil }
        guard let lender else { return }
        for index in deliberation.candidates.indices {
            let borrower = deliberation.candidates[index]
            guard borrower.witness.isVisible != nil, borrower.sources[.frame] == nil else { continue }
            deliberation.candidates[index].frame = lender.frame
            deliberation.candidates[index].knowledge = lender.knowledge
            deliberation.candidates[index].output = borrower.output ?? lender.output
            deliberation.candidates[index].placement = borrower.placement ?? lender.placement
            deliberation.candidates[index].sources[.frame] = lender.source
            deliberation.candidates[index].sources[.output] = lender.source
        }
    }
}
