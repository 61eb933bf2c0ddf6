extension Timeline {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    public func brokenInvariant() -> String? {
        if phase.isInMotion, timers.did == nil, hold == nil { return "a Will waits for a Did that will not come" }
        if !phase.isInMotion, timers.did != nil { return "a Did is due that no Will waits for" }
        if timers.grace != nil, !phase.isVisible { return "grace for a keyboard that is not shown" }
        if (hold == nil) != (timers.hold == nil) { return "a hold without an end, or an end without a hold" }
        if hold != nil, !phase.isVisible { return "outputs are waited for although nothing is shown" }
        if let due = timers.earliest?.time, due < now { return "a deadline was missed" }
        if latest.serial >= nextSerial { return "the next serial is not greater than the last" }
        if latest.kind.phase != phase { return "the phase is not that of the last notification" }
        if latest.frameEnd != said.end || latest.output != said.output {
            return "the last notification is not what was said"
        }
        if motion.end != said.end { return "the published motion does not end at what was said" }
        if timers.limit != nil, limit.nextToken(at: now) <= now { return "waiting for a token that is there" }
        return nil
    }

    /// The same state with every instant moved back by `origin` and serials counted from the newest, so that states
    /// that differ in nothing but when they are can be recognised. Instants before the new zero become 0, and what no
    /// rule looks at any more is forgotten: reasons and ways that are over, a full bucket's past.
    public func rebased(to origin: UInt64) -> Timeline {
        var copy = self
        func moved(_ time: UInt64) -> UInt64 { time > origin ? time - origin : 0 }
        copy.now = moved(now)
        copy.hideExpectedUntil = hideExpectedUntil.flatMap { $0 < now ? nil : moved($0) }
        copy.motion.start = phase.isInMotion ? moved(motion.start) : 0
        copy.latest.details.startTime = copy.motion.start
        copy.latest.details.completes = nil
        if !phase.isInMotion {
            copy.latest.details.reason = .visibility
            copy.latest.details.candidateBarHeightBegin = latest.candidateBarHeight
        }
        if !phase.isVisible { copy.visibleFacts = KeyboardFacts() }
        copy.latest.serial = 0
        copy.nextSerial = 1
        copy.limit.rebase(to: origin, at: now)
        for timer in Timers.Timer.allCases { copy.timers[timer] = timers[timer].map(moved) }
        copy.steps = steps.map {
            StepRun(
                first: moved($0.first), last: moved($0.last), lastSaid: $0.lastSaid.map(moved), isFresh: $0.isFresh)
        }
        copy.departure = departure.map {
            Departure(
                first: moved($0.first), last: moved($0.last), count: min($0.count, Departure.least), isTold: $0.isTold)
        }
        copy.hold = hold.map { Hold(first: moved($0.first), latest: moved($0.latest)) }
        return copy
    }
}
