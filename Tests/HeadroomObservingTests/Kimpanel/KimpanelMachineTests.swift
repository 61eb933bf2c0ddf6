import HeadroomCore
import Testing

@testable import HeadroomObserving

/// What is known of a panel's candidates, event by event.
struct KimpanelMachineTests {
    private static let pause = UInt64(KimpanelMachine.monitorPause) * 1000

    /// A panel, fcitx5 and a monitor that listens, at 10 µs.
    private func listening() -> KimpanelMachine {
        var machine = KimpanelMachine()
        #expect(machine.panelChanged(isThere: true, at: 10) == [.report])
        #expect(machine.methodChanged(isThere: true, isFcitx5: true, at: 10) == [.report, .startMonitor])
        #expect(machine.monitorListens() == [.hearAll, .report])
        #expect(machine.availability == .active)
        return machine
    }

    /// Seven candidates are shown, at 20 µs.
    private func composing(layout: CandidateTable.Layout = .system) -> KimpanelMachine {
        var machine = listening()
        #expect(machine.heard(.table(count: 7, layout: layout), isOverheard: true, at: 20) == [])
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: true, at: 20) == [.report])
        return machine
    }

    private func witness(_ machine: KimpanelMachine) -> CandidateWitness? { machine.facts?.candidates?.first }

    @Test("nobody: waiting, for the panel or for the input method")
    func nobody() {
        var machine = KimpanelMachine()
        #expect(machine.facts == nil)
        #expect(machine.availability.word == "waiting")
        #expect(machine.availability.reason.contains("org.kde.impanel"))
        _ = machine.panelChanged(isThere: true, at: 0)
        #expect(machine.facts == nil)
        #expect(machine.monitor == .off)
        #expect(machine.availability.reason.contains("org.kde.kimpanel.inputmethod"))
    }

    @Test("a table counts while it is shown")
    func table() {
        var machine = composing()
        #expect(
            machine.facts
                == Facts(candidates: [
                    CandidateWitness(
                        framework: "fcitx5", isShown: true, since: 20,
                        table: CandidateTable(rows: 1, pageSize: 7, layout: .system))
                ]))
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: true, at: 30) == [])
        #expect(witness(machine)?.since == 20)
        #expect(machine.heard(.lookupTable(isShown: false), isOverheard: true, at: 40) == [.report])
        #expect(witness(machine)?.isShown == false)
        #expect(witness(machine)?.since == 40)
        #expect(witness(machine)?.table == nil)
    }

    @Test("a table is emptied before it is hidden: it is hidden then")
    func emptied() {
        var machine = composing()
        #expect(machine.heard(.table(count: 0, layout: .system), isOverheard: true, at: 30) == [.report])
        #expect(witness(machine)?.isShown == false)
        #expect(witness(machine)?.since == 30)
        _ = machine.heard(.lookupTable(isShown: false), isOverheard: true, at: 40)
        #expect(witness(machine)?.isShown == false)
        #expect(witness(machine)?.since == 30)
    }

    @Test(
        "rows by the layout, and one more for auxiliary text or what is composed",
        arguments: [(CandidateTable.Layout.vertical, 7), (.horizontal, 1), (.system, 1)])
    func rows(_ layout: CandidateTable.Layout, _ rows: Int) {
        var machine = composing(layout: layout)
        #expect(witness(machine)?.table == CandidateTable(rows: rows, pageSize: 7, layout: layout))
        _ = machine.heard(.auxiliary(isShown: true), isOverheard: true, at: 30)
        #expect(witness(machine)?.table?.rows == rows + 1)
        _ = machine.heard(.preedit(isShown: true), isOverheard: true, at: 30)
        #expect(witness(machine)?.table?.rows == rows + 1)
        _ = machine.heard(.auxiliary(isShown: false), isOverheard: true, at: 30)
        #expect(witness(machine)?.table?.rows == rows + 1)
        _ = machine.heard(.preedit(isShown: false), isOverheard: true, at: 30)
        #expect(witness(machine)?.table?.rows == rows)
    }

    @Test("the last page of a table is shorter: the page's size stays")
    func lastPage() {
        var machine = composing(layout: .vertical)
        _ = machine.heard(.table(count: 3, layout: .vertical), isOverheard: true, at: 30)
        #expect(witness(machine)?.table == CandidateTable(rows: 3, pageSize: 7, layout: .vertical))
        _ = machine.heard(.table(count: 9, layout: .vertical), isOverheard: true, at: 30)
        #expect(witness(machine)?.table?.pageSize == 9)
    }

    @Test("the caret, and that it is not known any more")
    func caret() {
        var machine = listening()
        let caret = Rect(x: 222, y: 133, width: 0, height: 32)
        #expect(machine.heard(.caret(caret), isOverheard: true, at: 20) == [.report])
        #expect(witness(machine)?.caret == caret)
        #expect(machine.heard(.caret(caret), isOverheard: true, at: 30) == [])
        #expect(machine.heard(.caret(nil), isOverheard: true, at: 40) == [.report])
        #expect(witness(machine)?.caret == nil)
    }

    @Test("flags are heard by everybody until the monitor hears one: it hears them in their order among the tables")
    func order() {
        var machine = listening()
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: false, at: 20) == [.report])
        #expect(machine.heard(.lookupTable(isShown: false), isOverheard: true, at: 30) == [.report])
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: false, at: 40) == [])
        #expect(witness(machine)?.isShown == false)
        // When it is lost nobody knows what was missed, and everybody's word is taken again.
        #expect(machine.monitorLost() == [.report])
        #expect(witness(machine)?.isShown == .some(nil))
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: false, at: 50) == [.report])
        #expect(witness(machine)?.isShown == true)
        #expect(witness(machine)?.table == nil)
    }

    @Test("when all that came before the monitor is heard, flags are the monitor's affair")
    func hearsAll() {
        var machine = listening()
        machine.allIsHeard()
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: false, at: 20) == [])
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: true, at: 30) == [.report])
        _ = machine.monitorLost()
        // It comes too late: there is no monitor.
        machine.allIsHeard()
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: false, at: 40) == [.report])
    }

    @Test("the panel goes mid-composition: nothing is left, and nothing is overheard")
    func panelGoes() {
        var machine = composing()
        #expect(machine.panelChanged(isThere: false, at: 30) == [.report, .stopMonitor])
        #expect(machine.facts == nil)
        // fcitx5 still says something on its way out.
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: false, at: 40) == [])
        #expect(machine.panelChanged(isThere: true, at: 40) == [.report])
        #expect(witness(machine)?.isShown == .some(nil))
        #expect(witness(machine)?.table == nil)
    }

    @Test("another panel at once: what the old one showed is gone")
    func panelReplaced() {
        var machine = composing()
        #expect(machine.panelChanged(isThere: true, at: 30) == [.report])
        #expect(machine.monitor == .listening)
        #expect(witness(machine)?.isShown == .some(nil))
    }

    @Test("the input method goes mid-composition: nothing is left")
    func methodGoes() {
        var machine = composing()
        #expect(machine.methodChanged(isThere: false, isFcitx5: false, at: 30) == [.report, .stopMonitor])
        #expect(machine.facts == nil)
        #expect(machine.availability.word == "waiting")
        let next = 10 + Self.pause
        #expect(machine.methodChanged(isThere: true, isFcitx5: false, at: next) == [.report, .startMonitor])
        #expect(machine.facts == nil)
        #expect(machine.heard(.framework("ibus"), isOverheard: false, at: next) == [.report])
        #expect(
            machine.facts == Facts(candidates: [CandidateWitness(framework: "ibus")]))
    }

    @Test("the monitor starts at most once a second, however often names come and go")
    func restraint() {
        var machine = listening()
        var starts = 0
        for time in stride(from: UInt64(20), to: 10 + Self.pause, by: 1000) {
            for isThere in [false, true] {
                let actions = machine.panelChanged(isThere: isThere, at: time)
                starts += actions.count { $0 == .startMonitor }
            }
        }
        #expect(starts == 0)
        #expect(machine.nextDeadline == 10 + Self.pause)
        #expect(machine.advance(to: 9 + Self.pause) == [])
        #expect(machine.advance(to: 10 + Self.pause) == [.startMonitor])
        #expect(machine.nextDeadline == nil)
        // A deadline that the panel's leaving made pointless is none.
        _ = machine.panelChanged(isThere: false, at: 20 + Self.pause)
        _ = machine.panelChanged(isThere: true, at: 30 + Self.pause)
        #expect(machine.nextDeadline == 10 + 2 * Self.pause)
        _ = machine.panelChanged(isThere: false, at: 40 + Self.pause)
        #expect(machine.nextDeadline == nil)
    }

    @Test("a bus that lets nobody overhear: flags only, and it is said; not asked again until another panel comes")
    func refused() {
        var machine = KimpanelMachine()
        _ = machine.panelChanged(isThere: true, at: 0)
        _ = machine.methodChanged(isThere: true, isFcitx5: true, at: 0)
        #expect(machine.monitorRefused() == [.report])
        #expect(machine.availability.word == "active")
        #expect(machine.availability.reason.contains("overhear"))
        #expect(machine.heard(.lookupTable(isShown: true), isOverheard: false, at: 10) == [.report])
        #expect(witness(machine)?.isShown == true)
        #expect(witness(machine)?.table == nil)
        #expect(machine.nextDeadline == nil)
        #expect(machine.panelChanged(isThere: true, at: 2 * Self.pause) == [.report, .startMonitor])
    }

    // MARK: Every order

    private enum Step: CaseIterable {
        case panelComes, panelGoes, fcitx5Comes, otherComes, methodGoes, isFcitx5, listens, hearsAll, refused, lost,
            time
        case shown, hidden, overheardShown, overheardHidden, table, noTable, framework
    }

    private static func apply(_ step: Step, to machine: inout KimpanelMachine, at time: UInt64) {
        switch step {
        case .panelComes: _ = machine.panelChanged(isThere: true, at: time)
        case .panelGoes: _ = machine.panelChanged(isThere: false, at: time)
        case .fcitx5Comes: _ = machine.methodChanged(isThere: true, isFcitx5: true, at: time)
        case .otherComes: _ = machine.methodChanged(isThere: true, isFcitx5: false, at: time)
        case .methodGoes: _ = machine.methodChanged(isThere: false, isFcitx5: false, at: time)
        case .isFcitx5: _ = machine.methodIsFcitx5()
        case .listens: _ = machine.monitorListens()
        case .hearsAll: machine.allIsHeard()
        case .refused: _ = machine.monitorRefused()
        case .lost: _ = machine.monitorLost()
        case .time: _ = machine.advance(to: machine.nextDeadline ?? time)
        case .shown: _ = machine.heard(.lookupTable(isShown: true), isOverheard: false, at: time)
        case .hidden: _ = machine.heard(.lookupTable(isShown: false), isOverheard: false, at: time)
        case .overheardShown: _ = machine.heard(.lookupTable(isShown: true), isOverheard: true, at: time)
        case .overheardHidden: _ = machine.heard(.lookupTable(isShown: false), isOverheard: true, at: time)
        case .table: _ = machine.heard(.table(count: 7, layout: .vertical), isOverheard: true, at: time)
        case .noTable: _ = machine.heard(.table(count: 0, layout: .system), isOverheard: true, at: time)
        case .framework: _ = machine.heard(.framework("ibus"), isOverheard: false, at: time)
        }
    }

    /// What holds in every state.
    private static func check(_ machine: KimpanelMachine) -> String? {
        let isWatching = machine.hasPanel && machine.hasMethod
        if machine.facts != nil, !isWatching { return "facts of nobody" }
        if let table = machine.facts?.candidates?.first?.table {
            if machine.facts?.candidates?.first?.isShown != true { return "a table that is not shown" }
            if !(1...8).contains(table.rows) || table.pageSize != 7 { return "a table of \(table)" }
        }
        if machine.monitor != .off, !isWatching { return "a monitor for nobody" }
        if machine.monitor == .off, isWatching, machine.nextDeadline == nil { return "no monitor, ever" }
        let isStarted = machine.monitor == .starting || machine.monitor == .listening
        if machine.nextDeadline != nil, !isWatching || isStarted { return "a pointless deadline" }
        return machine.availability.isActive == isWatching ? nil : "\(machine.availability)"
    }

    @Test(
        "every order of eighteen things that happen, five deep: what is said is of who is there, and nothing is stale")
    func everyOrder() {
        var states: Set<KimpanelMachine> = [KimpanelMachine()]
        var seen = states
        for depth in 1...5 {
            var next: Set<KimpanelMachine> = []
            for state in states {
                for step in Step.allCases {
                    var machine = state
                    Self.apply(step, to: &machine, at: UInt64(depth) * 400_000)
                    if let fault = Self.check(machine) {
                        Issue.record("\(fault) after \(step) in \(state)")
                        return
                    }
                    if seen.insert(machine).inserted { next.insert(machine) }
                }
            }
            states = next
        }
        #expect(seen.count > 250)
    }
}
