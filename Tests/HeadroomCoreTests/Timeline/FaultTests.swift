import HeadroomCore
import Testing

@Suite struct FaultTests {
    /// The judge is worth what it finds: each wrong timeline breaks the rule that it should, within a few happenings.
    @Test(arguments: Fault.allCases)
    func everyFaultIsFound(_ fault: Fault) throws {
        for setup in Setup.explored {
            var setup = setup
            setup.depth = 5
            var exploration = Exploration(setup) { FaultyTimeline(fault, $0, $1, $2) }
            exploration.run()
            guard let finding = exploration.finding else { continue }
            let shrunk = exploration.shrunk(finding)
            print("\(fault): \(shrunk.violation), after \(shrunk.path) of \(setup.name)")
            #expect(fault.rules.contains(shrunk.violation.rule), "\(exploration.story(shrunk))")
            return
        }
        Issue.record("\(fault) was not found")
    }
}
