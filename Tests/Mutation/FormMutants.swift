extension Mutant {
    static let form = [
        Mutant(
            "progress runs the other way", in: "Form/InteractiveDismissal.swift",
            "(keyboard.height - distance) / keyboard.height", "distance / keyboard.height",
            caughtBy: "InteractiveDismissalTests"),
        Mutant(
            "a fling back dismisses", in: "Form/InteractiveDismissal.swift", "isPulledFar && velocity >= 0",
            "isPulledFar", caughtBy: "InteractiveDismissalTests"),
        Mutant(
            "the padding is dropped", in: "Form/InteractiveDismissal.swift", "y - (keyboard.top - padding)",
            "y - keyboard.top", caughtBy: "InteractiveDismissalTests"),
        Mutant(
            "caps overlap", in: "Form/NinePartImage.swift", "most - first", "most", caughtBy: "NinePartTests"),
        Mutant(
            "caps higher than the target", in: "Form/NinePartImage.swift",
            "min(1, target.width / (caps.left + caps.right), target.height / (caps.top + caps.bottom))",
            "min(1, target.width / (caps.left + caps.right))", caughtBy: "NinePartTests"),
        Mutant(
            "text of several lines is left by return", in: "Form/ReturnKeyChain.swift",
            "guard !place.isMultiLine else { return .newLine }", "", caughtBy: "ReturnKeyChainTests"),
        Mutant(
            "the last field leads to the first", in: "Form/ReturnKeyChain.swift",
            "ending.wraps ? group.lowerBound : nil", "group.lowerBound", caughtBy: "ReturnKeyChainTests"),
        Mutant(
            "a staircase is one row", in: "Form/FieldOrder.swift",
            "keys[end].major - keys[start].major <= tolerance", "keys[end].major - keys[end - 1].major <= tolerance",
            caughtBy: "FieldOrderTests"),
        Mutant(
            "from the right, by the left edge", in: "Form/FieldOrder.swift", "-field.frame.right",
            "-field.frame.left", caughtBy: "FieldOrderTests"),
        Mutant(
            "the inset at one side only", in: "Form/Placeholder.swift", "container.width - 2 * margin.x",
            "container.width - margin.x", caughtBy: "PlaceholderTests"),
        Mutant(
            "a placeholder over what is composed", in: "Form/Placeholder.swift", "&& !isComposing", "",
            caughtBy: "PlaceholderTests"),
        Mutant(
            "only a drag sidewards drags", in: "Form/DragDismissal.swift", "dx * dx + dy * dy >", "dx * dx >",
            caughtBy: "DragDismissalTests"),
        Mutant(
            "a password is corrected unseen", in: "Form/FieldClearing.swift", "if isSecure { state = .armed }", "",
            caughtBy: "FieldClearingTests"),
        Mutant(
            "padding moves a part down", in: "Form/TapOutside.swift", "y: rect.y - padding", "y: rect.y + padding",
            caughtBy: "TapOutsideTests"),
    ]
}
