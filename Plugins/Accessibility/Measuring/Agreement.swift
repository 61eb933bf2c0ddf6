/// Decides when what was read may be believed: toolkits scroll a new focus into sight by themselves, GTK 4 with a motion of
/// 200 ms, so two looks with some time between have to agree.
struct Agreement: Sendable {
    enum Action: Hashable, Sendable {
        /// Look, at this time.
        case look(at: UInt64)
        /// This is how it is; nil: nobody can say.
        case answer(Reading?)
    }

    /// How far apart the two looks are at least, in µs. (chosen: more than a frame)
    static let apart: UInt64 = 18_000
    /// How soon to look again at what said nothing, in µs: Firefox knows after the first question.
    static let again: UInt64 = 8_000
    /// For how long it is tried, in µs. (chosen: twice GTK 4's own motion)
    static let patience: UInt64 = 400_000

    /// The reading to agree with, and when it was.
    private var previous: (reading: Reading, time: UInt64)?
    private var began: UInt64?

    /// What was read before means nothing any more.
    mutating func forget() { previous = nil }

    /// Somebody wants to know. What was found at the last look counts as the first of two.
    mutating func begin(at now: UInt64) { began = now }

    /// A look that began at `time` has ended. `isSettled`: what was read may be believed if it stays so. `isAwaited`: the
    /// application is about to change it by itself.
    mutating func looked(
        _ reading: Reading?, at time: UInt64, now: UInt64, isSettled: Bool = true, isAwaited: Bool = false
    ) -> Action {
        let began = began ?? now
        defer { if let reading { keep(reading, at: time) } }
        if isAwaited { return .look(at: now + Agreement.apart) }
        if isSettled, let reading, let previous, previous.reading == reading, time >= previous.time + Agreement.apart {
            return .answer(reading)
        }
        guard now < began + Agreement.patience else { return .answer(reading) }
        return .look(at: now + (reading == nil ? Agreement.again : Agreement.apart))
    }

    /// The first time at which something was as it is counts.
    private mutating func keep(_ reading: Reading, at time: UInt64) {
        if previous?.reading != reading { previous = (reading, time) }
    }
}
