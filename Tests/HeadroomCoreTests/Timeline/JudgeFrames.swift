import HeadroomCore

// Where a Will may end and how long it may take (rules T3, T5 and T9), and what a frame means (rules T4 and G3).

extension Judge {
    mutating func judgeEnd(_ will: Notification, _ word: Word) {
        switch facts.frame {
        case .unknown: judgeUnknown(will, word)
        case .rect(let frame): judgeKnown(will, word, frame)
        case .none: broken(.t0, "\(will.kind) of nothing")
        }
    }

    private var isVisibleThere: Bool { phase.isVisible && output(of: facts)?.name == said.output }

    /// The announced motion that `will` is about: this call's, else the one held back, which a step on the way may
    /// have replaced.
    private func announced(_ will: Notification) -> Transition? {
        if let own = cause.transition { return own }
        guard let kept, isAnnounced || kept.durationMS == will.durationMS else { return nil }
        return kept
    }

    private mutating func judgeUnknown(_ will: Notification, _ word: Word) {
        let announced = announced(will)?.durationMS
        if isVisibleThere {
            if will.frameEnd != said.end { broken(.t5, "\(will.frameEnd.text), but what was said stands") }
            if will.details.isEstimated != isEstimated { broken(.t5, "estimated changes without a measurement") }
            judgeDuration(will, word, announced)
        } else if let known = learnedEnd(facts) {
            if will.frameEnd != known.frame { broken(.t5, "\(will.frameEnd.text), not the learned frame") }
            lastStep = nil
            stepSaid = nil
            if !will.details.isEstimated { broken(.t5, "a learned frame that is not estimated") }
            if will.durationMS != announced ?? known.value.durationMS { broken(.t5, "\(will.durationMS) ms") }
        } else {
            if will.frameEnd != estimate(facts) { broken(.t5, "\(will.frameEnd.text), not the estimate") }
            if !will.details.isEstimated { broken(.t5, "an estimate that is not estimated") }
            if now < (waitSince ?? now) + 300_000 { broken(.t5, "an estimate before its time") }
            if will.durationMS != announced ?? 0 { broken(.t5, "\(will.durationMS) ms") }
        }
    }

    private mutating func judgeKnown(_ will: Notification, _ word: Word, _ frame: Rect) {
        let announced = announced(will)
        let isAtRest = now >= placeSince + 34_000
        if announced == nil, !isAtRest, isStepping, !phase.isVisible, will.frameEnd != frame,
            let known = learnedEnd(facts)
        {
            // The first sign of a known slide (rule T9).
            if will.frameEnd != known.frame || covered(frame) >= covered(known.frame) || !will.details.isEstimated {
                broken(.t9, "the first sign at \(frame.text) announces \(will.frameEnd.text)")
            }
            stepSaid = nil
            if will.durationMS != known.value.durationMS { broken(.t9, "the slide takes \(will.durationMS) ms") }
            return
        }
        if will.frameEnd != frame {
            return broken(.t0, "\(will.kind) to \(will.frameEnd.text), it is at \(frame.text)")
        }
        if will.details.isEstimated == facts.isMeasured { broken(.t5, "estimated is \(will.details.isEstimated)") }
        judgeDuration(will, word, announced?.durationMS)
    }

    private mutating func judgeDuration(_ will: Notification, _ word: Word, _ announced: UInt32?) {
        if let announced {
            if will.durationMS != announced { broken(.t3, "\(will.durationMS) ms, announced were \(announced)") }
            lastStep = nil
            stepSaid = nil
            return
        }
        let isBeside = isVisibleThere && word.end.isWithin(0.5, of: said.end)
        if isStepping, !isBeside, case .rect(let frame) = facts.frame {
            return judgeStep(will, frame)
        }
        // A correction of the same motion keeps its end (rule T3).
        guard isVisibleThere, isEstimated || (running != nil && isBeside), motion.finish > now else {
            if will.durationMS != 0 { broken(.t3, "\(will.kind) takes \(will.durationMS) ms") }
            return
        }
        let finish = now + UInt64(will.durationMS) * 1000
        if finish < motion.finish || finish >= motion.finish + 1000 {
            broken(.t3, "a correction moves the end by \(Int64(finish) - Int64(motion.finish)) µs")
        }
    }

