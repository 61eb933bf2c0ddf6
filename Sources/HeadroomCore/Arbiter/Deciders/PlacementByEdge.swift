extension Decider {
    /// A keyboard of which nobody says how it is placed is docked if it ends at the output's bottom or at the panels
    /// there (rule G3); with no outputs known it is docked (contract, section 3).
    static let placement = Decider("placement") { deliberation in
        let outputs = deliberation.outputs
        for index in deliberation.candidates.indices where deliberation.candidates[index].placement == nil {
            let candidate = deliberation.candidates[index]
            if case .rect(let frame) = candidate.frame, !outputs.isEmpty {
                guard let output = candidate.output.flatMap(outputs.named) ?? outputs.holding(frame) else { continue }
                let bottom = min(output.frame.bottom, output.workArea?.bottom ?? output.frame.bottom)
                deliberation.candidates[index].placement =
                    DockedGeometry.looksDocked(frame, on: output.frame, above: bottom) ? .docked : .floating
            } else {
                deliberation.candidates[index].placement = .docked
            }
            deliberation.candidates[index].sources[.placement] = candidate.sources[.frame] ?? candidate.source
        }
    }
}
