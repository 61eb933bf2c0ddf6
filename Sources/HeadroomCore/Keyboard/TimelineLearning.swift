// What is learned of a keyboard: where it stands, and how long it takes to come and to go (rule T5).

extension Timeline {
    /// Ways that took another time than they are known to take.
    ///
    /// A machine that stalls makes one way shorter or longer, whoever's stall it is: the keyboard's, or that of whoever
    /// looks on. Another time is believed when the next way takes as long, too: of keyboards that are known to slide both
    /// ways (``Habits/saysHiddenWhenSlidOut``). Of any other the rule's words hold, and the last way counts.
    struct Doubts: Sendable, Hashable {
        private var doubts: [Doubt] = []

        private struct Doubt: Sendable, Hashable {
            var key: LearnedFrames.Key
            var isLeaving: Bool
            var durationMS: UInt32
        }

        /// How long a way is to be known to take that took `seen` ms and is known to take `known`; 0: it is not known.
        mutating func settle(_ seen: UInt32, known: UInt32, for key: LearnedFrames.Key, isLeaving: Bool) -> UInt32 {
            let index = doubts.firstIndex { $0.key == key && $0.isLeaving == isLeaving }
            let doubt = index.map { doubts.remove(at: $0) }
            if known == 0 || Doubts.isAlike(seen, known) { return seen }
            if let doubt, Doubts.isAlike(seen, doubt.durationMS) { return seen }
            if doubts.count == Doubts.capacity { doubts.removeFirst() }
            doubts.append(Doubt(key: key, isLeaving: isLeaving, durationMS: seen))
            return known
        }

        /// Whether they differ by a step of a slide at most, of 20 ms.
        static func isAlike(_ one: UInt32, _ other: UInt32) -> Bool { max(one, other) - min(one, other) <= 20 }

        /// How many are kept; the oldest goes.
        private static let capacity = 4
    }

    /// Rule T5: learned is only what stood at a Did and was measured.
    mutating func learn(_ way: Motion, into actions: inout [Action]) {
        guard !isEstimated, isVisible(facts), facts.isMeasured, case .rect(let frame) = facts.frame,
            frame.isWithin(Said.tolerance, of: said.end), !facts.origin.isEmpty,
            facts.origin != Source.inheritedName,
            let output = outputs.named(said.output)
        else { return }
        let key = LearnedFrames.Key(keyboard: facts.origin, output: output)
        var value = LearnedFrames.Value(
            frame: output.relative(frame.extendedUpwards(by: -facts.barExtent)), durationMS: way.durationMS,
            curve: way.curve,
            leavingMS: learned[key]?.leavingMS ?? 0)
        if latest.kind == .didChangeFrame || isInterrupted, let known = learned[key] {
            // How it comes is learned from its coming only, and only if it came without a rest.
            (value.durationMS, value.curve) = (known.durationMS, known.curve)
        } else if let steps {
            // The slide as it was seen, not as it was announced.
            let seenMS = UInt32(clamping: (steps.last - min(steps.first, steps.last)) / 1000)
            let known = learned[key].flatMap { $0.frame == value.frame ? $0.durationMS : nil } ?? 0
            value.durationMS =
                facts.habits.saysHiddenWhenSlidOut
                ? doubts.settle(seenMS, known: known, for: key, isLeaving: false) : seenMS
        }
        guard learned[key] != value else { return }
        learned[key] = value
        actions.append(.learn(key, value))
    }
}
