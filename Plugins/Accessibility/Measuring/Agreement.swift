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
    /// How soon to look again at what said nothing, in µs: browsers know after the first question.
    static let again: UInt64 = 8_000
    /// For how long it is tried, in µs. (chosen: twice GTK 4's own motion)
    static let patience: UInt64 = 400_000

    /// With how many looks it is tried at least, where each takes long; and for how long at most then, in µs. (chosen)
    static let leastLooks = 12
    static let longest: UInt64 = 2_000_000

    /// The reading to agree with, and when it was.
    private var previous: (reading: Reading, time: UInt64)?
    private var began: UInt64?
    /// How many looks were taken since.
    private var looks = 0

    /// What was read before means nothing any more.
    mutating func forget() { previous = nil }

    /// Somebody wants to know. What was found at the last look counts as the first of two.
    mutating func begin(at now: UInt64) { (began, looks) = (now, 0) }

    /// A look that began at `time` has ended. `isAwaited`: the application is about to change what was seen by itself.
    /// `isSettled`: what was read may be believed if it stays so. `isBusy`: it may be less than there is, as the application was
    /// too slow to say it.
    mutating func looked(
        _ reading: Reading?, isAwaited: Bool = false, isSettled: Bool = true, isBusy: Bool = false, at time: UInt64,
        now: UInt64
    ) -> Action {
        defer { if let reading { keep(reading, at: time) } }
        if isAwaited {
            // What it does then has to be agreed on, too.
            begin(at: now)
            return .look(at: now + Agreement.apart)
        }
        looks += 1
        if isSettled, !isBusy, let reading, !reading.isEarly, let previous, previous.reading == reading,
            time >= previous.time + Agreement.apart
        {
            return .answer(reading)
        }
        let passed = now - min(began ?? now, now)
        let isSlow = (reading != nil || isBusy) && looks < Agreement.leastLooks && passed < Agreement.longest
        guard passed < Agreement.patience || isSlow else { return .answer(reading) }
        return .look(at: now + (reading?.isEarly != false ? Agreement.again : Agreement.apart))
    }

    /// The first time at which something was as it is counts.
    private mutating func keep(_ reading: Reading, at time: UInt64) {
        if previous?.reading != reading { previous = (reading, time) }
    }
}
