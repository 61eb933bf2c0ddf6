import HeadroomDaemon
import Testing

/// All that can become of two and three plugins: every state that any order of happenings leads to, each once.
struct ClaimExploration<M: ClaimMachine> {
    let setup: ClaimSetup
    private(set) var states = 0
    private(set) var transitions = 0
    /// What is broken, and by which happenings.
    private(set) var finding: (violation: String, path: [ClaimHappening])?

    init(_ setup: ClaimSetup) { self.setup = setup }

    /// Breadth first, so that the first violation found is one of the shortest; ends when there is nothing new.
    mutating func run(_ machine: M) {
        let first = ClaimScene(machine, setup)
        var visited: Set = [first]
        var level: [(scene: ClaimScene<M>, path: [ClaimHappening])] = [(first, [])]
        let happenings = setup.happenings
        var depth = 0
        while !level.isEmpty, depth < setup.depth ?? .max {
            depth += 1
            var next: [(scene: ClaimScene<M>, path: [ClaimHappening])] = []
            for (scene, path) in level {
                for happening in happenings {
                    var child = scene
                    guard child.undergo(happening, setup) else { continue }
                    transitions += 1
                    if let violation = child.violation {
                        finding = (violation, path + [happening])
                        return
                    }
                    if visited.insert(child).inserted { next.append((child, path + [happening])) }
                }
            }
            level = next
        }
        states = visited.count
    }
}

@Suite struct ClaimExplorationTests {
    @Test(arguments: ClaimSetup.explored)
    func exactlyOneMoves(_ setup: ClaimSetup) {
        var exploration = ClaimExploration<Registry>(setup)
        let clock = ContinuousClock()
        let took = clock.measure { exploration.run(Registry(start: setup.start)) }
        print("\(setup.testDescription): \(exploration.states) states, \(exploration.transitions) transitions, \(took)")
        if let (violation, path) = exploration.finding { Issue.record("\(violation)\n\(path)") }
    }
}
