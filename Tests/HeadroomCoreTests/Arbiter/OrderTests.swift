import HeadroomCore
import Testing

@Suite struct OrderTests {
    /// The answer depends on what is known, not on who spoke first.
    @Test func everyOrderOfArrivalGivesTheSameAnswer() {
        for seed in 0..<150 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let says = scene(&dice)
            let answers = permutations(says).map { order in
                var desk = Desk()
                for (source, facts) in order { desk.says(source, facts, at: 1000) }
                return desk
            }
            let first = answers[0]
            let beliefs = first.arbiter.beliefs()
            for (index, desk) in answers.enumerated() {
                #expect(desk.answer == first.answer, "seed \(seed)")
                #expect(desk.arbiter.outputs == first.arbiter.outputs, "seed \(seed)")
                // Asking why takes long.
                if index % 5 == 4 { #expect(desk.arbiter.beliefs() == beliefs, "seed \(seed)") }
            }
        }
    }

    /// What is named as a reason comes from the chain, and the believed source is one that spoke.
    @Test func reasonsAreDeciders() {
        let names = Set(Arbiter.chain.map(\.name))
        #expect(names.count == Arbiter.chain.count)
        for seed in 0..<150 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let says = scene(&dice)
            var desk = Desk()
            for (source, facts) in says { desk.says(source, facts, at: 1000) }
            for belief in desk.arbiter.beliefs() {
                #expect(names.isSuperset(of: belief.because))
                #expect(says.contains { $0.0 == belief.source })
            }
        }
    }

    /// Two to five sources with facts that compete.
    private func scene(_ dice: inout Dice) -> [(Source, Facts)] {
        let strips: [(frame: Rect, since: UInt64)] = [
            (Rect(x: 0, y: 540, width: 1280, height: 260), .random(in: 0...3, using: &dice) * 400),
            (Rect(x: 0, y: 500, width: 1280, height: 40), .random(in: 0...3, using: &dice) * 700),
        ]
        var says: [(Source, Facts)] = []
        if Bool.random(using: &dice) {
            says.append(
                (
                    Desk.layers,
                    Desk.areas(
                        Array(strips.prefix(.random(in: 0...2, using: &dice))),
                        isFullscreen: .random(in: 0..<5, using: &dice) == 0)
                ))
        }
        if Bool.random(using: &dice) {
            says.append((Desk.osk, Desk.flag(.random(using: &dice), since: .random(in: 0...3, using: &dice) * 400)))
        }
        if Int.random(in: 0..<3, using: &dice) == 0 {
            let since = UInt64.random(in: 0...3, using: &dice) * 400 + 50
            says.append((.observer("Maliit"), Desk.flag(.random(using: &dice), since: since, name: "maliit")))
        }
        if Bool.random(using: &dice) {
            var engine: KeyboardWitness?
            if Bool.random(using: &dice) {
                engine = KeyboardWitness(name: "", roomBelowCaret: 48, engine: "ibus:libpinyin")
            }
            says.append((.observer("IBus"), Facts(keyboard: engine, candidates: candidates(&dice))))
        }
        if says.count < 4, Bool.random(using: &dice) {
            says.append((.observer("X11"), Facts(candidates: candidates(&dice))))
        }
        let knowledge: [Knowledge] = [.measured, .learned, .computed]
        for index in 0..<UInt64.random(in: 1...2, using: &dice) {
            var facts = Desk.framed(
                Rect(x: 0, y: .random(in: 400...700, using: &dice), width: 1280, height: 260),
                since: .random(in: 0...2, using: &dice), isVisible: .random(using: &dice),
                knowledge: knowledge.randomElement(using: &dice) ?? .measured)
            if Bool.random(using: &dice) { facts.keyboard?.candidateBarHeight = 40 }
            says.append((Bool.random(using: &dice) ? Desk.provider(index) : .observer("observer \(index)"), facts))
        }
        return says
    }

    /// What one source says of the candidates of one framework or two.
    private func candidates(_ dice: inout Dice) -> [CandidateWitness] {
        ["ibus", "fcitx5"].filter { _ in Bool.random(using: &dice) }.map { framework in
            var witness = CandidateWitness(framework: framework, since: .random(in: 0...2, using: &dice))
            if Bool.random(using: &dice) { witness.engine = ["a", "b"].randomElement(using: &dice) }
            if Bool.random(using: &dice) { witness.isShown = .random(using: &dice) }
            if Bool.random(using: &dice) {
                witness.popup = Rect(x: 100, y: .random(in: 80...220, using: &dice), width: 300, height: 64)
            }
            if Bool.random(using: &dice) { witness.caret = Rect(x: 100, y: 140, width: 1, height: 20) }
            if Bool.random(using: &dice) {
                witness.table = CandidateTable(rows: .random(in: 0...2, using: &dice), pageSize: 5, layout: .system)
            }
            return witness
        }
    }

    private func permutations(_ says: [(Source, Facts)]) -> [[(Source, Facts)]] {
        guard says.count > 1 else { return [says] }
        return says.indices.flatMap { index in
            var rest = says
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }
}
