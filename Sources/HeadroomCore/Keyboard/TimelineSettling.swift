// What the facts mean for what was said: visibility, grace, holds and waits (rules T5 to T7).

extension Timeline {
    /// Draws the consequences of the newest facts.
    mutating func settle(after before: KeyboardFacts, cause: ChangeCause, into actions: inout [Action]) {
        if before.isPresent, !facts.isPresent {
            loseOwner(into: &actions)
        } else if hold != nil {
            if before.frame != facts.frame { extendHold() }
            keepCause(cause)
            followGrace(cause: cause)
        } else if isDeparting {
            followDeparture()
        } else if isVisible(facts) {
            timers.grace = nil
            visibleFacts = facts
            settleVisible(cause: cause, into: &actions)
        } else {
            stopAnnouncing()
            if phase.isVisible { settleInvisible(cause: cause, into: &actions) }
        }
    }

    // MARK: Visible

    private mutating func settleVisible(cause: ChangeCause, into actions: inout [Action]) {
        switch facts.frame {
        case .rect(let frame):
            timers.wait = nil
            announce(place(frame), isMeasured: facts.isMeasured, cause: cause, into: &actions)
        case .unknown:
            settleUnknown(cause: cause, into: &actions)
        case .none:
            break  // Not visible by rule T0.
        }
    }

    /// Rule T5: what was said stands; else the learned frame at once; else an estimate when nobody measured in time.
    private mutating func settleUnknown(cause: ChangeCause, into actions: inout [Action]) {
        let output = output(of: facts)
        if phase.isVisible, output?.name ?? "" == said.output {
            timers.wait = nil
            announce(said.end, isMeasured: !isEstimated, cause: cause, into: &actions)
        } else if let output, let (end, learned) = learnedEnd(facts, on: output) {
            timers.wait = nil
            announce(
                end, isMeasured: false, cause: cause,
                supposed: Transition(durationMS: learned.durationMS, curve: learned.curve), into: &actions)
        } else {
            keepCause(cause)
            if timers.wait == nil { timers.wait = now.advanced(byMilliseconds: Interval.wait) }
        }
    }

    /// Where a keyboard is that is somewhere in `frame`: measured is believed before learned, learned before computed
    /// (contract, section 3), so a computed frame only stands for itself if neither what was said nor what was learned
    /// lies in it.
    private func place(_ frame: Rect) -> Rect {
        guard !facts.isMeasured, let output = output(of: facts) else { return frame }
        func holds(_ rect: Rect) -> Bool { frame.intersection(rect).isWithin(Said.tolerance, of: rect) }
        if phase.isVisible, said.output == output.name, holds(said.end) { return said.end }
        return learnedEnd(facts, on: output).flatMap { holds($0.end) ? $0.end : nil } ?? frame
    }

    /// Where a keyboard of which nobody measured a frame in time is supposed to be.
    private func estimate(_ facts: KeyboardFacts) -> Rect {
        guard let output = output(of: facts)?.frame else { return .zero }
        let height = output.width > output.height ? output.height / 3 : output.height / 4
        return Rect(x: output.x, y: output.bottom - height, width: output.width, height: height)
    }

    // MARK: Not visible

    private mutating func settleInvisible(cause: ChangeCause, into actions: inout [Action]) {
        let grace = grace(cause: cause)
        if timers.grace == nil {
            hideCause = cause
            if facts.isOccluded, hideCause.reason == nil { hideCause.reason = .occluded }
            guard grace > 0 else { return hide(into: &actions) }
            timers.grace = now.advanced(byMilliseconds: grace)
        } else if grace == 0 {
            hide(into: &actions)
        }
    }

    /// Rule T7: for how many ms a keyboard that is no longer visible, and went with `cause`, counts as shown.
    private func grace(cause: ChangeCause) -> UInt32 {
        if cause.reason == .user || hideExpectedUntil.map({ now <= $0 }) == true { return 0 }
        let isWindowOnly = facts.isFlagged && !facts.isOccluded
        return isWindowOnly ? Interval.windowGrace : facts.habits.graceMS
    }

