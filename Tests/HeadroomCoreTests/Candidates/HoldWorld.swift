import HeadroomCore

/// What happens to candidates in an exploration of the hold.
enum HoldHappening: UInt8, CaseIterable, Sendable {
    case show, hide
    case barLow, barHigh, barGone
    case popup, popupGone, rows
    case engineA, engineB, engineGone
    case follow, sticky
    case after20, after34, after100, toDeadline
}

/// The small desktop that they change.
struct HoldWorld: Hashable {
    var isShown = false
    var bar = 0.0
    var isPopup = false
    var isTable = false
    var engine = ""

    static let base = Rect(x: 0, y: 540, width: 1280, height: 260)
    static let output = Output(name: "one", frame: Rect(x: 0, y: 0, width: 1280, height: 800), isPrimary: true)
    static let popupHeight = 48.0
    static let table = CandidateTable(rows: 2, pageSize: 5, layout: .horizontal)

    /// The room that candidates at the caret ask for; a table's rows are 32 px high as long as nobody saw one.
    var room: Double { isPopup ? HoldWorld.popupHeight : isTable ? 64 : 0 }

    /// Says whether it changed anything.
    mutating func undergo(_ happening: HoldHappening) -> Bool {
        let before = self
        switch happening {
        case .show: isShown = true
        case .hide: isShown = false
        case .barLow: bar = 36
        case .barHigh: bar = 60
        case .barGone: bar = 0
        case .popup: (isPopup, isTable) = (true, false)
        case .rows: (isPopup, isTable) = (false, true)
        case .popupGone: (isPopup, isTable) = (false, false)
        case .engineA: engine = "ibus:a"
        case .engineB: engine = "ibus:b"
        case .engineGone: engine = ""
        case .follow, .sticky, .after20, .after34, .after100, .toDeadline: break
        }
        return self != before
    }

    func facts(_ keyboard: String) -> KeyboardFacts {
        var facts = KeyboardFacts()
        facts.origin = keyboard
        facts.habits = Habits.of(keyboard: keyboard)
        facts.isPresent = true
        facts.isFlagged = isShown
        facts.output = "one"
        facts.frame = .rect(HoldWorld.base.extendedUpwards(by: bar))
        facts.candidateBarHeight = bar
        facts.engine = engine
        if isPopup {
            facts.roomBelowCaret = HoldWorld.popupHeight
            facts.candidates = CandidateSight(popupHeight: HoldWorld.popupHeight)
        } else if isTable {
            facts.candidates = CandidateSight(table: HoldWorld.table)
        }
        return facts
    }
}

/// One exploration of the hold.
struct HoldSetup: Sendable {
    var name: String
    var keyboard = "squeekboard"
    var policy = BarHold.Policy.auto
    /// What was learned of engine `ibus:a` before.
    var known: LearnedCandidates.Value?
    var start = HoldWorld()
    var happenings: [HoldHappening]
    var depth: Int

    /// Whose heights are learned, of `engine`.
    func key(_ engine: String, hasTable: Bool = false) -> LearnedCandidates.Key {
        LearnedCandidates.Key(
            engine: engine, keyboard: keyboard, output: "one", orientation: .landscape, scale: 1,
            table: hasTable ? .init(pageSize: 5, layout: .horizontal) : nil)
    }

    var memory: LearnedCandidates {
        LearnedCandidates(known.map { [LearnedCandidates.Entry(key: key("ibus:a"), value: $0)] } ?? [])
    }
}
