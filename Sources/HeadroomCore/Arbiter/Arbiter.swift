/// Makes one ``KeyboardFacts`` of all facts, by a chain of small named deciders, and can say why.
///
/// Facts flow in through ``update(_:_:at:)``; the answer depends on what is known, not on the order in which it came.
/// Each decider is a file of its own in `Deciders/`, in the order of ``chain``.
public struct Arbiter: Sendable {
    /// The deciders, in the order in which they are asked.
    public static let chain: [Decider] = [
        .inheritedUntilContradicted, .reservedStrip, .borrowedFrame, .placement, .layout, .fullscreenOccludes,
        .visibleFirst,
        .latestToHide, .measuredFirst, .providerFirst, .latestToShow, .byName, .supplement, .candidateBar,
    ]

    /// What each source knows, in a fixed order.
    public private(set) var known: [Known] = []
    /// The outputs of the desktop, as the first source that sees them has them.
    public private(set) var outputs: [Output] = []
    /// When the outputs last changed, in µs of CLOCK_MONOTONIC.
    private var outputsChanged: UInt64 = 0
    /// Which reserved strip is whose keyboard, for as long as the strip is there.
    private var attributions: [Attribution] = []
    /// Whose keyboard was visible when its source first spoke, and has been since: only such a one can stand on a strip
    /// that was there before anybody looked.
    private var visibleFromFirst: Set<Source> = []
    /// Whose keyboard was published last.
    private var believed: Source?
    /// Whose keyboard the newest answer is about; nil: nobody knows one.
    public private(set) var chosen: Source?

    /// A source and what it knows.
    public struct Known: Sendable, Hashable {
        public var source: Source
        public var facts: Facts
    }

    /// A reserved strip that was seen to be a keyboard.
    struct Attribution: Sendable, Hashable {
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
        return decide()
    }

    /// What is true now.
    private mutating func decide() -> KeyboardFacts {
        let deliberation = deliberate(Arbiter.chain)
        attributions = deliberation.attributions
        var answer = deliberation.answer
        chosen = deliberation.chosen?.source
        if !answer.isFlagged, let believed, !isPresent(believed) {
            // Whoever showed the keyboard is gone, and nobody else shows one: that is no ordinary hide (rule T6).
            answer.isPresent = false
        }
        if answer.isFlagged || chosen == nil { believed = chosen }
        return answer
    }

    private mutating func learnOutputs(at time: UInt64) {
        let outputs = Arbiter.outputs(in: known)
        guard outputs != self.outputs else { return }
        self.outputs = outputs
        outputsChanged = time
    }

    private func isPresent(_ source: Source) -> Bool {
        known.contains { $0.source == source && $0.facts.keyboard?.isPresent == true }
    }

    func deliberate(_ chain: [Decider]) -> Deliberation {
        var deliberation = Deliberation(
            known: known, outputs: outputs, outputsChanged: outputsChanged, attributions: attributions,
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
        /// source; empty if nobody else had anything to say.
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

    /// Who is believed for what, and why: each decider is left out once, and what then differs is its doing.
    public func beliefs() -> [Belief] {
        let whole = deliberate(Arbiter.chain)
        var because: [Field: [String]] = [:]
        for index in Arbiter.chain.indices {
            var chain = Arbiter.chain
            let decider = chain.remove(at: index)
            let other = deliberate(chain)
            for field in Field.allCases where whole.statement(on: field) != other.statement(on: field) {
                because[field, default: []].append(decider.name)
            }
        }
        return Field.allCases.compactMap { field in
            guard let source = whole.chosen?.sources[field] else { return nil }
            return Belief(field: field, source: source, because: because[field] ?? [])
        }
    }

    /// The sources whose keyboards could be asked to show or hide, the believed one first.
    public func candidates(toShow: Bool) -> [Source] {
        let able = known.filter { (toShow ? $0.facts.keyboard?.canShow : $0.facts.keyboard?.canHide) == true }
        return able.map(\.source).filter { $0 == chosen } + able.map(\.source).filter { $0 != chosen }
    }
}

extension Source {
    /// The fixed order of sources: providers, observers, the inherited state; by name, then by connection.
    func precedes(_ other: Source) -> Bool { (kind, name, connection) < (other.kind, other.name, other.connection) }
}
