// Steps are not transitions (rule T9): what a measured frame that nobody announced means.

extension Timeline {
    /// A frame came that nobody announced as a transition.
    mutating func noteStep() {
        guard !facts.habits.movesInOneStep, facts.isMeasured, !isDeparting else { return }
        if steps == nil {
            steps = StepRun(first: now, last: now, isFresh: !phase.isInMotion)
        } else {
            steps?.last = now
        }
        if timers.did != nil, phase.isVisible { timers.did = didTime }
    }

    /// The newest event was heard late, by whoever was kept from listening: it may have come as late as `time`. So the
    /// keyboard rests, and outputs have settled, no sooner than if it had.
    public mutating func heardLate(_ time: UInt64) {
        if let last = steps?.last { steps?.last = max(last, time) }
        if let last = departure?.last { departure?.last = max(last, time) }
        let rest = time.advanced(byMilliseconds: Interval.rest)
        timers.rest = timers.rest.map { max($0, isDeparting ? departure?.rest ?? rest : rest) }
        if let hold { timers.hold = timers.hold.map { max($0, min(rest, hold.latest)) } }
        if timers.did != nil { timers.did = didTime }
    }

    /// The running Will's Did: at its end, for steps not before they rest, and not for ever (rule T9).
    var didTime: UInt64 {
        let finish = motion.finish
        let rest =
            if phase == .hiding {
                departure?.rest ?? finish
            } else if let steps, steps.last >= motion.start {
                steps.last.advanced(byMilliseconds: Interval.rest)
            } else {
                finish
            }
        return max(finish, min(rest, finish.advanced(byMilliseconds: Interval.lateDid)))
    }

    /// What to say of a visible keyboard at `frame` now.
    enum Verdict {
        /// Nothing yet: it is on its announced way, or may still move.
        case wait
        /// This, now.
        case say(Saying)
        /// It leaves.
        case leave
    }

    /// A measured frame of a keyboard that may move in steps, unannounced.
    mutating func verdict(on frame: Rect) -> Verdict {
        let news = news(facts, end: frame)
        let rest =
            steps?.last.advanced(byMilliseconds: Interval.rest) ?? timers.rest
            ?? now.advanced(byMilliseconds: Interval.rest)
        timers.rest = rest > now ? rest : nil
        // On another output it comes anew; one that is dragged there is said when it rests.
        let isElsewhere = news.output != said.output && facts.placement == .docked
        guard phase.isVisible, !isElsewhere else { return firstSign(frame, news, isResting: rest <= now) }
        // It rests already: what was to be said then had to wait for a token.
        guard rest > now else { return .say(sayingAtRest(news)) }
        if phase.isInMotion, isBetween(frame, motion.begin, said.end),
            !said.end.isWithin(Said.tolerance, of: frame)
        {
            return .wait
        }
        if facts.placement != .docked { return pace(news, Interval.drag, isFirstAtOnce: false) }
        guard coverage(of: frame) > coverage(of: said.end) else { return isDepartureDue ? .leave : .wait }
        return pace(news, Interval.growth, isFirstAtOnce: true)
    }

    /// The first place of a keyboard that comes: if that is the beginning of a known slide, its end is announced.
    private mutating func firstSign(_ frame: Rect, _ news: Said, isResting: Bool) -> Verdict {
        steps?.noteSaid(at: now)
        guard !isResting, let output = output(of: facts),
            let (end, learned) = learnedEnd(facts, on: output), coverage(of: frame) < coverage(of: end),
            !frame.isWithin(Said.tolerance, of: end)
        else { return .say(Saying(news: news, durationMS: 0)) }
        steps?.lastSaid = nil
        var saying = Saying(news: news, durationMS: learned.durationMS, curve: learned.curve)
        saying.news.end = end
        saying.isEstimated = true
        return .say(saying)
    }

    /// The newest place at most once in `interval`; the last one is said at rest.
    private mutating func pace(_ news: Said, _ interval: UInt32, isFirstAtOnce: Bool) -> Verdict {
        guard let steps else { return isFirstAtOnce ? .say(Saying(news: news, durationMS: 0)) : .wait }
        guard let last = steps.lastSaid ?? (isFirstAtOnce ? nil : steps.first) else {
            self.steps?.noteSaid(at: now)
            return .say(Saying(news: news, durationMS: 0))
        }
        guard now >= last.advanced(byMilliseconds: interval) else { return .wait }
        self.steps?.noteSaid(at: now)
        return .say(Saying(news: news, durationMS: Interval.growth))
    }

    /// The keyboard has not moved for a while: if that is not where it was announced to be, it is announced now.
    mutating func settleAtRest(into actions: inout [Action]) {
        guard !isDeparting else { return breakOffDeparture(into: &actions) }
        // A step back to where it was announced to be came meanwhile.
        if let rest = steps?.last.advanced(byMilliseconds: Interval.rest), rest > now {
            timers.rest = rest
            return
        }
        guard hold == nil, isVisible(facts), case .rect(let frame) = facts.frame else {
            steps = nil
            return
        }
        let news = news(facts, end: frame)
        if !news.isSame(as: said) {
            guard phase.isVisible, say(sayingAtRest(news), into: &actions) else {
                // It waits for a token, and rests meanwhile.
                steps =
                    steps
                    ?? StepRun(
                        first: now, last: now - min(now, UInt64(Interval.rest) * 1000), isFresh: !phase.isInMotion)
                // The next step is a first one again.
                steps?.lastSaid = nil
                return
            }
            pendingCause = .unannounced
        }
        // The next step past the end is a first one again; a dragged keyboard has just been spoken of.
        steps?.lastSaid = nil
        if facts.placement != .docked { steps?.first = now }
        if phase == .shown { steps = nil }
    }

    private func sayingAtRest(_ news: Said) -> Saying {
        let isCorrection = phase.isInMotion || steps?.isFresh == false
        return Saying(
            news: news, durationMS: Interval.correction, reason: isCorrection ? .correction : nil,
            isEstimated: !facts.isMeasured)
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
