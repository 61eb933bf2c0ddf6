// How it is said: Wills and Dids with their frames, times and serials (rules T1 to T4 and T10).

extension Timeline {
    /// Something to be said of a visible keyboard.
    struct Saying {
        var news: Said
        var durationMS: UInt32
        var curve = Curve.linear
        /// When the motion began; nil: now.
        var start: UInt64?
        /// Nil: the one that the difference shows.
        var reason: Reason?
        /// Whether the end is not measured; nil: as the timeline believes.
        var isEstimated: Bool?
        /// Whether it waits for no token (rule T10).
        var isUnlimited = false
    }

    /// What facts say, with `end` as the frame.
    func news(_ facts: KeyboardFacts, end: Rect) -> Said {
        Said(
            output: output(of: facts)?.name ?? facts.output, placement: facts.placement, end: end,
            candidateBarHeight: facts.candidateBarHeight, roomBelowCaret: facts.roomBelowCaret)
    }

    /// A visible keyboard is, or will be, at `frame`: says so if it is news. Unless its cause announces a transition it is
    /// `supposed` to make this one, which is forgotten with what has to wait for a token.
    mutating func announce(
        _ frame: Rect, isMeasured: Bool, cause: ChangeCause, supposed: Transition? = nil,
        into actions: inout [Action]
    ) {
        let news = news(facts, end: frame)
        if phase.isVisible, news.isSame(as: said) {
            if isMeasured, isEstimated {
                // The guess was right, and nobody needs to hear it (rule T5), unless it could not say what windows beside
                // the keyboard go by.
                let isTold =
                    phase != .shown || isLayoutSaid
                    || say(
                        Saying(news: news, durationMS: 0, reason: .correction, isEstimated: false), into: &actions)
                guard isTold else { return keepCause(cause) }
                isEstimated = false
            }
            timers.limit = nil
            pendingCause = .unannounced
            return
        }
        let stepsBefore = steps
        var saying = Saying(news: news, durationMS: 0, reason: cause.reason)
        if let transition = cause.transition ?? supposed {
            saying.durationMS = transition.durationMS
            saying.curve = transition.curve
            saying.start = transition.startTime.map { min($0, now) }
            steps = nil
            timers.rest = nil
        } else if isMeasured, !facts.habits.movesInOneStep, !isOnlyBeside(news) {
            switch verdict(on: frame) {
            case .wait:
                keepCause(cause)
                return
            case .leave:
                tellDeparture(into: &actions)
                return
            case .say(let verdict):
                saying = verdict
                saying.reason = cause.reason ?? verdict.reason
            }
        } else if isCorrection(news) {
            // A correction of the same motion keeps its end time (rule T3).
            saying.durationMS = remainingMS
            saying.curve = motion.curve
            if saying.reason == nil, !isOnlyBeside(news) { saying.reason = .correction }
        }
        saying.isEstimated = saying.isEstimated ?? !isMeasured
        guard say(saying, into: &actions) else {
            // What is held back was never said (rule T10): the next place need not keep its distance from it.
            if cause.transition == nil { steps = stepsBefore }
            return keepCause(cause)
        }
        pendingCause = .unannounced
    }

    /// Whether the newest notification tells what the compositor leaves to windows, as the facts have it.
    private var isLayoutSaid: Bool {
        latest.details.compositorAvoids == facts.compositorAvoids
            && (usable(facts) == nil || latest.details.usable == facts.usable)
    }

    /// Whether only what stands beside the frame differs: bar, room or placement.
    private func isOnlyBeside(_ news: Said) -> Bool {
        phase.isVisible && news.output == said.output && news.end.isWithin(Said.tolerance, of: said.end)
    }

    /// Whether `news` corrects what was said: its end was a guess, or only what stands beside a moving frame differs.
    private func isCorrection(_ news: Said) -> Bool {
        phase.isVisible && news.output == said.output && (isEstimated || (phase.isInMotion && isOnlyBeside(news)))
    }

