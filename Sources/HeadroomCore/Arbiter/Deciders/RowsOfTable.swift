extension Decider {
    /// Where nobody sees the window of a table that is shown, its rows ask for room; how high a row is was learned, or
    /// is supposed (rule B2, ``CandidateHold``).
    static let rowsOfTable = Decider("rows-of-table") { deliberation in
        guard let table = deliberation.inputMethod?.table, var chosen = deliberation.chosen,
            chosen.witness.roomBelowCaret == nil
        else { return }
        chosen.sight = CandidateSight(table: table.table)
        chosen.sources[.room] = table.source
        deliberation.candidates[0] = chosen
    }
}
