extension Decider {
    /// A keyboard that several witnesses name is one keyboard, there as long as any of them says so: Onboard's word on
    /// the bus and its window, a provider and an observer. What is true of it the deciders after this one take from
    /// its witnesses, a field each.
    ///
    /// Two providers are two keyboards, whatever their names (contract, section 3); observers see what a provider of
    /// the same name speaks of.
    static let sameKeyboard = Decider("same-keyboard") { deliberation in
        guard deliberation.candidates.count > 1 else { return }
        let all = deliberation.candidates
        guard all.indices.contains(where: { all[..<$0].contains(where: all[$0].isSameKeyboard) }) else { return }
        deliberation.candidates = all.indices.compactMap { index in
            let head = all[index]
            guard !all[..<index].contains(where: head.isSameKeyboard) else { return nil }
            let others = all[(index + 1)...].filter(head.isSameKeyboard)
            return others.isEmpty ? head : Candidate(joining: [head] + others)
        }
    }
}

extension Candidate {
    /// Whether both speak of one keyboard. What was inherited gives way to them by a decider of its own.
    fileprivate func isSameKeyboard(as other: Candidate) -> Bool {
        guard witness.name == other.witness.name else { return false }
        return switch (source.kind, other.source.kind) {
        case (.observer, .observer), (.observer, .provider), (.provider, .observer): true
        case (.provider, .provider), (.inherited, _), (_, .inherited): false
        }
    }
}
