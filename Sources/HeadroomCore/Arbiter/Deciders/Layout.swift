extension Decider {
    /// Where windows are laid out on the output of a keyboard that stands on no strip, and whether they are kept clear of
    /// it: they are if the area where they are laid out shares nothing with it.
    static let layout = Decider("layout") { deliberation in
        for (_, area) in deliberation.areas {
            for index in deliberation.candidates.indices where deliberation.candidates[index].usable == nil {
                let candidate = deliberation.candidates[index]
                guard case .rect(let frame) = candidate.frame else {
                    if candidate.output == area.output { deliberation.candidates[index].usable = area.usable }
                    continue
                }
                let output = candidate.output ?? deliberation.outputs.holding(frame)?.name
                guard output == area.output else { continue }
                deliberation.candidates[index].usable = area.usable
                let isClear = candidate.placement == .docked && area.usable.intersection(frame).isEmpty
                if isClear { deliberation.candidates[index].compositorAvoids = area.compositorAvoids }
            }
        }
    }
}
