import HeadroomBus
import HeadroomCore

/// What is known of the candidates that an input method has a panel show.
///
/// Times are µs of CLOCK_MONOTONIC. Flags are heard by everybody, tables and carets only by a monitor. A monitor hears the
/// flags too, in their order among the tables, so they are taken from it once it has heard one, or all is heard that was
/// said before it listened.
struct KimpanelMachine: Sendable, Hashable {
    /// Whether somebody owns the panel's name, and whether an input method speaks to it.
    private(set) var hasPanel = false
    private(set) var hasMethod = false
    private(set) var monitor = Monitor.off
    private var framework: String?
    private var shown = Shown()
    private var hearsFlagsByMonitor = false
    /// The greatest page seen since the input method is there; the last page of a table is often shorter.
    private var pageSize = 0
    /// When the monitor was started last.
    private var monitorStart: UInt64?
    /// When the monitor may be started again: the time to call ``advance(to:)``.
    private(set) var nextDeadline: UInt64?

    /// How long at least from one start of the monitor to the next, in ms: names that come and go in no time do not open
    /// a connection each time. (chosen)
    static let monitorPause: UInt32 = 1000

    enum Monitor: Sendable, Hashable {
        /// There is nothing to overhear, or it may not be started yet.
        case off
        /// It was started, and the bus has not answered; or it was lost, and is opened again.
        case starting
        case listening
        /// The bus lets nobody overhear.
        case refused
    }

    /// What the panel shows.
    private struct Shown: Sendable, Hashable {
        /// Nil: nothing was heard of it yet.
        var tableFlag: Bool?
        var since: UInt64 = 0
        var isAuxiliaryShown = false
        var isPreeditShown = false
        /// How many candidates the table has; nil: no table was overheard.
        var count: Int?
        var layout = CandidateTable.Layout.system
        var caret: Rect?

        /// A table is emptied before it is hidden, and an empty one shows nothing.
        var isTableShown: Bool? { tableFlag.map { $0 && count != 0 } }
    }

    /// What there is to do.
    enum Action: Sendable, Hashable {
        /// Start the monitor; one that is there is let go of.
        case startMonitor
        case stopMonitor
        /// Say when all is heard that was said so far: ``allIsHeard()``.
        case hearAll
        /// The facts, or the availability, are new.
        case report
    }

    // MARK: Who is there

    /// The panel's name got an owner, another owner, or lost it. Whatever was shown is gone.
    mutating func panelChanged(isThere: Bool, at time: UInt64) -> [Action] {
        hasPanel = isThere
        shown = Shown()
        hearsFlagsByMonitor = false
        return [.report] + tendMonitor(at: time)
    }

    /// The input method's name got an owner, another owner, or lost it. `isFcitx5`: fcitx5 owns it.
    mutating func methodChanged(isThere: Bool, isFcitx5: Bool, at time: UInt64) -> [Action] {
        hasMethod = isThere
        framework = isFcitx5 ? Fcitx5Names.framework : nil
        pageSize = 0
        shown = Shown()
        return [.report] + tendMonitor(at: time)
    }

    /// The input method turns out to be fcitx5.
    mutating func methodIsFcitx5() -> [Action] {
        guard hasMethod else { return [] }
        return learn(Fcitx5Names.framework)
    }

    private mutating func learn(_ framework: String) -> [Action] {
        guard self.framework != framework else { return [] }
        self.framework = framework
        return [.report]
    }

    // MARK: What is heard

