extension Mutant {
    static let keyboard = [
        Mutant(
            "begin for end", in: "Keyboard/Motion.swift", "end + (begin - end) * state.remaining }",
            "begin + (end - begin) * state.remaining }", caughtBy: "MotionTests"),
        Mutant(
            "a curve goes on after its time", in: "Keyboard/CurveEvaluation.swift",
            "guard duration > 0, elapsed < duration else", "guard duration > 0 else", caughtBy: "CurveTests"),
        Mutant(
            "a spring of another shape", in: "Keyboard/CurveEvaluation.swift",
            "remaining: (1 + ω * time) * decay", "remaining: (1 - ω * time) * decay", caughtBy: "CurveTests"),
        Mutant(
            "a Bézier is searched on the wrong side", in: "Keyboard/CurveEvaluation.swift",
            "coordinate(x1, x2, middle) < x", "coordinate(x1, x2, middle) > x", caughtBy: "CurveTests"),
        Mutant(
            "the keyboard's height for what it covers", in: "Keyboard/DockedGeometry.swift",
            "return output.bottom - visible.top", "return frame.height", caughtBy: "DockedGeometryTests"),
        Mutant(
            "hidden where it is shown", in: "Keyboard/DockedGeometry.swift", "y: output.bottom, width: frame.width",
            "y: frame.y, width: frame.width", caughtBy: "DockedGeometryTests"),
        Mutant(
            "the wrong edge", in: "Keyboard/DockedGeometry.swift", "return above < below ? .top : .bottom\n        }\n",
            "return above < below ? .bottom : .top\n        }\n", caughtBy: "DockedGeometryTests"),
        Mutant(
            "timers fire before their time", in: "Keyboard/Timeline.swift", "due.time <= time {",
            "due.time <= time.advanced(byMilliseconds: 1) {",
            caughtBy: "StoryTests", "CaseTests"),
        Mutant(
            "a keyboard that is covered is visible", in: "Keyboard/Timeline.swift",
            "guard facts.isPresent, facts.isFlagged, !facts.isOccluded else",
            "guard facts.isPresent, facts.isFlagged else", caughtBy: "StoryTests", "CaseTests", "WalkTests"),
        Mutant(
            "a change begins where the last one ends", in: "Keyboard/TimelineSaying.swift",
            "var begin = motion.frame(at: start)", "var begin = motion.end", caughtBy: "StoryTests", "CaseTests",
            "WalkTests"),
        Mutant(
            "a hide begins where the last motion ends", in: "Keyboard/TimelineSaying.swift",
            "let begin = motion.frame(at: start)", "let begin = motion.end", caughtBy: "StoryTests", "CaseTests",
            "WalkTests"),
        Mutant(
            "a serial is used twice", in: "Keyboard/TimelineSaying.swift", "if nextSerial < .max { nextSerial += 1 }",
            "if nextSerial < .max, kind.isWill { nextSerial += 1 }", caughtBy: "StoryTests", "CaseTests", "WalkTests"),
        Mutant(
            "what the compositor keeps clear is forgotten in a turn", in: "Keyboard/TimelineSaying.swift",
            "return facts.frame == .unknown && isSaid ?", "return false ?", caughtBy: "StoryTests"),
        Mutant(
            "a guess that was right is silent, whatever it left out", in: "Keyboard/TimelineSaying.swift",
            "phase != .shown || isLayoutSaid", "true", caughtBy: "StoryTests"),
        Mutant(
            "no grace for a window that went", in: "Keyboard/TimelineSettling.swift",
            "isWindowOnly ? Interval.windowGrace : facts.habits.graceMS", "facts.habits.graceMS",
            caughtBy: "StoryTests", "CaseTests", "WalkTests"),
        Mutant(
            "grace although a hide was asked for", in: "Keyboard/TimelineSettling.swift",
            "if cause.reason == .user || hideExpectedUntil.map({ now <= $0 }) == true { return 0 }",
            "if cause.reason == .user { return 0 }",
            caughtBy: "StoryTests", "WalkTests"),
        Mutant(
            "portrait for landscape", in: "Keyboard/TimelineSettling.swift",
            "output.width > output.height ? output.height / 3", "output.width < output.height ? output.height / 3",
            caughtBy: "StoryTests", "CaseTests", "WalkTests"),
        Mutant(
            "one step is a way out", in: "Keyboard/TimelineDeparture.swift", "return departure.count > 1",
            "return departure.count > 0", caughtBy: "SlideTests"),
        Mutant(
            "a way out begins when it is told", in: "Keyboard/TimelineDeparture.swift",
            "Transition(durationMS: leavingMS, startTime: first)", "Transition(durationMS: leavingMS)",
            caughtBy: "SlideTests"),
        Mutant(
            "a keyboard that rests on its way out stays hidden", in: "Keyboard/TimelineSteps.swift",
            "guard !isDeparting else { return breakOffDeparture(into: &actions) }",
            "guard !isDeparting else { return }",
            caughtBy: "SlideTests"),
        Mutant(
            "a way out is never learned", in: "Keyboard/TimelineDeparture.swift", "static let least = 3",
            "static let least = 30", caughtBy: "SlideTests"),
        Mutant(
            "shrinking is said at once, growing waits", in: "Keyboard/TimelineSteps.swift",
            "guard coverage(of: frame) > coverage(of: said.end)", "guard coverage(of: frame) < coverage(of: said.end)",
            caughtBy: "StoryTests", "CaseTests", "WalkTests"),
        Mutant(
            "one token too many", in: "Keyboard/TokenBucket.swift", "UInt64(burst - 1)", "UInt64(burst)",
            caughtBy: "TokenBucketTests"),
    ]
}
