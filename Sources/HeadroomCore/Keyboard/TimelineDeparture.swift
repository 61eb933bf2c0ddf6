// A keyboard that slides out (rule T9): once it is known how long that takes, it is told at its second step.
//
// Onboard says that it is hidden when it has slid out, 250 ms after its first step. One step towards the edge may be
// another height; two in a row, of a keyboard that slid out like that before, are the next slide out. That is so for
// keyboards that are known to do it (``Habits/saysHiddenWhenSlidOut``); of any other the rule's words hold.

extension Timeline {
    /// The steps with which a docked keyboard that stood leaves the screen.
    struct Departure: Sendable, Hashable {
        /// When the first step came, in µs.
        var first: UInt64
        /// When the newest came.
        var last: UInt64
        /// How many there were.
        var count = 1
        /// Whether the WillHide was sent.
        var isTold = false

        /// Without a further step before this the keyboard rests.
        var rest: UInt64 { last.advanced(byMilliseconds: isTold ? Interval.stall : Interval.rest) }

        /// As many are a slide; fewer could be a keyboard that was given another height and then hidden.
        static let least = 3
    }

    /// The keyboard is on a way out that was told, and can still be seen.
    var isDeparting: Bool { departure?.isTold == true && isVisible(facts) }

    /// The facts were `before`: what the new ones mean for a way out.
    mutating func noteDeparture(after before: KeyboardFacts, cause: ChangeCause, into actions: inout [Action]) {
        guard facts.frame != before.frame || !isVisible(facts) else { return }
        let isStepOut = cause.transition == nil && hold == nil && isStepOut(from: before)
        if let departure, !isStepOut || now >= departure.rest { end(departure, into: &actions) }
        guard isStepOut, departure != nil || isStanding(before) else { return }
        departure = departure ?? Departure(first: now, last: now, count: 0)
        departure?.last = now
        departure?.count += 1
    }

    /// Whether the keyboard stood where it was said to be.
    private func isStanding(_ facts: KeyboardFacts) -> Bool {
        guard phase == .shown, case .rect(let frame) = facts.frame else { return false }
        return frame.isWithin(Said.tolerance, of: said.end)
    }

    /// Whether the keyboard made a step towards its edge.
    private func isStepOut(from before: KeyboardFacts) -> Bool {
        guard case .rect(let old) = before.frame, case .rect(let new) = facts.frame, isVisible(facts),
            facts.isMeasured, before.isMeasured, facts.habits.saysHiddenWhenSlidOut,
            facts.placement == .docked, before.placement == .docked, let output = output(of: facts),
            output.name == said.output
        else { return false }
        let (was, remains) = (output.frame.intersection(old), output.frame.intersection(new))
        return remains.area < was.area && was.intersection(remains) == remains
    }

    /// The steps are over: what left the screen with the last of them slid out, and it is known how long that took.
    private mutating func end(_ departure: Departure, into actions: inout [Action]) {
        self.departure = nil
        if departure.isTold, phase == .hiding, !isVisible(facts) {
            // It is out of sight: nothing is waited for any more.
            dateDid(into: &actions)
        }
        guard departure.count >= Departure.least, now < departure.rest, facts.isPresent, !isOnScreen(facts.frame),
            let output = outputs.named(said.output)
        else { return }
        let key = LearnedFrames.Key(keyboard: facts.origin, output: output)
        guard var value = learned[key] else { return }
        let seenMS = UInt32(clamping: (now - departure.first) / 1000)
        let leavingMS = doubts.settle(seenMS, known: value.leavingMS, for: key, isLeaving: true)
        guard value.leavingMS != leavingMS else { return }
        value.leavingMS = leavingMS
        learned[key] = value
        actions.append(.learn(key, value))
    }

    private func isOnScreen(_ frame: FrameKnowledge) -> Bool {
        guard case .rect(let rect) = frame else { return frame == .unknown }
        return outputs.contains { !$0.frame.intersection(rect).isEmpty }
    }

    /// How long the keyboard is known to take to leave its output, in ms; nil: it was not seen leaving it.
    var leavingMS: UInt32? {
        guard let output = outputs.named(said.output),
            let known = learned[.init(keyboard: facts.origin, output: output)]?.leavingMS, known > 0
        else { return nil }
        return known
    }

    /// Whether it made its second step on a way out that is known, and nobody was told.
    var isDepartureDue: Bool {
        guard let departure, phase == .shown else { return false }
        return departure.count > 1 && !departure.isTold && leavingMS != nil
    }

    /// The WillHide of a keyboard that leaves, from its first step on.
    mutating func tellDeparture(into actions: inout [Action]) {
        guard let leavingMS, let first = departure?.first else { return }
        departure?.isTold = true
        hideCause = ChangeCause(transition: Transition(durationMS: leavingMS, startTime: first))
        hide(into: &actions)
        followDeparture()
    }

    /// It goes on its way, or something else of it changed: nothing is said until it rests where it can be seen.
    mutating func followDeparture() {
        guard let departure else { return }
        timers.rest = departure.rest
        if phase == .hiding { timers.did = didTime }
    }

    /// It rests on its way out: it is there again.
    mutating func breakOffDeparture(into actions: inout [Action]) {
        guard let departure else { return }
        self.departure = nil
        steps = StepRun(first: departure.last, last: departure.last, isFresh: false)
        settle(after: facts, cause: .unannounced, into: &actions)
    }
}
