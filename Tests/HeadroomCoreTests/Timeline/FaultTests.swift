import HeadroomCore
import Testing

@Suite struct FaultTests {
    /// The judge is worth what it finds: each wrong timeline breaks the rule that it should, within five happenings.
    @Test(arguments: Fault.allCases)
    func everyFaultIsFound(_ fault: Fault) {
        for depth in 1...5 {
            for setup in Setup.explored {
                var setup = setup
                setup.depth = depth
                if fault.needsStillOutputs { setup.happenings.removeAll { $0 == .rotated || $0 == .unplugged } }
                var exploration = Exploration(setup) { FaultyTimeline(fault, $0, $1, $2) }
                exploration.run()
                guard let finding = exploration.finding.map(exploration.shrunk) else { continue }
                let path = finding.path.map { "\($0)" }.joined(separator: ", ")
                print("\(fault): found at depth \(depth) by \(finding.violation) (\(path); \(setup.name))")
                #expect(fault.rules.contains(finding.violation.rule), "\(exploration.story(finding))")
                return
            }
        }
        Issue.record("\(fault) was not found")
    }
}
