import HeadroomCore
import Testing

extension HoldSetup: CustomTestStringConvertible {
    var testDescription: String { name }

    #if DEBUG
        static let depth = 6
    #else
        static let depth = 8
    #endif

    private static let shown: [HoldHappening] = [.show, .hide, .after34, .after100, .toDeadline]
    private static let known = LearnedCandidates.Value(
        bars: LearnedHeights([36]), rooms: LearnedHeights([HoldWorld.popupHeight]), hasToggled: true)

    static let explored: [HoldSetup] = [
        HoldSetup(
            name: "auto, nothing learned", start: HoldWorld(engine: "ibus:a"),
            happenings: shown + [.barLow, .barHigh, .barGone, .popup, .popupGone], depth: depth),
        HoldSetup(
            name: "auto, learned, engines come and go", known: known,
            happenings: shown + [.barLow, .barGone, .engineA, .engineB, .engineGone], depth: depth),
        HoldSetup(
            name: "reserve, learned", policy: .reserve, known: known, start: HoldWorld(engine: "ibus:a"),
            happenings: shown + [.barLow, .barHigh, .barGone, .popup, .popupGone, .engineB], depth: depth),
        HoldSetup(
            name: "sticky, a keyboard with grace", keyboard: "wvkbd", policy: .sticky,
            start: HoldWorld(engine: "ibus:a"),
            happenings: shown + [.after20, .barLow, .barGone, .popup, .rows, .popupGone], depth: depth),
        HoldSetup(
            name: "policies change", policy: .sticky, known: known, start: HoldWorld(isShown: true, engine: "ibus:a"),
            happenings: shown + [.barLow, .barGone, .popup, .popupGone, .follow, .sticky], depth: depth),
        HoldSetup(
            name: "a keyboard nobody knows", keyboard: "cellkeys", known: known, start: HoldWorld(engine: "ibus:a"),
            happenings: shown + [.barLow, .barHigh, .barGone, .popup, .popupGone], depth: depth),
    ]
}

@Suite struct HoldExplorationTests {
    @Test(arguments: HoldSetup.explored)
    func everySequenceKeepsTheRules(_ setup: HoldSetup) {
        var exploration = HoldExploration(setup) { start, setup in
            HeldTimeline(
                start: start, outputs: [HoldWorld.output], memory: setup.memory,
                policies: CandidatePolicies(general: setup.policy))
        }
        let took = ContinuousClock().measure { exploration.run() }
        print("\(setup.name): \(exploration.states) states, \(exploration.transitions) transitions, \(took)")
        if let finding = exploration.shrunk {
            Issue.record("\(setup.name): \(finding.violation) after \(finding.path)")
        }
    }
}

@Suite struct HoldFaultTests {
    /// The judge is worth what it finds.
    @Test(arguments: HoldFault.allCases)
    func everyFaultIsFound(_ fault: HoldFault) {
        for depth in 1...5 {
            for setup in HoldSetup.explored {
                var setup = setup
                setup.depth = depth
                var exploration = HoldExploration(setup) { FaultyHold(fault, $0, $1) }
                exploration.run()
                guard let finding = exploration.shrunk else { continue }
                print("\(fault): \(finding.violation) after \(finding.path.map { "\($0)" }) (\(setup.name))")
                return
            }
        }
        Issue.record("\(fault) was not found")
    }
}
