import HeadroomCore

/// What is known of the candidates of an IBus that is connected.
///
/// Times are µs of CLOCK_MONOTONIC.
struct IBusMachine: Sendable, Hashable {
    /// Whether tables are watched: without them nobody here knows whether candidates are shown.
    let seesTables: Bool
    /// Whether the engine was asked for, and neither answer nor change has come.
    private(set) var isAsking = true
    private var engine: String?
    private var caret: Rect?
    /// The newest table, shown or not; nil: none was seen, or an empty one.
    private var table: CandidateTable?
    private var isShown: Bool?
    private var since: UInt64 = 0

    init(seesTables: Bool) { self.seesTables = seesTables }

    /// It answered which engine is in use; nil: it has none, or did not answer.
    mutating func engineAnswered(_ name: String?) {
        // What came before the answer is older than the answer.
        if isAsking || name != nil { engine = name }
        isAsking = false
    }

    mutating func hear(_ event: IBusEvent, at time: UInt64) {
        switch event {
        case .engine(let name):
            isAsking = false
            guard name != engine else { return }
            engine = name
            // Its candidates were those of the other engine.
            table = nil
            if isShown != nil { show(false, at: time) }
        case .caret(let rect):
            caret = rect
        case .caretInWindow:
            caret = nil
        case .table(let new, let isVisible):
            table = new
            show(isVisible && new != nil, at: time)
        case .tableShown:
            show(table != nil, at: time)
        case .tableHidden:
            show(false, at: time)
        }
    }

    private mutating func show(_ isShown: Bool, at time: UInt64) {
        guard seesTables, isShown != self.isShown else { return }
        self.isShown = isShown
        since = time
    }

    /// All that is known; nil until it has said which engine is in use.
    var facts: Facts? {
        guard !isAsking else { return nil }
        return Facts(candidates: [
            CandidateWitness(
                framework: IBusNames.framework, engine: engine, isShown: isShown, since: since, caret: caret,
                table: isShown == true ? table : nil)
        ])
    }
}
