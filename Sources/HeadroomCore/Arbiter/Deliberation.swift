/// One decision on its way through the chain of deciders.
public struct Deliberation: Sendable {
    let known: [Arbiter.Known]
    let outputs: [Output]
    let outputsChanged: UInt64
    /// Which strip is whose keyboard; the decider ``Decider/reservedStrip`` brings it up to date.
    var attributions: [Arbiter.Attribution]
    /// Whose keyboard may stand on a strip that was there before anybody looked.
    let visibleFromFirst: Set<Source>
    /// The keyboards that may be the one to publish.
    var candidates: [Candidate]
    /// The input methods that may be the one that is written with.
    var inputMethods: [InputMethod] = []
    /// The engine of the active input method, also while nobody knows a keyboard; nil: there is none.
    var engine: String?

    init(
        known: [Arbiter.Known], outputs: [Output], outputsChanged: UInt64, attributions: [Arbiter.Attribution],
        visibleFromFirst: Set<Source>
    ) {
        self.visibleFromFirst = visibleFromFirst
        self.known = known
        self.outputs = outputs
        self.outputsChanged = outputsChanged
        self.attributions = attributions
        candidates = []
        for known in known {
            guard let witness = known.facts.keyboard, !witness.isOnlySupplement else { continue }
            candidates.append(Candidate(known.source, witness))
        }
        if known.contains(where: { $0.facts.candidates?.isEmpty == false }) {
            inputMethods = InputMethod.all(in: known)
        }
    }

    /// The areas of all outputs that anybody sees.
    var areas: [(source: Source, area: OutputArea)] {
        known.flatMap { known in (known.facts.areas ?? []).map { (known.source, $0) } }
    }

    /// The keyboard to publish: the one that is left.
    var chosen: Candidate? { candidates.count == 1 ? candidates[0] : nil }

    /// The input method that is written with: the one that is left.
    var inputMethod: InputMethod? { inputMethods.count == 1 ? inputMethods[0] : nil }

    /// The output that `candidate` is on, as far as somebody names it or sees its frame.
    func outputName(of candidate: Candidate) -> String? {
        if let name = candidate.output { return outputs.named(name)?.name ?? name }
        guard case .rect(let frame) = candidate.frame else { return nil }
        return outputs.holding(frame)?.name
    }

    /// Keeps the candidates that `isBetter` holds for, if it holds for any.
    mutating func prefer(_ isBetter: (Candidate) -> Bool) {
        guard candidates.count > 1 else { return }
        let better = candidates.filter(isBetter)
        if !better.isEmpty { candidates = better }
    }

    /// Changes each keyboard that has several witnesses.
    mutating func forEachJoined(_ change: (inout Candidate) -> Void) {
        for index in candidates.indices where !candidates[index].witnesses.isEmpty { change(&candidates[index]) }
    }

    /// Whether somebody would see the candidate, as far as facts tell (rule T0).
    func isSeen(_ candidate: Candidate) -> Bool {
        let witness = candidate.witness
        guard witness.isPresent, witness.isVisible == true, !candidate.isOccluded else { return false }
        switch candidate.frame {
        case .unknown: return true
        case .none: return false
        case .rect(let rect):
            return !rect.isEmpty
                && (outputs.isEmpty || outputs.contains { !$0.frame.intersection(rect).isEmpty })
        }
    }

    /// The facts of the chosen keyboard.
    var answer: KeyboardFacts {
        var facts = KeyboardFacts()
        facts.canShow = known.contains { $0.facts.keyboard?.canShow == true }
        facts.canHide = known.contains { $0.facts.keyboard?.canHide == true }
        guard let chosen else {
            facts.engine = engine ?? ""
            return facts
        }
        let witness = chosen.witness
        facts.origin = chosen.source.kind == .inherited ? Source.inheritedName : witness.name
        facts.isPresent = witness.isPresent
        facts.isFlagged = witness.isVisible ?? false
        facts.isOccluded = chosen.isOccluded
        facts.frame = chosen.frame
        facts.isMeasured = chosen.knowledge == .measured
        facts.output = chosen.output ?? ""
        facts.placement = chosen.placement ?? .floating
        facts.candidateBarHeight = chosen.candidateBarHeight
        facts.roomBelowCaret = witness.roomBelowCaret ?? 0
        facts.candidates = chosen.sight
        facts.regions = witness.regions ?? []
        facts.engine = witness.engine ?? ""
        facts.habits = Habits.of(keyboard: witness.name)
        facts.usable = chosen.usable
        facts.compositorAvoids = chosen.compositorAvoids
        return facts
    }

