/// Where a scroll view was before us, and who has scrolled it since (rules S2, S3 and N4).
struct OffsetLedger: Hashable {
    /// The offset when the session began.
    private(set) var before = 0.0
    /// The offset from which our own part is counted: where the user left it last, else ``before``.
    private(set) var anchor = 0.0
    /// Whether the user scrolled it since the session began; then that is where it stays.
    private(set) var isUsers = false
    /// The offset before a guess of the keyboard's frame moved it.
    private(set) var beforeGuess: Double?

    /// The offset before the event that is handled now.
    private(set) var beforeEvent = 0.0

    /// An event is handled while it is at `offset`.
    mutating func note(_ offset: Double) { beforeEvent = offset }

    /// A session begins at `offset` (rule S1).
    mutating func begin(at offset: Double) {
        before = offset
        anchor = offset
        isUsers = false
        beforeGuess = nil
    }

    /// The user scrolled to `offset`.
    mutating func userScrolled(to offset: Double) {
        anchor = offset
        isUsers = true
        beforeGuess = nil
    }

    /// The app put it elsewhere; what the guess moved is gone.
    mutating func forgetGuess() { beforeGuess = nil }

    /// A guess is about to be solved at `offset`; of several in a row the first counts.
    mutating func guess(at offset: Double) { beforeGuess = beforeGuess ?? offset }

    /// The frame was measured: where to solve it from, if it is at `offset` now (rule S2).
    mutating func measured(at offset: Double) -> Double {
        defer { beforeGuess = nil }
        return beforeGuess ?? offset
    }

    /// Where it has to be when the keyboard is gone and it is at `offset` now (rule S3).
    func restored(from offset: Double) -> Double { isUsers ? offset : before }
}
