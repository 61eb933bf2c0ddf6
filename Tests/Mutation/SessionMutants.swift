extension Mutant {
    static let sessions = [
        Mutant(
            "what the user scrolled is lost", in: "Avoidance/OffsetLedger.swift", "isUsers ? offset : before",
            "before", caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "a stale baseline", in: "Avoidance/OffsetLedger.swift", "before = offset\n",
            "if before == 0 { before = offset }\n", caughtBy: "SessionTests", "SessionPropertyTests"),
        Mutant(
            "a measured frame starts from the guess", in: "Avoidance/OffsetLedger.swift",
            "return beforeGuess ?? offset", "return offset", caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "an empty frame begins a session", in: "Avoidance/SessionEvents.swift",
            "guard isShown, !report.isEmpty else", "guard isShown else", caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "no grace", in: "Avoidance/SessionEvents.swift", "if graceMS > 0 {", "if graceMS > 1_000_000 {",
            caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "hide keeps the inset", in: "Avoidance/SessionSteps.swift",
            "hold.endSession()\n        settle(scene.untouched, pace: pace)",
            "hold.endSession()\n        var rest = scene.untouched\n        rest.insetBottom = adjustment.insetBottom\n"
                + "        settle(rest, pace: pace)", caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "a bar is held into the next session", in: "Avoidance/SessionSteps.swift",
            "hold.endSession()\n        settle(scene.untouched, pace: pace)", "settle(scene.untouched, pace: pace)",
            caughtBy: "SessionTests", "CaseTests", "BarHoldTests"),
        Mutant(
            "who scrolls away is pulled back", in: "Avoidance/SessionEvents.swift", "isKeepingPlace = true",
            "isKeepingPlace = false", caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "an inner view is pulled back from its user", in: "Avoidance/SessionEvents.swift", "if isShown, isUsers {",
            "if isShown, !isUsers {", caughtBy: "SessionTests"),
        Mutant(
            "grace ends after its time", in: "Avoidance/SessionSteps.swift",
            "if case .leaving(let end, let pace) = stage, end <= time {",
            "if case .leaving(let end, let pace) = stage, end < time {", caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "an interrupted motion begins at its end", in: "Avoidance/ShiftMotion.swift",
            "begin = value\n        velocity = speed", "begin = end\n        velocity = speed",
            caughtBy: "ShiftMotionTests"),
        Mutant(
            "an interrupted motion stands still first", in: "Avoidance/ShiftMotion.swift", "velocity = speed",
            "velocity = 0", caughtBy: "ShiftMotionTests"),
        Mutant(
            "a bar is reserved that never went", in: "Candidates/BarHold.swift", "case .auto: hadToggled",
            "case .auto: true", caughtBy: "BarHoldTests"),
        Mutant(
            "a sticky bar shrinks", in: "Candidates/BarHold.swift", "tallestBar = max(tallestBar, bar)",
            "tallestBar = bar", caughtBy: "BarHoldTests"),
        Mutant(
            "a reported place is taken for the baseline", in: "Avoidance/WindowChange.swift",
            "container?.moved(dy: shift)", "container?.moved(dy: -shift)", caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "our own move is news", in: "Avoidance/SessionSteps.swift", "echoTolerance = 1.0", "echoTolerance = -1.0",
            caughtBy: "SessionTests", "CaseTests"),
        Mutant(
            "ours for theirs is kept", in: "Avoidance/Ledger.swift", "if !isOurs(now) { before = now }",
            "before = now", caughtBy: "LedgerTests"),
    ]
}