    /// What the answer says in one field, and who says it.
    func statement(on field: Arbiter.Field) -> Statement {
        let facts = answer
        let value: Statement.Value =
            switch field {
            case .visible: .truth(facts.isPresent && facts.isFlagged)
            case .occluded: .truth(facts.isOccluded)
            case .frame: .frame(facts.frame)
            case .output: .word(facts.output)
            case .placement: .word(facts.placement.rawValue)
            case .candidateBar: .number(facts.candidateBarHeight)
            case .room: .number(facts.roomBelowCaret)
            case .engine: .word(facts.engine)
            }
        return Statement(value: value, source: chosen?.sources[field])
    }

    struct Statement: Hashable {
        enum Value: Hashable {
            case truth(Bool)
            case frame(FrameKnowledge)
            case word(String)
            case number(Double)
        }

        var value: Value
        var source: Source?
    }
}

/// A keyboard that may be the one to publish, with what the deciders found out about it.
public struct Candidate: Sendable {
    /// Whose keyboard it is; of several witnesses the provider, else the one who tells whether it is visible.
    var source: Source
    /// What its source says of it; deciders fill in what is absent.
    var witness: KeyboardWitness
    var frame: FrameKnowledge
    var knowledge: Knowledge
    var output: String?
    var placement: Placement?
    var candidateBarHeight: Double
    /// What is seen of candidates at the caret.
    var sight: CandidateSight?
    var isOccluded = false
    var usable: Rect?
    var compositorAvoids: [String] = []
    /// Who said what.
    var sources = Witnesses()
    /// All who speak of it, in their fixed order, each as it was alone; empty if there is only one.
    var witnesses: [Candidate] = []

    init(_ source: Source, _ witness: KeyboardWitness) {
        self.source = source
        self.witness = witness
        frame = witness.frame ?? .unknown
        knowledge = witness.knowledge
        output = witness.output
        placement = witness.placement
        candidateBarHeight = witness.candidateBarHeight ?? 0
        sources[.visible] = source
        if witness.frame != nil { sources[.frame] = source }
        if witness.output != nil { sources[.output] = source }
        if witness.placement != nil { sources[.placement] = source }
        if witness.candidateBarHeight != nil { sources[.candidateBar] = source }
        if witness.roomBelowCaret != nil { sources[.room] = source }
        if witness.engine != nil { sources[.engine] = source }
    }

    /// One keyboard of several witnesses: there if any of them says so. The rest is for the deciders to take from them.
    init(joining witnesses: [Candidate]) {
        let isPresent = witnesses.contains(where: \.witness.isPresent)
        self.init(witnesses[0].source, KeyboardWitness(name: witnesses[0].witness.name, isPresent: isPresent))
        sources = Witnesses()
        self.witnesses = witnesses
    }
}

extension KeyboardWitness {
    /// Whether it says only what stands beside a keyboard (an engine, a bar, room), and is none itself.
    var isOnlySupplement: Bool { isVisible == nil && frame == nil }
}

/// Who is believed for each field: one optional source a field, without a dictionary's cost on the daemon's hot path.
struct Witnesses: Sendable {
    private var sources: [Source?] = []

    subscript(field: Arbiter.Field) -> Source? {
        get { sources.isEmpty ? nil : sources[field.place] }
        set {
            if sources.isEmpty { sources = Array(repeating: nil, count: Arbiter.Field.allCases.count) }
            sources[field.place] = newValue
        }
    }
}

/// One small rule of the arbiter, with a name by which `headroom status` says why.
public struct Decider: Sendable {
    public let name: String
    let decide: @Sendable (inout Deliberation) -> Void

    init(_ name: String, _ decide: @escaping @Sendable (inout Deliberation) -> Void) {
        self.name = name
        self.decide = decide
    }
}
