/// All that is known of the candidates of one framework: what each source says of it, in the sources' fixed order.
struct InputMethod: Sendable {
    let framework: String
    private(set) var words: [Word]

    /// What one source says.
    struct Word: Sendable {
        var source: Source
        var witness: CandidateWitness
    }

    /// The frameworks that anybody speaks of, in the order in which they are named first.
    static func all(in known: [Arbiter.Known]) -> [InputMethod] {
        var all: [InputMethod] = []
        for known in known {
            for witness in known.facts.candidates ?? [] {
                let word = Word(source: known.source, witness: witness)
                if let index = all.firstIndex(where: { $0.framework == witness.framework }) {
                    all[index].words.append(word)
                } else {
                    all.append(InputMethod(framework: witness.framework, words: [word]))
                }
            }
        }
        return all
    }

    /// A window with candidates is at least so wide, in px; tooltips and windows on their way to vanish are narrower
    /// (rule B2).
    static let narrowest = 60.0

    /// The window in which candidates are shown, and who sees it; of several the newest.
    var popup: (source: Source, frame: Rect)? {
        var newest: (source: Source, frame: Rect, since: UInt64)?
        for word in words where word.witness.isShown != false {
            guard let frame = word.witness.popup, frame.isBelievable, frame.width >= InputMethod.narrowest,
                frame.height >= Rect.smallest
            else { continue }
            if let known = newest, known.since >= word.witness.since { continue }
            newest = (word.source, frame, word.witness.since)
        }
        return newest.map { ($0.source, $0.frame) }
    }

    /// ``CandidateWitness/gapWithoutCaret`` of the first who can tell.
    var gapWithoutCaret: Double {
        let gap = words.lazy.compactMap(\.witness.gapWithoutCaret).first { $0.isFinite && $0 >= 0 }
        return gap ?? 0
    }

    /// The caret that it was told of, if that can be one (rule G5).
    var caret: Rect? {
        for word in words {
            guard let caret = word.witness.caret, caret.isBelievable, caret.width > 0 || caret.height > 0 else {
                continue
            }
            return caret
        }
        return nil
    }

    /// The table that is shown, and who sees it: the first who does, unless somebody says later that nothing is shown.
    var table: (source: Source, table: CandidateTable)? {
        for word in words where word.witness.isShown != false {
            guard let table = word.witness.table, table.rows > 0 else { continue }
            let isContradicted = words.contains {
                $0.witness.isShown == false && $0.witness.since > word.witness.since
            }
            if !isContradicted { return (word.source, table) }
        }
        return nil
    }

    /// The engine, as in the `engine` detail, and who knows it: `framework:engine`, of an engine that nobody knows the
    /// framework alone.
    var engine: (source: Source, name: String) {
        for word in words {
            guard let engine = word.witness.engine, !engine.isEmpty else { continue }
            return (word.source, "\(framework):\(engine)")
        }
        return (words[0].source, framework)
    }

    /// What says how likely it is the one that is written with; the greatest is.
    var rank: Rank {
        Rank(
            isShown: popup != nil || table != nil, since: words.map(\.witness.since).max() ?? 0,
            hasEngine: words.contains { $0.witness.engine?.isEmpty == false })
    }

    /// Candidates that are shown, else the newest change, else an engine that is known.
    struct Rank: Comparable {
        var isShown: Bool
        var since: UInt64
        var hasEngine: Bool

        static func < (one: Rank, other: Rank) -> Bool {
            (one.isShown ? 1 : 0, one.since, one.hasEngine ? 1 : 0)
                < (other.isShown ? 1 : 0, other.since, other.hasEngine ? 1 : 0)
        }
    }
}
