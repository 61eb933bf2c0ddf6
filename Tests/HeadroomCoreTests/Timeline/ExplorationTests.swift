import HeadroomCore
import Testing

@Suite struct ExplorationTests {
    @Test(arguments: Setup.explored)
    func everySequenceKeepsTheRules(_ setup: Setup) throws {
        var exploration = Exploration(setup) { Timeline(start: $0, outputs: $1, learned: $2) }
        let clock = ContinuousClock()
        let took = clock.measure { exploration.run() }
        print("\(setup.name): \(exploration.states) states, \(exploration.transitions) transitions, \(took)")
        if let finding = exploration.finding {
            Issue.record("\(exploration.story(exploration.shrunk(finding)))")
        }
    }
}
