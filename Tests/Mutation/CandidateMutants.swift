extension Mutant {
    static let candidates = [
        Mutant(
            "a popup above the caret asks for room", in: "Candidates/RoomBelowCaret.swift", "isAbove ? 0 :",
            "isAbove ? popup.height :", caughtBy: "RoomBelowCaretTests"),
        Mutant(
            "the gap asks for no room", in: "Candidates/RoomBelowCaret.swift", ": popup.bottom - caret.bottom",
            ": popup.height", caughtBy: "RoomBelowCaretTests", "InputMethodTests"),
        Mutant(
            "a caret that has moved on is believed", in: "Candidates/RoomBelowCaret.swift", "gap <= farthestGap",
            "gap <= 1000", caughtBy: "RoomBelowCaretTests"),
        Mutant(
            "a tooltip asks for room", in: "Candidates/InputMethod.swift", "frame.width >= InputMethod.narrowest",
            "frame.width >= 0", caughtBy: "InputMethodTests"),
        Mutant(
            "who saw nothing before overrules who sees a table now", in: "Candidates/InputMethod.swift",
            "$0.witness.since > word.witness.since", "$0.witness.since < word.witness.since",
            caughtBy: "InputMethodTests"),
        Mutant(
            "a popup on another output asks for room", in: "Arbiter/Deciders/RoomOfPopup.swift",
            "output != nil && home",
            "output == nil && home", caughtBy: "InputMethodTests"),
        Mutant(
            "an input method overrules the keyboard's own word", in: "Arbiter/Deciders/EngineOfInputMethod.swift",
            "guard var chosen = deliberation.chosen, chosen.witness.engine == nil else { return }",
            "guard var chosen = deliberation.chosen else { return }", caughtBy: "InputMethodTests"),
        Mutant(
            "the least height is expected", in: "Candidates/LearnedCandidates.swift", "[max(0, rank - 1)]", "[0]",
            caughtBy: "LearnedCandidatesTests"),
        Mutant(
            "what was used last is forgotten first", in: "Candidates/LearnedCandidates.swift",
            "if entries.count > LearnedCandidates.capacity { entries.removeFirst() }",
            "if entries.count > LearnedCandidates.capacity { entries.removeLast() }",
            caughtBy: "LearnedCandidatesTests"),
        Mutant(
            "a bar that stands within the frame is put on top of it", in: "Candidates/BarHold.swift",
            "abs(height - $0) < Rect.smallest", "abs(height - $0) < -1", caughtBy: "BarHoldTests", "HeldTimelineTests"),
        Mutant(
            "what did not stand is learned", in: "Candidates/CandidateHold.swift",
            "static let standingMS: UInt32 = 100",
            "static let standingMS: UInt32 = 20", caughtBy: "HeldTimelineTests", "HoldExplorationTests"),
        Mutant(
            "a popup's first step counts", in: "Candidates/CandidateHold.swift", "static let restMS: UInt32 = 34",
            "static let restMS: UInt32 = 0", caughtBy: "HeldTimelineTests"),
        Mutant(
            "another engine goes on with what was held", in: "Candidates/CandidateHold.swift",
            "word.isEmpty || engine.hasPrefix", "true || engine.hasPrefix", caughtBy: "HeldTimelineTests",
            "HoldExplorationTests"),
        Mutant(
            "what is only kept is not told to be", in: "Candidates/CandidateHold.swift",
            "facts.isCandidateBarReserved = hold.reservesAnything", "facts.isCandidateBarReserved = false",
            caughtBy: "HeldTimelineTests", "HoldExplorationTests"),
        Mutant(
            "a session outlives its keyboard", in: "Keyboard/HeldTimeline.swift",
            "if wasVisible || !timeline.isVisible(facts) { hold.endSession() }",
            "if wasVisible, timeline.isVisible(facts) { hold.endSession() }", caughtBy: "HeldTimelineTests",
            "HoldExplorationTests"),
        Mutant(
            "a learned slide ends without its bar", in: "Keyboard/Timeline.swift",
            "output.global(value.frame).extendedUpwards(by: facts.barExtent)", "output.global(value.frame)",
            caughtBy: "HeldTimelineTests"),
    ]
}
