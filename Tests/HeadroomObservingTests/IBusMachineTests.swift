import HeadroomCore
import Testing

@testable import HeadroomObserving

/// What is known of the candidates of IBus, event by event.
struct IBusMachineTests {
    private static let caret = Rect(x: 222, y: 133, width: 0, height: 32)
    private static let table = CandidateTable(rows: 5, pageSize: 5, layout: .vertical)

    /// An IBus that has said which engine it uses.
    private func known(seesTables: Bool = true) -> IBusMachine {
        var machine = IBusMachine(seesTables: seesTables)
        machine.engineAnswered("libpinyin")
        return machine
    }

    private func witness(_ machine: IBusMachine) -> CandidateWitness? { machine.facts?.candidates?.first }

    @Test("nothing is known before the engine is; an IBus without one is known, too")
    func start() {
        var machine = IBusMachine(seesTables: true)
        machine.hear(.caret(Self.caret), at: 1)
        #expect(machine.facts == nil)
        machine.engineAnswered(nil)
        #expect(witness(machine) == CandidateWitness(framework: "ibus", caret: Self.caret))
    }

    @Test("an answer is newer than changes before it, and no answer undoes none")
    func answers() {
        var machine = IBusMachine(seesTables: false)
        machine.hear(.engine("anthy"), at: 1)
        #expect(witness(machine)?.engine == "anthy")
        machine.engineAnswered(nil)
        #expect(witness(machine)?.engine == "anthy")
        machine.engineAnswered("libpinyin")
        #expect(witness(machine)?.engine == "libpinyin")
    }

    @Test("where tables are not watched nothing is said of candidates")
    func withoutTables() {
        var machine = known(seesTables: false)
        for event in [IBusEvent.tableShown, .tableHidden, .table(Self.table, isVisible: true), .engine("anthy")] {
            machine.hear(event, at: 5)
            #expect(witness(machine)?.isShown == nil)
            #expect(witness(machine)?.table == nil)
        }
    }

    @Test("a table is shown, grows, is hidden and shown again; since is when that changed")
    func tables() {
        var machine = known()
        #expect(witness(machine)?.isShown == nil)
        machine.hear(.table(Self.table, isVisible: true), at: 10)
        #expect(
            witness(machine)
                == CandidateWitness(framework: "ibus", engine: "libpinyin", isShown: true, since: 10, table: Self.table)
        )
        let shorter = CandidateTable(rows: 2, pageSize: 5, layout: .vertical)
        machine.hear(.table(shorter, isVisible: true), at: 20)
        #expect(witness(machine)?.since == 10)
        #expect(witness(machine)?.table == shorter)
        machine.hear(.tableHidden, at: 30)
        machine.hear(.tableHidden, at: 31)
        #expect(witness(machine)?.isShown == false)
        #expect(witness(machine)?.since == 30)
        #expect(witness(machine)?.table == nil)
        machine.hear(.tableShown, at: 40)
        #expect(witness(machine)?.isShown == true)
        #expect(witness(machine)?.table == shorter)
        // What IBus does when the focus goes.
        machine.hear(.table(nil, isVisible: false), at: 50)
        machine.hear(.tableHidden, at: 51)
        #expect(witness(machine)?.isShown == false)
        #expect(witness(machine)?.since == 50)
        machine.hear(.tableShown, at: 60)
        #expect(witness(machine)?.isShown == false)
    }

    @Test("another engine has no candidates yet; the same one again keeps them")
    func engines() {
        var machine = known()
        machine.hear(.caret(Self.caret), at: 5)
        machine.hear(.table(Self.table, isVisible: true), at: 10)
        machine.hear(.engine("libpinyin"), at: 15)
        #expect(witness(machine)?.isShown == true)
        machine.hear(.engine("xkb:us::eng"), at: 20)
        #expect(
            witness(machine)
                == CandidateWitness(
                    framework: "ibus", engine: "xkb:us::eng", isShown: false, since: 20, caret: Self.caret))
        machine.hear(.tableShown, at: 30)
        #expect(witness(machine)?.isShown == false)
    }

    @Test("a caret in some window takes the place of one on the screen")
    func carets() {
        var machine = known()
        machine.hear(.caret(Self.caret), at: 5)
        #expect(witness(machine)?.caret == Self.caret)
        machine.hear(.caretInWindow, at: 6)
        #expect(witness(machine)?.caret == nil)
    }
}
