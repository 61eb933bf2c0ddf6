extension Decider {
    /// The engine is the active input method's, unless the keyboard names one itself.
    static let engineOfInputMethod = Decider("engine-of-input-method") { deliberation in
        guard let inputMethod = deliberation.inputMethod else { return }
        let (source, name) = inputMethod.engine
        deliberation.engine = name
        guard var chosen = deliberation.chosen, chosen.witness.engine == nil else { return }
        chosen.witness.engine = name
        chosen.sources[.engine] = source
        deliberation.candidates[0] = chosen
    }
}
