/// What is seen of candidates at the caret, beyond the room that they ask for (rules B1 and B2).
public struct CandidateSight: Sendable, Hashable {
    /// The height of the window in which they are shown, in px; 0: nobody sees one.
    public var popupHeight: Double
    /// The table in it; nil: nobody sees tables.
    public var table: CandidateTable?

    public init(popupHeight: Double = 0, table: CandidateTable? = nil) {
        self.popupHeight = popupHeight
        self.table = table
    }
}