    private var remainingMS: UInt32 {
        let finish = motion.finish
        return finish > now ? UInt32(clamping: (finish - now + 999) / 1000) : 0
    }

    /// Sends the Will, unless it has to wait for a token: then answers false, and the timer is set. A move waits for
    /// none and takes none.
    @discardableResult
    mutating func say(_ saying: Saying, into actions: inout [Action]) -> Bool {
        let before = said
        let isMove = phase != .hidden && before.output != saying.news.output
        if !saying.isUnlimited, !isMove, !limit.take(at: now) {
            timers.limit = limit.nextToken(at: now)
            return false
        }
        timers.limit = nil
        if isMove {
            hideAtOnce(.output, into: &actions)
        }
        let output = outputs.named(saying.news.output)
        let end = saying.news.end
        let start = saying.start ?? now
        var begin = motion.frame(at: start)
        var velocity = 0.0
        if phase == .hidden {
            begin = DockedGeometry.hidden(end, placement: saying.news.placement, on: output?.frame)
        } else if saying.curve.isSpring, phase.isInMotion {
            velocity = motion.velocity(at: start)
        }
        let kind: Notification.Kind =
            switch phase {
            case .hidden, .hiding, .showing: .willShow
            case .shown, .changing: .willChangeFrame
            }
        isInterrupted = phase == .showing && (isInterrupted || saying.reason == .correction)
        let reason = saying.reason ?? reason(for: saying.news, after: before)
        let isFromHidden = phase == .hidden || phase == .hiding
        isEstimated = saying.isEstimated ?? isEstimated
        said = saying.news
        motion = Motion(
            begin: begin, end: end, start: start, durationMS: saying.durationMS, curve: saying.curve,
            velocity: velocity)
        notify(
            kind, reason: reason, barBegin: isFromHidden ? said.candidateBarHeight : before.candidateBarHeight,
            into: &actions)
        return true
    }

    private func reason(for news: Said, after before: Said) -> Reason {
        switch phase {
        case .hidden, .hiding: .visibility
        case .showing, .shown, .changing:
            if news.placement != before.placement {
                .placement
            } else if abs(news.candidateBarHeight - before.candidateBarHeight) > Said.tolerance
                || abs(news.roomBelowCaret - before.roomBelowCaret) > Said.tolerance
            {
                .candidates
            } else {
                .frame
            }
        }
    }

    /// Says that the keyboard goes, as `hideCause` has it. A hide waits for nothing (rule T10).
    mutating func hide(into actions: inout [Action]) {
        stopAnnouncing()
        timers.grace = nil
        timers.hold = nil
        hold = nil
        hideExpectedUntil = nil
        let transition = hideCause.transition ?? Transition(durationMS: 0)
        let reason = hideCause.reason ?? .visibility
        hideCause = .unannounced
        let start = transition.startTime.map { min($0, now) } ?? now
        let begin = motion.frame(at: start)
        let end = DockedGeometry.hidden(said.end, placement: said.placement, on: outputFrame(said.output))
        let velocity = transition.curve.isSpring && phase.isInMotion ? motion.velocity(at: start) : 0
        let bar = said.candidateBarHeight
        said.end = end
        said.candidateBarHeight = 0
        said.roomBelowCaret = 0
        isEstimated = false
        motion = Motion(
            begin: begin, end: end, start: start, durationMS: transition.durationMS, curve: transition.curve,
            velocity: velocity)
        notify(.willHide, reason: reason, barBegin: bar, into: &actions)
    }

    /// WillHide and DidHide, both now.
    mutating func hideAtOnce(_ reason: Reason, into actions: inout [Action]) {
        departure = nil
        let graceCause = hideCause
        defer { if reason == .output { hideCause = graceCause } }
        hideCause = ChangeCause(reason: reason)
        let kept = (pendingCause, steps, timers.rest, timers.grace)
        hide(into: &actions)
        // A move goes on with what it was about to say, and with a grace that runs.
        if reason == .output { (pendingCause, steps, timers.rest, timers.grace) = kept }
    }

    // MARK: Notifications

