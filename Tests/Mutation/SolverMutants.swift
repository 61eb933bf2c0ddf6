extension Mutant {
    static let geometry = [
        Mutant(
            "the intersection reaches as far as the wider one", in: "Geometry/Rect.swift",
            "right: min(right, other.right), bottom: min(bottom, other.bottom))",
            "right: max(right, other.right), bottom: min(bottom, other.bottom))", caughtBy: "RectTests"),
        Mutant(
            "one size is enough not to be empty", in: "Geometry/Rect.swift", "width >= Rect.smallest && height",
            "width >= Rect.smallest || height", caughtBy: "RectTests"),
        Mutant(
            "edges that touch share a range", in: "Geometry/Rect.swift",
            "min(right, other.right) > max(left, other.left)", "min(right, other.right) >= max(left, other.left)",
            caughtBy: "RectTests"),
        Mutant(
            "a bar extends downwards", in: "Geometry/Rect.swift", "y: y - amount, width", "y: y + amount, width",
            caughtBy: "RectTests", "CoverTests"),
        Mutant(
            "nothing is too far up", in: "Geometry/Rect.swift", "abs(y) <= Rect.farthest", "y <= Rect.farthest",
            caughtBy: "RectTests"),
        Mutant(
            "the right edge is inside", in: "Geometry/OutputSearch.swift", "point.x < right", "point.x <= right",
            caughtBy: "RectTests"),
        Mutant(
            "the smallest area wins", in: "Geometry/OutputSearch.swift", "area > bestArea ||", "area < bestArea ||",
            caughtBy: "OutputTests"),
        Mutant(
            "the left output wins a tie before the upper one", in: "Geometry/OutputSearch.swift",
            "a.y < b.y || (a.y == b.y && a.x < b.x)", "a.x < b.x || (a.x == b.x && a.y < b.y)",
            caughtBy: "OutputTests"),
        Mutant(
            "device pixels are moved the wrong way", in: "Geometry/Output.swift",
            "(rect.y - deviceFrame.y) / scale + frame.y", "(rect.y - deviceFrame.y) / scale - frame.y",
            caughtBy: "OutputTests", "CaseTests"),
    ]

    static let avoidance = [
        Mutant(
            "the margin is dropped", in: "Avoidance/ContentShift.swift", "target.bottom + margin - cover.top",
            "target.bottom - cover.top", caughtBy: "SolverTests"),
        Mutant(
            "the margin above is dropped", in: "Avoidance/ContentShift.swift",
            "target.top - topMargin - max(container.top, output.top)", "target.top - max(container.top, output.top)",
            caughtBy: "SolverTests", "CaseTests"),
        Mutant(
            "a shift without its limit", in: "Avoidance/ContentShift.swift", "max(0, min(wanted, covered, limit))",
            "max(0, min(wanted, covered))", caughtBy: "SolverTests"),
        Mutant(
            "a shift beyond what is covered", in: "Avoidance/ContentShift.swift",
            "max(0, min(wanted, covered, limit))", "max(0, min(wanted, limit))", caughtBy: "SolverTests"),
        Mutant(
            "a shift downwards", in: "Avoidance/ContentShift.swift", "max(0, min(wanted, covered, limit))",
            "min(wanted, covered, limit)", caughtBy: "SolverTests"),
        Mutant(
            "the sum of insets for the larger", in: "Avoidance/ContentInset.swift",
            "max(area.insetBottom + area.automaticInset, overlap)",
            "area.insetBottom + area.automaticInset + overlap", caughtBy: "SolverTests", "CaseTests"),
        Mutant(
            "the platform's own inset is set twice", in: "Avoidance/ContentInset.swift",
            "bottom = total - area.automaticInset", "bottom = total", caughtBy: "SolverTests", "CaseTests"),
        Mutant(
            "the inset at the top has the wrong sign", in: "Avoidance/ScrollOffset.swift",
            "lowest: -area.insetTop", "lowest: area.insetTop", caughtBy: "SolverTests", "CaseTests"),
        Mutant(
            "content ends under the keyboard", in: "Avoidance/ScrollOffset.swift",
            "area.contentHeight + inset.total - height", "area.contentHeight - height", caughtBy: "SolverTests"),
        Mutant(
            "a tall field shows its end", in: "Avoidance/ScrollOffset.swift",
            "guard low <= high else { return high - area.offset }",
            "guard low <= high else { return low - area.offset }", caughtBy: "SolverTests", "CaseTests"),
        Mutant(
            "the keyboard's height for the intersection", in: "Avoidance/Cover.swift",
            "min(max(0, rect.bottom - top), rect.height)", "min(visible.height, rect.height)",
            caughtBy: "CoverTests", "SolverTests"),
        Mutant(
            "a keyboard up to the output's top is docked", in: "Avoidance/Cover.swift",
            "visible.top > output.frame.top + DockedGeometry.edgeTolerance", "visible.top > output.frame.top",
            caughtBy: "CoverTests", "CaseTests"),
        Mutant(
            "a floating keyboard is docked", in: "Avoidance/Cover.swift", "case .floating, .split: return false",
            "case .floating, .split: return true", caughtBy: "CoverTests", "CaseTests"),
        Mutant(
            "a keyboard covers what lies on another output", in: "Avoidance/Cover.swift",
            "guard isDocked, !compositorAvoids, index == outputIndex, rect", "guard isDocked, !compositorAvoids, rect",
            caughtBy: "CoverTests", "CaseTests"),
        Mutant(
            "avoided twice, by the compositor too", in: "Avoidance/Cover.swift",
            "guard isDocked, !compositorAvoids, index", "guard isDocked, index", caughtBy: "CoverTests", "CaseTests"),
        Mutant(
            "a bar within the frame extends it", in: "Avoidance/KeyboardReport.swift",
            "held.bar - barWithin + accessory", "held.bar + accessory", caughtBy: "CoverTests", "CaseTests"),
        Mutant(
            "room for candidates up to the whole output", in: "Candidates/RoomBelowCaret.swift", "$0.height / 2",
            "$0.height", caughtBy: "CoverTests", "CaseTests"),
        Mutant(
            "no space for a selection's handle", in: "Avoidance/Target.swift", "max(handleHeight / 2 + 24, 20)",
            "20", caughtBy: "SolverTests"),
        Mutant(
            "a nested view's offset has the wrong sign", in: "Avoidance/Target.swift",
            "way.y += view.frame.y - view.offset", "way.y += view.frame.y + view.offset", caughtBy: "SolverTests"),
        Mutant(
            "what inner views took is asked of the outer one again", in: "Avoidance/Solver.swift",
            "distance -= scrollInner(by: distance, keeping: goal.rect)",
            "_ = scrollInner(by: distance, keeping: goal.rect)", caughtBy: "SolverTests"),
        Mutant(
            "the content's own is in the way only where the keyboard is", in: "Avoidance/Solver.swift",
            "target?.needsSpaceBelow == true) && cover", "target == nil) && cover", caughtBy: "SolverTests"),
        Mutant(
            "what a lowered view does not show stays out of sight", in: "Avoidance/Solver.swift",
            "scroll?.isLowered == true || ", "", caughtBy: "SolverTests"),
        Mutant(
            "a lowered view shows what is below its end", in: "Avoidance/Solver.swift",
            "} else if target?.needsSpaceBelow == true {", "} else {",
            caughtBy: "SolverTests"),
        Mutant(
            "the container's shift counts downwards for the window", in: "Avoidance/Solver.swift",
            "shown.rect.y -= adjustment.shift", "shown.rect.y += adjustment.shift", caughtBy: "SolverTests"),
        Mutant(
            "the caret pulls by less than a line", in: "Avoidance/CaretFollow.swift", ".rounded(.up)",
            ".rounded(.down)", caughtBy: "CaretFollowTests"),
        Mutant(
            "downwards has the wrong sign", in: "Avoidance/FloatingAvoidance.swift", "up <= down ? up : -down",
            "up <= down ? up : down", caughtBy: "SolverTests", "CaseTests"),
        Mutant(
            "out of the output to clear a floating keyboard", in: "Avoidance/FloatingAvoidance.swift",
            "upwards <= limit ? upwards : nil", "upwards", caughtBy: "SolverTests", "CaseTests"),
        Mutant(
            "no gap below the caret", in: "Avoidance/CandidatePopup.swift", "cursor.bottom + gap", "cursor.bottom",
            caughtBy: "CandidatePopupTests"),
    ]
}
