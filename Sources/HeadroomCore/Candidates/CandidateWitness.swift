/// What one source knows of the candidates of an input method: sizes, counts and places, never text (rule B4).
///
/// Rectangles are in the global space.
public struct CandidateWitness: Sendable, Hashable {
    /// The input method's framework, as the first part of the `engine` detail: `ibus`, `fcitx5`. Witnesses of one
    /// framework speak of the same candidates.
    public var framework: String
    /// The engine within the framework, for example `libpinyin`; nil: the source cannot tell.
    public var engine: String?
    /// Whether candidates are shown; nil: the source cannot tell.
    public var isShown: Bool?
    /// When ``isShown`` last changed, in µs of CLOCK_MONOTONIC.
    public var since: UInt64
    /// The window in which they are shown; nil: the source sees no such window, or none is there.
    public var popup: Rect?
    /// How far below a caret that nobody can hear of the window begins, in px; nil: the source cannot tell.
    public var gapWithoutCaret: Double?
    /// The caret that the input method was told of; nil: the source does not know it.
    public var caret: Rect?
    /// The table that is shown; nil: the source sees no tables.
    public var table: CandidateTable?

    public init(
        framework: String, engine: String? = nil, isShown: Bool? = nil, since: UInt64 = 0, popup: Rect? = nil,
        gapWithoutCaret: Double? = nil, caret: Rect? = nil, table: CandidateTable? = nil
    ) {
        self.framework = framework
        self.engine = engine
        self.isShown = isShown
        self.since = since
        self.popup = popup
        self.gapWithoutCaret = gapWithoutCaret
        self.caret = caret
        self.table = table
    }
}

/// The shape of a table of candidates (rule B2: page size and layout).
public struct CandidateTable: Sendable, Hashable {
    /// The rows that are visible, those of auxiliary text included.
    public var rows: Int
    /// How many candidates a page has.
    public var pageSize: Int
    public var layout: Layout

    /// How the candidates of a page stand; what the input method leaves open is `system`.
    public enum Layout: String, Sendable, Hashable, CaseIterable {
        case horizontal, vertical, system
    }

    public init(rows: Int, pageSize: Int, layout: Layout) {
        self.rows = rows
        self.pageSize = pageSize
        self.layout = layout
    }
}