    /// Sends the Will of ``motion``, and its Did if it is over already.
    private mutating func notify(
        _ kind: Notification.Kind, reason: Reason, barBegin: Double, into actions: inout [Action]
    ) {
        phase = kind.phase
        send(kind, motion: motion, reason: reason, barBegin: barBegin, completes: nil, into: &actions)
        dateDid(into: &actions)
    }

    /// When the running Will's Did comes is another time now; it may be over.
    mutating func dateDid(into actions: inout [Action]) {
        timers.did = didTime
        if didTime <= now { finish(into: &actions) }
    }

    /// The running Will is over: its Did.
    mutating func finish(into actions: inout [Action]) {
        timers.did = nil
        let kind: Notification.Kind
        switch phase {
        case .showing: kind = .didShow
        case .changing: kind = .didChangeFrame
        case .hiding: kind = .didHide
        case .hidden, .shown: return
        }
        phase = kind.phase
        let way = motion
        motion = .resting(at: way.end, since: now)
        send(
            kind, motion: motion, reason: latest.details.reason, barBegin: said.candidateBarHeight,
            completes: latest.serial, into: &actions)
        if phase == .shown { learn(way, into: &actions) }
        if timers.rest == nil, timers.limit == nil { steps = nil }
    }

    private mutating func send(
        _ kind: Notification.Kind, motion: Motion, reason: Reason, barBegin: Double, completes: UInt64?,
        into actions: inout [Action]
    ) {
        let isHide = kind == .willHide || kind == .didHide
        let facts = heldFacts
        let output = outputs.named(said.output)
        let details = Notification.Details(
            startTime: motion.start, curve: motion.curve, velocity: motion.velocity, placement: said.placement,
            reason: reason, origin: facts.origin.isEmpty ? latest.details.origin : facts.origin,
            isEstimated: isEstimated || isRoomEstimated, completes: completes, outputFrame: outputFrame(said.output),
            usable: usable(facts), compositorAvoids: isHide ? facts.compositorAvoids : compositorAvoids(facts),
            engine: facts.engine,
            candidateBarHeightBegin: barBegin,
            isCandidateBarReserved: !isHide && facts.isCandidateBarReserved, roomBelowCaret: said.roomBelowCaret,
            regions: isHide ? [] : facts.regions)
        latest = Notification(
            kind: kind, serial: nextSerial, output: said.output, frameBegin: motion.begin, frameEnd: motion.end,
            bottomInset: isHide ? 0 : bottomInset(of: motion.end, on: output),
            candidateBarHeight: said.candidateBarHeight,
            durationMS: motion.durationMS, details: details)
        if nextSerial < .max { nextSerial += 1 }
        actions.append(.notify(latest))
    }

    /// The facts that are handled as if they still held: the newest, but for a grace.
    var heldFacts: KeyboardFacts { timers.grace == nil ? facts : visibleFacts }

    /// What is left of the output that was spoken of, as `facts` have it; nil: they know nothing of that one.
    func usable(_ facts: KeyboardFacts) -> Rect? {
        output(of: facts)?.name == outputs.named(said.output)?.name ? facts.usable : nil
    }

    /// Which windows the compositor keeps clear of the keyboard of `facts`. While nobody sees where it is, as when its
    /// output turns, what was said of it stands.
    func compositorAvoids(_ facts: KeyboardFacts) -> [String] {
        let isSaid = latest.kind.phase.isVisible && latest.output == said.output
        return facts.frame == .unknown && isSaid ? latest.details.compositorAvoids : facts.compositorAvoids
    }

    /// Where an output lies; one that is gone lies where it was when the last notification was about it.
    private func outputFrame(_ name: String) -> Rect? {
        outputs.named(name)?.frame ?? (latest.output == name ? latest.details.outputFrame : nil)
    }

    private func bottomInset(of frame: Rect, on output: Output?) -> Double {
        guard let output else { return said.placement == .docked ? frame.height : 0 }
        return DockedGeometry.bottomInset(of: frame, placement: said.placement, on: output.frame)
    }
}
