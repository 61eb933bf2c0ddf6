extension Decider {
    /// Whether a keyboard with several witnesses is meant to be seen says who knows: who is there; a provider before an
    /// observer; the keyboard's own word, which comes without a frame, before what a window looks like; of equals the
    /// one that changed its mind last.
    ///
    /// Onboard says visible up to 30 ms before its window is there, and hidden when the window has slid away; toggled
    /// fast it leaves a window that it calls hidden.
    static let ownFlag = Decider("own-flag") { deliberation in
        deliberation.forEachJoined { keyboard in
            func rank(_ one: Candidate) -> (Int, Int, Int, UInt64) {
                (
                    one.witness.isPresent ? 0 : 1, one.source.kind == .provider ? 0 : 1,
                    one.witness.frame == nil ? 0 : 1, .max - one.witness.since
                )
            }
            let tellers = keyboard.witnesses.filter { $0.witness.isVisible != nil }
            guard let teller = tellers.min(by: { rank($0) < rank($1) }) else { return }
            keyboard.witness.isVisible = teller.witness.isVisible
            keyboard.witness.since = teller.witness.since
            keyboard.sources[.visible] = teller.source
            if keyboard.source.kind != .provider { keyboard.source = teller.source }
        }
    }
}
