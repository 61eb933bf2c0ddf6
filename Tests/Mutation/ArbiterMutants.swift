extension Mutant {
    static let arbiter = [
        Mutant(
            "an observer before a provider", in: "Arbiter/Deciders/Preferences.swift",
            "deliberation.candidates.map(\\.source.kind).min()", "deliberation.candidates.map(\\.source.kind).max()",
            caughtBy: "PrecedenceTests"),
        Mutant(
            "computed before measured", in: "Arbiter/Deciders/Preferences.swift",
            "deliberation.candidates.map(rank).min()", "deliberation.candidates.map(rank).max()",
            caughtBy: "PrecedenceTests"),
        Mutant(
            "the first to hide", in: "Arbiter/Deciders/Preferences.swift",
            "deliberation.prefer(\\.witness.isPresent)\n        let latest = deliberation.candidates.map(\\.witness.since).max()",
            "deliberation.prefer(\\.witness.isPresent)\n        let latest = deliberation.candidates.map(\\.witness.since).min()",
            caughtBy: "PrecedenceTests"),
        Mutant(
            "a hidden one before a visible one", in: "Arbiter/Deciders/Preferences.swift",
            "deliberation.prefer(\\.isVisible)", "deliberation.prefer { !$0.isVisible }", caughtBy: "PrecedenceTests"),
        Mutant(
            "a supplement overrules", in: "Arbiter/Deciders/Supplement.swift",
            "if chosen.witness.engine == nil, let engine = witness.engine {", "if let engine = witness.engine {",
            caughtBy: "SupplementTests"),
        Mutant(
            "a fullscreen window on another output occludes", in: "Arbiter/Deciders/FullscreenOccludes.swift",
            "candidate.output == area.output, candidate", "candidate", caughtBy: "PrecedenceTests", "ReservedStripTests"
        ),
        Mutant(
            "docked for floating", in: "Arbiter/Deciders/PlacementByEdge.swift", "? .docked : .floating",
            "? .floating : .docked", caughtBy: "SupplementTests"),
        Mutant(
            "a provider that leaves is an ordinary hide", in: "Arbiter/Arbiter.swift", "answer.isPresent = false",
            "answer.isPresent = true", caughtBy: "PrecedenceTests", "OrderTests"),
    ]
}
