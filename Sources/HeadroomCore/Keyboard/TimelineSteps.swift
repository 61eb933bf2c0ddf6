// Steps are not transitions (rule T9): what a measured frame that nobody announced means.

extension Timeline {
    /// A frame came that nobody announced as a transition.
    mutating func noteStep() {
        guard !facts.habits.movesInOneStep, facts.isMeasured else { return }
        if steps == nil {
            steps = StepRun(first: now, last: now, isFresh: !phase.isInMotion)
        } else {
            steps?.last = now
        }
        if timers.did != nil, phase.isVisible { timers.did = didTime }
    }

    /// The running Will's Did: at its end, for steps not before they rest, and not for ever (rule T9).
    var didTime: UInt64 {
        let finish = motion.finish
        guard let steps, phase != .hiding, steps.last >= motion.start else { return finish }
        let rest = steps.last.advanced(byMilliseconds: Interval.rest)
        return max(finish, min(rest, finish.advanced(byMilliseconds: Interval.lateDid)))
    }

    /// What to say of a visible keyboard at `frame` now.
    enum Verdict {
        /// Nothing yet: it is on its announced way, or may still move.
        case wait
        /// This, now.
        case say(Saying)
    }

    /// A measured frame of a keyboard that may move in steps, unannounced.
    mutating func verdict(on frame: Rect) -> Verdict {
        let news = news(facts, end: frame)
        timers.rest = now.advanced(byMilliseconds: Interval.rest)
        switch phase {
        case .hidden, .hiding:
            steps?.lastSaid = now
            guard let output = output(of: facts),
                let learned = learned[.init(keyboard: facts.origin, output: output)],
                case let end = output.global(learned.frame), coverage(of: frame) < coverage(of: end)
            else { return .say(Saying(news: news, durationMS: 0)) }
            // The first sign of a known slide: its end is announced.
            steps?.lastSaid = nil
            var saying = Saying(news: news, durationMS: learned.durationMS, curve: learned.curve)
            saying.news.end = end
            saying.isEstimated = true
            return .say(saying)
        case .showing, .changing:
            if isBetween(frame, motion.begin, said.end), !said.end.isWithin(Said.tolerance, of: frame) { return .wait }
        case .shown:
            break
        }
        if facts.placement != .docked { return pace(news, Interval.drag, isFirstAtOnce: false) }
        guard coverage(of: frame) > coverage(of: said.end) else { return .wait }
        return pace(news, Interval.growth, isFirstAtOnce: true)
    }

    /// The newest place at most once in `interval`; the last one is said at rest.
    private mutating func pace(_ news: Said, _ interval: UInt32, isFirstAtOnce: Bool) -> Verdict {
        guard let steps else { return .say(Saying(news: news, durationMS: 0)) }
        guard let last = steps.lastSaid ?? (isFirstAtOnce ? nil : steps.first) else {
            self.steps?.lastSaid = now
            return .say(Saying(news: news, durationMS: 0))
        }
        guard now >= last.advanced(byMilliseconds: interval) else { return .wait }
        self.steps?.lastSaid = now
        return .say(Saying(news: news, durationMS: Interval.growth))
    }

    /// The keyboard has not moved for a while: if that is not where it was announced to be, it is announced now.
    mutating func settleAtRest(into actions: inout [Action]) {
        guard hold == nil, isVisible(facts), case .rect(let frame) = facts.frame else { return }
        let news = news(facts, end: frame)
        if news.isSame(as: said) {
            isEstimated = isEstimated && !facts.isMeasured
        } else {
            let isCorrection = phase.isInMotion || steps?.isFresh == false
            say(
                Saying(
                    news: news, durationMS: Interval.correction, reason: isCorrection ? .correction : .frame,
                    isEstimated: !facts.isMeasured),
                into: &actions)
        }
        if phase == .shown { steps = nil }
    }

    /// How much of the outputs it covers, in px²; all of it while no output is known.
    private func coverage(of frame: Rect) -> Double {
        guard let output = output(of: facts) else { return frame.area }
        return output.frame.intersection(frame).area
    }

    private func isBetween(_ frame: Rect, _ one: Rect, _ other: Rect) -> Bool {
        func within(_ value: Double, _ a: Double, _ b: Double) -> Bool {
            value >= min(a, b) - Said.tolerance && value <= max(a, b) + Said.tolerance
        }
        return within(frame.x, one.x, other.x) && within(frame.y, one.y, other.y)
            && within(frame.right, one.right, other.right) && within(frame.bottom, one.bottom, other.bottom)
    }
}
