extension Decider {
    /// Room for candidates at the caret is what their window needs, unless the keyboard says itself how much; a window
    /// on another output than the keyboard's asks it for none (rule B1).
    static let roomOfPopup = Decider("room-of-popup") { deliberation in
        guard let inputMethod = deliberation.inputMethod, var chosen = deliberation.chosen,
            chosen.witness.roomBelowCaret == nil, let popup = inputMethod.popup
        else { return }
        let output = deliberation.outputs.holding(popup.frame)
        let home = deliberation.outputName(of: chosen)
        let isElsewhere = home != nil && output != nil && home != output?.name
        chosen.witness.roomBelowCaret =
            isElsewhere
            ? 0
            : RoomBelowCaret.needed(
                by: popup.frame, at: inputMethod.caret, on: output?.frame,
                gapWithoutCaret: inputMethod.gapWithoutCaret)
        chosen.sight =
            isElsewhere ? nil : CandidateSight(popupHeight: popup.frame.height, table: inputMethod.table?.table)
        chosen.sources[.room] = popup.source
        deliberation.candidates[0] = chosen
    }
}
