import HeadroomCore

// A docked keyboard that slides out (rule T9): two steps in a row of one that is known to are told as a WillHide.

extension Judge {
    /// Steps of a keyboard that stood, each less of it in sight than the one before.
    struct WayOut: Hashable {
        /// When the first and the newest came.
        var first: UInt64
        var last: UInt64
        var steps = 1
        /// Whether it was told.
        var isTold = false
    }

    /// What has to be learned in this instant: it slid out, in so many ms.
    struct SlidOut: Hashable {
        var key: LearnedFrames.Key
        var durationMS: UInt32
    }

    /// It is on a way out that was told, and did not rest yet.
    var isLeaving: Bool { isSeen && (wayOut.map { $0.isTold && now < $0.last + patience } ?? false) }

    /// How long it is known to take to slide out; nil: not known.
    var knownWayOut: UInt32? {
        guard let output = outputs.first(where: { $0.name == said.output }) else { return nil }
        let known = learned[LearnedFrames.Key(keyboard: facts.origin, output: output)]?.leavingMS ?? 0
        return known > 0 ? known : nil
    }

    /// A way out that is known, of which nobody was told.
    private var untoldWayOut: WayOut? {
        guard let wayOut, !wayOut.isTold, wayOut.steps > 1, phase == .shown, isSeen, knownWayOut != nil else {
            return nil
        }
        return wayOut
    }

    /// Facts came, after `before`.
    mutating func followWayOut(after before: KeyboardFacts) {
        guard facts.frame != before.frame || !isSeen else { return }
        let isStep = hold == nil && cause.transition == nil && isStepOut(after: before)
        if let wayOut, !isStep || now >= wayOut.last + patience { leave(wayOut) }
        guard isStep, wayOut != nil || (phase == .shown && stood(before)) else { return }
        wayOut = WayOut(
            first: wayOut?.first ?? now, last: now, steps: (wayOut?.steps ?? 0) + 1, isTold: wayOut?.isTold ?? false)
        if let wayOut, wayOut.isTold { restsOut = wayOut.last + patience }
    }

    private func stood(_ facts: KeyboardFacts) -> Bool {
        if case .rect(let frame) = facts.frame { frame.isWithin(0.5, of: said.end) } else { false }
    }

    private func isStepOut(after before: KeyboardFacts) -> Bool {
        guard isSeen, isStepping, facts.habits.saysHiddenWhenSlidOut, before.isMeasured, facts.placement == .docked,
            before.placement == .docked,
            case .rect(let old) = before.frame, case .rect(let new) = facts.frame,
            let output = output(of: facts), output.name == said.output
        else { return false }
        let (was, rest) = (output.frame.intersection(old), output.frame.intersection(new))
        let isInside = rest.x >= was.x && rest.y >= was.y && rest.right <= was.right && rest.bottom <= was.bottom
        return isInside && rest.area < was.area
    }

    /// The way is over; if it ended out of sight in three steps or more, it is known from now on.
    private mutating func leave(_ way: WayOut) {
        let isWhole = now < way.last + patience
        wayOut = nil
        if way.isTold, !isSeen { restsOut = now }
        let isGone: Bool =
            switch facts.frame {
            case .none: true
            case .unknown: false
            case .rect(let frame): outputs.allSatisfy { $0.frame.intersection(frame).area < 0.25 }
            }
        guard way.steps >= 3, isGone, facts.isPresent, isWhole,
            let output = outputs.first(where: { $0.name == said.output })
        else { return }
        let key = LearnedFrames.Key(keyboard: facts.origin, output: output)
        guard let known = learned[key]?.leavingMS else { return }
        let seen = SlidOut(key: key, durationMS: UInt32((now - way.first) / 1000))
        let doubted = doubtedWaysOut.removeValue(forKey: key)
        // Another time than before is believed the second time.
        guard known == 0 || isAlike(seen.durationMS, known) || doubted.map({ isAlike(seen.durationMS, $0) }) == true
        else {
            doubtedWaysOut[key] = seen.durationMS
            return
        }
        if known != seen.durationMS { slidOut = seen }
    }

    private func isAlike(_ one: UInt32, _ other: UInt32) -> Bool { abs(Int(one) - Int(other)) <= 20 }

    /// Takes what was learned of a way out; false if `value` is about something else.
    mutating func takeWayOut(_ key: LearnedFrames.Key, _ value: LearnedFrames.Value) -> Bool {
        guard let slidOut, slidOut.key == key, var known = learned[key] else { return false }
        known.leavingMS = slidOut.durationMS
        guard known == value else { return false }
        learned[key] = value
        self.slidOut = nil
        return true
    }

    /// Judges a WillHide that is a way out; false if it is none.
    mutating func judgeWayOut(_ will: Notification) -> Bool {
        guard hideDue == nil, let way = untoldWayOut else { return false }
        if will.durationMS != knownWayOut { broken(.t9, "the way out takes \(will.durationMS) ms") }
        if will.details.startTime != way.first { broken(.t9, "the way out does not start with its first step") }
        if will.details.reason != .visibility { broken(.t9, "a way out, reason \(will.details.reason.rawValue)") }
        wayOut?.isTold = true
        restsOut = way.last + patience
        lastStep = nil
        forgetTheWay()
        return true
    }

    /// What has to be done of it in this instant is done; a keyboard that rests on its way is on it no more.
    mutating func closeWayOut() {
        if untoldWayOut != nil, hold == nil { broken(.t9, "a way out that is known is not told") }
        if slidOut != nil { broken(.t9, "a way out is not learned") }
        slidOut = nil
        if let way = wayOut, way.isTold, now >= way.last + patience { wayOut = nil }
    }
}
