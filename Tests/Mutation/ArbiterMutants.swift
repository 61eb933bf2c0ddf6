extension Mutant {
    static let arbiter = [
        Mutant(
            "an observer before a provider", in: "Arbiter/Deciders/ProviderFirst.swift",
            "deliberation.candidates.map(\\.source.kind).min()", "deliberation.candidates.map(\\.source.kind).max()",
            caughtBy: "PrecedenceTests"),
        Mutant(
            "computed before measured", in: "Arbiter/Deciders/MeasuredFirst.swift",
            "deliberation.candidates.map(rank).min()", "deliberation.candidates.map(rank).max()",
            caughtBy: "PrecedenceTests"),
        Mutant(
            "the first to hide", in: "Arbiter/Deciders/LatestToHide.swift",
            "deliberation.candidates.map(\\.witness.since).max()",
            "deliberation.candidates.map(\\.witness.since).min()",
            caughtBy: "PrecedenceTests"),
        Mutant(
            "a hidden one before a visible one", in: "Arbiter/Deciders/VisibleFirst.swift",
            "deliberation.prefer(deliberation.isSeen)",
            "deliberation.prefer { [deliberation] in !deliberation.isSeen($0) }", caughtBy: "PrecedenceTests"),
        Mutant(
            "what is off-screen is seen", in: "Arbiter/Deliberation.swift",
            "(outputs.isEmpty || outputs.contains", "(!outputs.isEmpty || outputs.contains", caughtBy: "PrecedenceTests"
        ),
        Mutant(
            "two witnesses are two keyboards", in: "Arbiter/Deciders/SameKeyboard.swift",
            "witness.name == other.witness.name", "witness.name != other.witness.name",
            caughtBy: "WitnessTests", "OrderTests"),
        Mutant(
            "a window's word before the keyboard's own", in: "Arbiter/Deciders/OwnFlag.swift",
            "one.witness.frame == nil ? 0 : 1", "one.witness.frame == nil ? 1 : 0", caughtBy: "WitnessTests",
            "ArrivalTests"),
        Mutant(
            "who sees nothing before who sees a frame", in: "Arbiter/Deciders/BestFrame.swift",
            "one.frame == FrameKnowledge.none ? 1 : 0", "one.frame == FrameKnowledge.none ? 0 : 1",
            caughtBy: "WitnessTests"),
        Mutant(
            "an observer's word before a provider's", in: "Arbiter/Deciders/FirstWord.swift",
            "tellers where teller.source.kind == .provider", "tellers where teller.source.kind != .provider",
            caughtBy: "WitnessTests"),
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
