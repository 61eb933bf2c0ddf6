package import HeadroomCore
import Support

/// What an observer of candidates reports that runs as the desktop's user.
package final class WatchedCandidates {
    private let teller: Teller
    private let desktop: Session

    /// Starts it, by the name that `observer-watch` knows it by, and waits until it has said something.
    ///
    /// - Throws: if it says nothing.
    package init(_ desktop: Session, _ observer: String) throws {
        self.desktop = desktop
        let program = try desktop.bring(try BuiltProgram.path("observer-watch"))
        teller = try desktop.start(program, [observer])
        try desktop.loop.wait("an availability", log: log) { availability != nil }
    }

    deinit { teller.process.kill() }

    /// `active`, or another word and why.
    package var availability: String? {
        teller.lines.last { $0.hasPrefix("is ") }.map { String($0.dropFirst("is ".count)) }
    }

    /// What it knows; nil: nothing.
    package var witness: CandidateWitness? {
        teller.lines.last { $0.hasPrefix("knows ") }.flatMap(WatchedCandidates.witness)
    }

    /// All that it knew, in order.
    package var witnesses: [CandidateWitness?] {
        teller.lines.filter { $0.hasPrefix("knows ") }.map(WatchedCandidates.witness)
    }

    private static func witness(_ line: String) -> CandidateWitness? {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 11 else { return nil }
        func given(_ word: String) -> [String]? {
            word == "-" ? nil : word.split(separator: ",").map(String.init)
        }
        let caret = given(words[8]).map { $0.compactMap(Double.init) }
        let table = given(words[10])
        return CandidateWitness(
            framework: "", engine: words[2] == "-" ? nil : words[2], isShown: given(words[4]).map { $0 == ["yes"] },
            since: UInt64(words[6]) ?? 0,
            caret: caret.map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) },
            table: table.map {
                CandidateTable(
                    rows: Int($0[0]) ?? -1, pageSize: Int($0[1]) ?? -1,
                    layout: CandidateTable.Layout(rawValue: $0[2]) ?? .system)
            })
    }

    /// Waits until it knows what fits.
    package func wait(_ what: String, where fits: (CandidateWitness?) -> Bool) throws {
        try desktop.loop.wait(what, log: log) { fits(witness) }
    }

    /// Waits until its availability is one word.
    package func wait(_ word: String) throws {
        try desktop.loop.wait("it to be \(word)", log: log) { availability?.split(separator: " ").first == word[...] }
    }

    private var log: String { (teller.lines.suffix(20) + [teller.process.log]).joined(separator: "\n") }
}