    /// The input method said something; `isOverheard`: by the monitor.
    mutating func heard(_ event: KimpanelEvent, isOverheard: Bool, at time: UInt64) -> [Action] {
        guard hasPanel, hasMethod else { return [] }
        let (before, wasShown) = (facts, shown.isTableShown)
        switch event {
        case .framework(let framework):
            return learn(framework)
        case .table(let count, let layout):
            shown.count = count
            shown.layout = layout
            pageSize = max(pageSize, count)
        case .caret(let caret):
            shown.caret = caret
        case .lookupTable(let isShown):
            guard minds(isOverheard: isOverheard) else { return [] }
            shown.tableFlag = isShown
        case .auxiliary(let isShown):
            guard minds(isOverheard: isOverheard) else { return [] }
            shown.isAuxiliaryShown = isShown
        case .preedit(let isShown):
            guard minds(isOverheard: isOverheard) else { return [] }
            shown.isPreeditShown = isShown
        }
        if shown.isTableShown != wasShown { shown.since = time }
        return facts == before ? [] : [.report]
    }

    /// Whether a flag is to be taken from whoever heard it.
    private mutating func minds(isOverheard: Bool) -> Bool {
        if isOverheard { hearsFlagsByMonitor = true }
        return isOverheard || !hearsFlagsByMonitor
    }

    // MARK: The monitor

    /// The bus made the connection a monitor.
    mutating func monitorListens() -> [Action] {
        guard monitor == .starting else { return [] }
        monitor = .listening
        return [.hearAll, .report]
    }

    /// Everybody's ears have heard all that was said before the monitor listened.
    mutating func allIsHeard() {
        if monitor == .listening { hearsFlagsByMonitor = true }
    }

    /// The bus refused. Nothing but flags is known until another panel or input method comes.
    mutating func monitorRefused() -> [Action] {
        guard monitor == .starting else { return [] }
        monitor = .refused
        return [.report]
    }

    /// The monitor's connection was lost and is opened again. What was missed meanwhile nobody knows.
    mutating func monitorLost() -> [Action] {
        guard monitor == .starting || monitor == .listening else { return [] }
        monitor = .starting
        shown = Shown()
        hearsFlagsByMonitor = false
        return [.report]
    }

    /// Time passes: the monitor may be started.
    mutating func advance(to time: UInt64) -> [Action] {
        guard let deadline = nextDeadline, deadline <= time else { return [] }
        return tendMonitor(at: time)
    }

    /// It is there exactly while there are a panel and an input method to overhear.
    private mutating func tendMonitor(at time: UInt64) -> [Action] {
        nextDeadline = nil
        guard hasPanel, hasMethod else {
            defer { monitor = .off }
            hearsFlagsByMonitor = false
            return monitor == .off ? [] : [.stopMonitor]
        }
        guard monitor == .off || monitor == .refused else { return [] }
        if let start = monitorStart?.advanced(byMilliseconds: Self.monitorPause), time < start {
            nextDeadline = start
            return []
        }
        monitorStart = time
        monitor = .starting
        return [.startMonitor]
    }

    // MARK: Facts

    /// All that is known; nil while no panel is spoken to, or nobody knows by which framework.
    var facts: Facts? {
        guard hasPanel, hasMethod, let framework else { return nil }
        return Facts(candidates: [
            CandidateWitness(
                framework: framework, isShown: shown.isTableShown, since: shown.since, caret: shown.caret,
                table: table)
        ])
    }

    /// What the layout leaves to the panel counts as a row: KDE's and GNOME's panels stand them so unless they are told.
    /// Auxiliary text and the text that is being composed share a line above.
    private var table: CandidateTable? {
        guard shown.isTableShown == true, let count = shown.count else { return nil }
        let lines =
            switch shown.layout {
            case .vertical: count
            case .horizontal, .system: 1
            }
        return CandidateTable(
            rows: lines + (shown.isAuxiliaryShown || shown.isPreeditShown ? 1 : 0), pageSize: pageSize,
            layout: shown.layout)
    }

    var availability: Availability {
        if !hasPanel {
            .waiting("nobody owns \(KimpanelNames.panel.text): input methods show their candidates themselves")
        } else if !hasMethod {
            .waiting("no input method speaks to the panel: nobody owns \(KimpanelNames.method.text)")
        } else if monitor == .refused {
            .partial("the bus lets nobody overhear: how many candidates the panel shows and where is unknown")
        } else {
            .active
        }
    }
}
