import HeadroomCore

/// Every sequence of happenings up to a depth, each state visited once.
///
/// Breadth first, so that the first violation found is one of the shortest. The last two levels are not kept: a new
/// state of the last but one is expanded where it is found, and of the last only the judge's word is taken.
struct Exploration<M: Machine> {
    let setup: Setup
    let make: (UInt64, [Output], LearnedFrames) -> M
    private(set) var states = 0
    private(set) var transitions = 0
    private(set) var finding: Finding?

    /// A broken rule and the happenings that lead to it.
    struct Finding {
        var violation: Violation
        var path: [Happening]
    }

    private struct Node {
        var scene: JudgedScene<M>
        var path: [Happening]
    }

    init(_ setup: Setup, _ make: @escaping (UInt64, [Output], LearnedFrames) -> M) {
        self.setup = setup
        self.make = make
    }

    /// Explores to the setup's depth; ends at the first violation.
    mutating func run() {
        var visited = FingerprintSet()
        let first = JudgedScene(setup, make)
        if let violation = first.judge.violation {
            finding = Finding(violation: violation, path: [])
            return
        }
        _ = visited.insert(first.fingerprint)
        states = 1
        var level = [Node(scene: first, path: [])]
        for depth in 1...setup.depth {
            var next: [Node] = []
            let isKept = depth < setup.depth - 1
            for node in level {
                expand(node, depth, isKept ? { next.append($0) } : nil, &visited)
                if finding != nil { return }
            }
            level = next
            if level.isEmpty { return }
        }
    }

    private mutating func expand(
        _ node: Node, _ depth: Int, _ keep: ((Node) -> Void)?, _ visited: inout FingerprintSet
    ) {
        for happening in setup.happenings {
            var scene = node.scene
            guard scene.undergo(happening, setup) else { continue }
            transitions += 1
            if let violation = scene.judge.violation {
                finding = Finding(violation: violation, path: node.path + [happening])
                return
            }
            if depth < setup.depth {
                guard visited.insert(scene.fingerprint) else { continue }
                states += 1
            }
            var child: Node?
            if depth < setup.depth { child = Node(scene: scene, path: node.path + [happening]) }
            scene.comeToRest()
            if let violation = scene.judge.violation {
                finding = Finding(violation: violation, path: node.path + [happening])
                return
            }
            guard let child else { continue }
            if let keep { keep(child) } else { expand(child, depth + 1, nil, &visited) }
            if finding != nil { return }
        }
    }

    // MARK: A finding, told

    /// What breaks when `path` is gone through, and then time alone.
    func violation(on path: [Happening]) -> Violation? {
        var scene = JudgedScene(setup, make)
        for happening in path where scene.judge.violation == nil { scene.undergo(happening, setup) }
        scene.comeToRest()
        return scene.judge.violation
    }

    /// The finding without any happening that it does not need.
    func shrunk(_ finding: Finding) -> Finding {
        var finding = finding
        var index = 0
        while index < finding.path.count {
            var path = finding.path
            path.remove(at: index)
            if let violation = violation(on: path), violation.rule == finding.violation.rule {
                finding = Finding(violation: violation, path: path)
                index = 0
            } else {
                index += 1
            }
        }
        return finding
    }

    /// The story of `finding`: each happening with what was said.
    func story(_ finding: Finding) -> String {
        var scene = JudgedScene(setup, make)
        var lines = ["\(setup.name): \(finding.violation)"]
        for happening in finding.path {
            let before = scene.now
            scene.undergo(happening, setup)
            lines.append("  +\(Double(before - JudgedScene<M>.origin) / 1000) ms \(happening) -> \(scene.text)")
        }
        scene.comeToRest()
        lines.append("  at rest -> \(scene.text)")
        return lines.joined(separator: "\n")
    }
}

extension JudgedScene {
    fileprivate var text: String {
        let said = judge.latest.map { latest in
            "\(latest.kind.rawValue) \(latest.output) to \(latest.frameEnd.text) \(latest.durationMS) ms "
                + latest.details.reason.rawValue
        }
        let deadline = machine.nextDeadline.map { "\((Double($0) - Double(JudgedScene.origin)) / 1000) ms" } ?? "none"
        return "\(judge.phase), last \(said ?? "nothing"), next deadline \(deadline)"
            + (judge.violation.map { " !! \($0)" } ?? "")
    }
}
