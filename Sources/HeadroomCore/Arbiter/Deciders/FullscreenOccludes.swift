extension Decider {
    /// A keyboard that stands on a reserved strip is not painted under a fullscreen window (rule T0).
    static let fullscreenOccludes = Decider("fullscreen-occludes") { deliberation in
        for (source, area) in deliberation.areas where area.isFullscreen {
            for index in deliberation.candidates.indices {
                let candidate = deliberation.candidates[index]
                guard candidate.output == area.output, candidate.sources[.frame] == source else { continue }
                deliberation.candidates[index].isOccluded = true
                deliberation.candidates[index].sources[.occluded] = source
            }
        }
    }
}
