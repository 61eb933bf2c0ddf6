extension Decider {
    /// Of several input methods' frameworks the one that shows candidates is written with; else the one of which
    /// something changed last, else the one with an engine that is known; of equals the first by name.
    static let activeInputMethod = Decider("active-input-method") { deliberation in
        guard deliberation.inputMethods.count > 1 else { return }
        let ranks = deliberation.inputMethods.map(\.rank)
        guard let best = ranks.max() else { return }
        let equals = zip(deliberation.inputMethods, ranks).filter { $0.1 == best }.map(\.0)
        deliberation.inputMethods = Array(equals.sorted { $0.framework < $1.framework }.prefix(1))
    }
}