    /// A grace that runs while outputs settle ends early there too (rule S5): what is seen again is said when they
    /// have settled, what knows no grace is hidden then.
    private mutating func followGrace(cause: ChangeCause) {
        if isVisible(facts) {
            timers.grace = nil
            visibleFacts = facts
        } else if grace(cause: cause) == 0 {
            timers.grace = nil
        }
    }

    /// Rule T6: the owner is gone, and with it the keyboard.
    private mutating func loseOwner(into actions: inout [Action]) {
        stopAnnouncing()
        endHold()
        switch phase {
        case .showing, .shown, .changing: hideAtOnce(.providerLost, into: &actions)
        case .hiding, .hidden: break
        }
    }

    /// Forgets all that would still announce a place.
    mutating func stopAnnouncing() {
        timers.wait = nil
        timers.rest = nil
        timers.limit = nil
        steps = nil
        pendingCause = .unannounced
    }

    // MARK: Holds

    mutating func beginHold() {
        let first = hold?.first ?? now
        let latest =
            hold == nil
            ? now.advanced(byMilliseconds: Interval.hold) : first.advanced(byMilliseconds: Interval.longestHold)
        hold = Hold(first: first, latest: latest)
        // The Will that ends the hold supersedes the running one.
        timers.did = nil
        stopAnnouncing()
        extendHold()
        if isVisible(facts) { followGrace(cause: .unannounced) }
    }

    /// A newer frame came: the desktop has not settled yet. The change itself counts as the first (chosen).
    private mutating func extendHold() {
        guard let hold else { return }
        timers.hold = min(now.advanced(byMilliseconds: Interval.rest), max(now, hold.latest))
    }

    private mutating func endHold() {
        hold = nil
        timers.hold = nil
    }

    /// The outputs have settled: one Will, whatever it says (rule T6).
    private mutating func finishHold(into actions: inout [Action]) {
        endHold()
        stopAnnouncing()
        let facts = timers.grace == nil ? self.facts : visibleFacts
        guard phase.isVisible else { return settle(after: self.facts, cause: .unannounced, into: &actions) }
        guard isVisible(facts) else {
            hideCause = ChangeCause(reason: .rotation)
            return hide(into: &actions)
        }
        if timers.grace == nil { visibleFacts = facts }
        var news = said
        var isEstimated = true
        switch facts.frame {
        case .rect(let frame):
            news = self.news(facts, end: frame)
            isEstimated = !facts.isMeasured
        case .unknown, .none:
            // Nobody sees frames: what stood on this output before, else an estimate. With no output left, as when a display
            // dies before its keyboard, what was said stands (rule T5).
            guard let output = output(of: facts) else { break }
            news = self.news(facts, end: learnedEnd(facts, on: output)?.end ?? estimate(facts))
        }
        say(
            Saying(news: news, durationMS: 0, reason: .rotation, isEstimated: isEstimated, isUnlimited: true),
            into: &actions)
    }

    // MARK: Timers

    mutating func fire(_ timer: Timers.Timer, into actions: inout [Action]) {
        switch timer {
        case .did:
            finish(into: &actions)
        case .rest:
            settleAtRest(into: &actions)
        case .hold:
            finishHold(into: &actions)
        case .wait:
            announce(estimate(facts), isMeasured: false, cause: takeCause(), into: &actions)
        case .grace:
            // While outputs settle nothing is said; what is still invisible then is hidden then.
            if hold == nil { hide(into: &actions) }
        case .limit:
            guard isVisible(facts), hold == nil else { return }
            settleVisible(cause: takeCause(), into: &actions)
        }
    }

    /// Remembers a cause for what cannot be said yet; an announced motion outlives unannounced news.
    mutating func keepCause(_ cause: ChangeCause) {
        if cause.transition != nil { pendingCause.transition = cause.transition }
        if cause.reason != nil { pendingCause.reason = cause.reason }
    }

    mutating func takeCause() -> ChangeCause {
        defer { pendingCause = .unannounced }
        return pendingCause
    }
}
