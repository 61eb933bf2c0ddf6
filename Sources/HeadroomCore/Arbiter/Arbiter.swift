/// Makes one ``KeyboardFacts`` of all facts, by a chain of small named deciders, and can say why.
///
/// Facts flow in through ``update(_:_:at:)``; the answer depends on what is known, not on the order in which it came.
/// Each decider is a file of its own in `Deciders/`, in the order of ``chain``.
public struct Arbiter: Sendable {
    /// The deciders, in the order in which they are asked.
    public static let chain: [Decider] = [
        // Which keyboards there are, and what is true of each.
        .inheritedUntilContradicted, .sameKeyboard, .ownFlag, .bestFrame, .firstWord, .reservedStrip, .borrowedFrame,
        .placement, .layout, .fullscreenOccludes,
        // Which of them is published.
        .visibleFirst, .latestToHide, .measuredFirst, .providerFirst, .latestToShow, .byName,
        // What stands beside it.
        .supplement, .activeInputMethod, .engineOfInputMethod, .roomOfPopup, .rowsOfTable, .candidateBar,
    ]

    /// What each source knows, in a fixed order.
    public private(set) var known: [Known] = []
    /// The outputs of the desktop, as the first source that sees them has them.
    public private(set) var outputs: [Output] = []
    /// When the outputs last changed, in µs of CLOCK_MONOTONIC; nil: none were ever known. The first ones that are
    /// known change nothing.
    private var outputsChanged: UInt64?
    /// Which reserved strip is whose keyboard, for as long as the strip is there.
    private var attributions: [Attribution] = []
    /// Whose keyboard was visible when its source first spoke, and has been since: only such a one can stand on a strip
    /// that was there before anybody looked.
    private var visibleFromFirst: Set<Source> = []
    /// Who told of the keyboard that was seen last.
    private var believed: Source?
    /// When whoever told of a keyboard left while others still saw it, in µs.
    private var tellerLeft: UInt64?
    /// Whose keyboard the newest answer is about; nil: nobody knows one.
    public private(set) var chosen: Source?

    /// A source and what it knows.
    public struct Known: Sendable, Hashable {
        public var source: Source
        public var facts: Facts
    }

    /// A reserved strip that was seen to be a keyboard.
    struct Attribution: Sendable, Hashable {
        /// The keyboard's name.
        var keyboard: String
        /// Whose it is, which tells keyboards of one name apart.
        var source: Source
        var output: String
        /// When the strip appeared, by which it is known.
        var since: UInt64
        var fit: Fit

        /// How well the strip fits the keyboard; the smaller is the better one.
        struct Fit: Sendable, Hashable, Comparable {
            /// What was there before anybody looked comes last.
            var isWhole: Bool
            /// How far the strip's appearance was from the keyboard's, in µs.
            var distance: UInt64

            static func < (one: Fit, other: Fit) -> Bool {
                (one.isWhole ? 0 : 1, one.distance) < (other.isWhole ? 0 : 1, other.distance)
            }
        }
    }

    public init() {}

    /// `source` knows `facts` now; nil: it is gone, or knows nothing any more. Returns what is true now.
    public mutating func update(_ source: Source, _ facts: Facts?, at time: UInt64) -> KeyboardFacts {
        let place = known.firstIndex { !$0.source.precedes(source) } ?? known.endIndex
        let isKnown = place < known.endIndex && known[place].source == source
        let before = isKnown ? known[place].facts : nil
        switch (facts, isKnown) {
        case (let facts?, true): known[place].facts = facts
        case (let facts?, false):
            known.insert(Known(source: source, facts: facts), at: place)
            visibleFromFirst.insert(source)
        case (nil, true): known.remove(at: place)
        case (nil, false): break
        }
        if facts?.keyboard?.isVisible != true { visibleFromFirst.remove(source) }
        if before?.outputs != facts?.outputs || before?.keyboard?.outputFrame != facts?.keyboard?.outputFrame
            || before?.keyboard?.output != facts?.keyboard?.output
        {
            learnOutputs(at: time)
        }
        let isLeaving = source == believed && facts?.keyboard?.isPresent != true
        return decide(leaving: isLeaving ? before?.keyboard?.name : nil, at: time)
    }

    /// What is true now. Whoever told of the keyboard `leaving` has just left.
    private mutating func decide(leaving: String?, at time: UInt64) -> KeyboardFacts {
        let deliberation = deliberate(Arbiter.chain)
        attributions = deliberation.attributions
        var answer = deliberation.answer
        chosen = deliberation.chosen?.source
        let isSeen = if let chosen = deliberation.chosen { deliberation.isSeen(chosen) } else { false }
        if isSeen, let leaving, leaving == deliberation.chosen?.witness.name { tellerLeft = time }
        if !isSeen {
            // Whoever told of the keyboard is gone, and nobody else sees one: that is no ordinary hide (rule T6).
            let isTellerGone = believed.map { !isPresent($0) } ?? false
            let hasJustLeft = tellerLeft.map { time < $0.advanced(byMilliseconds: Arbiter.endMS) } ?? false
            if isTellerGone || hasJustLeft { answer.isPresent = false }
        }
        if isSeen || chosen == nil { believed = deliberation.chosen?.sources[.visible] }
        return answer
    }