    /// A place that nobody announced (rule T9).
    private mutating func judgeStep(_ will: Notification, _ frame: Rect) {
        if !phase.isVisible {
            let isAtRest = now >= placeSince + 34_000
            if let known = learnedEnd(facts), covered(frame) < covered(known.frame), !isAtRest {
                broken(.t9, "the learned end is not announced")
            }
            if will.durationMS != 0, !(isAtRest && moving != nil && will.durationMS == 100) {
                broken(.t9, "the first place takes \(will.durationMS) ms")
            }
            stepSaid = isMoving ? now : nil
            return
        }
        if now >= placeSince + 34_000, placeSince != now {
            // It rests.
            let isGrowth = will.durationMS == 0 || will.durationMS == 50
            if will.durationMS != 100, !(isGrowth && lastStep != nil && covered(frame) > covered(said.end)) {
                broken(.t9, "at rest, \(will.durationMS) ms")
            }
            if will.durationMS == 100, running != nil || stepSaid != nil, will.details.reason != .correction {
                broken(.t9, "reason \(will.details.reason.rawValue) for a slide that ends elsewhere")
            }
            stepSaid = nil
            dragSaid = now
            return
        }
        if isBetween(frame), !frame.isWithin(0.5, of: said.end) { broken(.t9, "a place on the way is said") }
        let isNewRun = stepSaid == nil || (previousStep ?? 0) + 34_000 <= now
        let pause = stepSaid.map { now - $0 } ?? .max
        if facts.placement != .docked {
            let pause = dragSaid.map { now - $0 } ?? .max
            dragSaid = now
            if pause < 250_000 { broken(.t9, "dragged, and said \(pause) µs after the last place") }
        } else {
            if covered(frame) <= covered(said.end) { broken(.t9, "shrinking is said before it rests") }
            if pause < 50_000, !isNewRun { broken(.t9, "growing, and said \(pause) µs after the last place") }
            if isNewRun, pause < 50_000 || stepSaid == nil, will.durationMS != 0 {
                broken(.t9, "growing at first takes \(will.durationMS) ms")
            }
        }
        if will.durationMS != 0, will.durationMS != 50 { broken(.t9, "a step takes \(will.durationMS) ms") }
        stepSaid = isMoving ? now : nil
    }

    /// Whether it made a step that was seen and does not rest since.
    private var isMoving: Bool { isStepSeen && lastStep.map { $0 + 34_000 > now } ?? false }

    /// Rule T5: what stood at a Did and was measured.
    mutating func judge(_ key: LearnedFrames.Key, _ value: LearnedFrames.Value) {
        if takeWayOut(key, value) { return }
        guard let latest, latest.kind == .didShow || latest.kind == .didChangeFrame,
            latest.details.startTime == now
        else { return broken(.t5, "learned without a Did") }
        guard !isEstimated, facts.isMeasured, isSeen, case .rect(let frame) = facts.frame,
            frame.isWithin(0.5, of: latest.frameEnd), let output = output(of: facts)
        else { return broken(.t5, "learned what nobody measured") }
        if key != LearnedFrames.Key(keyboard: facts.origin, output: output) { broken(.t5, "learned for \(key)") }
        if value.frame != frame.moved(dx: -output.frame.x, dy: -output.frame.y) {
            broken(.t5, "learned \(value.frame.text) for \(frame.text)")
        }
        if value.leavingMS != learned[key]?.leavingMS ?? 0 { broken(.t5, "a way out that nobody saw is learned") }
        learned[key] = value
    }

    // MARK: Geometry

    /// How much of its output a frame covers, in px².
    func covered(_ frame: Rect) -> Double {
        output(of: facts)?.frame.intersection(frame).area ?? frame.area
    }

    /// Whether every edge lies between those of the running Will's begin and end.
    func isBetween(_ frame: Rect) -> Bool {
        guard running != nil, phase != .hiding else { return false }
        func lies(_ edge: KeyPath<Rect, Double>) -> Bool {
            let (one, other) = (motion.begin[keyPath: edge], motion.end[keyPath: edge])
            return frame[keyPath: edge] >= min(one, other) - 0.5 && frame[keyPath: edge] <= max(one, other) + 0.5
        }
        return lies(\.left) && lies(\.top) && lies(\.right) && lies(\.bottom)
    }

    /// Contract, section 2: docked, the same size just outside the edge; else of zero height at its own place.
    func isHidden(_ hidden: Rect, of end: Rect, _ placement: Placement, _ output: String) -> Bool {
        // An output that is gone is where it was.
        let gone = latest?.output == output ? latest?.details.outputFrame : nil
        guard placement == .docked, let area = outputs.first(where: { $0.name == output })?.frame ?? gone else {
            return hidden == Rect(x: end.x, y: end.y, width: end.width, height: 0)
        }
        guard hidden.size == end.size else { return false }
        if hidden.x == end.x, hidden.y == area.y + area.height { return true }
        if end.width >= end.height, abs(end.bottom - area.bottom) <= 16 { return false }
        return (hidden.x == end.x && hidden.bottom == area.y)
            || (hidden.y == end.y && (hidden.right == area.x || hidden.x == area.right))
    }

    /// Rule G3, contract section 2.
    func inset(of word: Word) -> Double {
        guard word.placement == .docked else { return 0 }
        guard let area = outputs.first(where: { $0.name == word.output })?.frame else { return word.end.height }
        let seen = area.intersection(word.end)
        guard seen.width >= 0.5, seen.height >= 0.5, seen.y > area.y + 16 else { return 0 }
        return area.y + area.height - seen.y
    }
}

extension Rect {
    var text: String { "(\(x), \(y), \(width), \(height))" }
}