    /// For how many ms the windows of a keyboard that lost its name on the bus may still be seen, if its process ended:
    /// up to 48 were measured (chosen).
    private static let endMS: UInt32 = 100

    private mutating func learnOutputs(at time: UInt64) {
        let outputs = Arbiter.outputs(in: known)
        guard outputs != self.outputs else { return }
        self.outputs = outputs
        outputsChanged = outputsChanged == nil ? 0 : time
    }

    private func isPresent(_ source: Source) -> Bool {
        known.contains { $0.source == source && $0.facts.keyboard?.isPresent == true }
    }

    func deliberate(_ chain: [Decider]) -> Deliberation {
        var deliberation = Deliberation(
            known: known, outputs: outputs, outputsChanged: outputsChanged ?? 0, attributions: attributions,
            visibleFromFirst: visibleFromFirst)
        for decider in chain { decider.decide(&deliberation) }
        return deliberation
    }

    /// The first source that sees outputs is believed; a provider's `output-frame` serves where nobody does.
    private static func outputs(in known: [Known]) -> [Output] {
        if let outputs = known.lazy.compactMap(\.facts.outputs).first(where: { !$0.isEmpty }) { return outputs }
        var named: [Output] = []
        for witness in known.compactMap(\.facts.keyboard) {
            guard let name = witness.output, let frame = witness.outputFrame, named.named(name) == nil else { continue }
            named.append(Output(name: name, frame: frame))
        }
        return named
    }
}

// MARK: - Why

extension Arbiter {
    /// Who is believed for one field of the answer, and why.
    public struct Belief: Sendable, Hashable {
        public var field: Field
        public var source: Source
        /// The names of the deciders without any of which the field would have another value, or come from another
        /// source; where several agree, so that none of them alone is missed, the earliest that suffice. Empty if
        /// nobody else had anything to say.
        public var because: [String]
    }

    /// What can be believed of different sources.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case visible, occluded, frame, output, placement
        case candidateBar = "candidate-bar"
        case room = "room-below-caret"
        case engine

        /// Its place in the order of the cases.
        var place: Int {
            switch self {
            case .visible: 0
            case .occluded: 1
            case .frame: 2
            case .output: 3
            case .placement: 4
            case .candidateBar: 5
            case .room: 6
            case .engine: 7
            }
        }
    }

    /// Who is believed for what, and why (``Belief/because``).
    public func beliefs() -> [Belief] {
        let whole = deliberate(Arbiter.chain)
        let bare = deliberate([])
        let others = Arbiter.chain.indices.map { index in
            var chain = Arbiter.chain
            chain.remove(at: index)
            return deliberate(chain)
        }
        return Field.allCases.compactMap { field in
            guard let source = whole.chosen?.sources[field] else { return nil }
            let statement = whole.statement(on: field)
            let because = Arbiter.chain.indices.filter { others[$0].statement(on: field) != statement }
                .map { Arbiter.chain[$0] }
            let isAgreed = because.isEmpty && bare.statement(on: field) != statement
            let reasons = isAgreed ? sufficient(for: statement, on: field) : because
            return Belief(field: field, source: source, because: reasons.map(\.name))
        }
    }

    /// The earliest deciders that lead to `statement` without the others.
    private func sufficient(for statement: Deliberation.Statement, on field: Field) -> [Decider] {
        Arbiter.chain.indices.reversed().reduce(Arbiter.chain) { chain, index in
            var fewer = chain
            fewer.remove(at: index)
            return deliberate(fewer).statement(on: field) == statement ? fewer : chain
        }
    }

    /// The engines of all input methods that anybody speaks of, as in the `engine` detail.
    public var engines: [String] { InputMethod.all(in: known).map(\.engine.name) }

    /// The sources whose keyboards could be asked to show or hide: the believed one first, then who speaks of the same
    /// keyboard.
    public func candidates(toShow: Bool) -> [Source] {
        let name = known.first { $0.source == chosen }?.facts.keyboard?.name
        let able = known.filter { (toShow ? $0.facts.keyboard?.canShow : $0.facts.keyboard?.canHide) == true }
        let own = able.filter { $0.source == chosen }
        let namesakes = able.filter { $0.source != chosen && $0.facts.keyboard?.name == name }
        let others = able.filter { $0.source != chosen && $0.facts.keyboard?.name != name }
        return (own + namesakes + others).map(\.source)
    }
}

extension Source {
    /// The fixed order of sources: providers, observers, the inherited state; by name, then by connection.
    func precedes(_ other: Source) -> Bool { (kind, name, connection) < (other.kind, other.name, other.connection) }
}
