import HeadroomCore

// What a notification may say, and when.

extension Judge {
    mutating func judge(_ new: Notification) {
        if new.serial <= serial { broken(.t1, "serial \(new.serial) after \(serial)") }
        serial = max(serial, new.serial)
        if didDueFirst != nil, new.kind.isWill { broken(.t8, "\(new.kind) before the Did that is due now") }
        didDueFirst = nil
        if new.kind.isWill, new.details.completes != nil { broken(.t1, "a Will that completes something") }
        if !new.details.curve.isSpring, new.details.velocity != 0 { broken(.t4, "a velocity without a spring") }
        if hold != nil, hold?.end != now, !isLost, !isEnding {
            broken(.t6, "\(new.kind) \(new.details.reason.rawValue) while outputs change")
        }
        switch new.kind {
        case .willShow, .willChangeFrame: judgeWill(new)
        case .willHide: judgeWillHide(new)
        case .didShow, .didChangeFrame, .didHide: judgeDid(new)
        }
        phase = new.kind.phase
        isEstimated = new.details.isEstimated
        latest = new
    }

    private mutating func judgeDid(_ did: Notification) {
        let completed: Notification.Kind =
            switch did.kind {
            case .didShow: .willShow
            case .didChangeFrame: .willChangeFrame
            default: .willHide
            }
        guard let running, running.kind == completed else {
            return broken(.t3, "\(did.kind) without its Will")
        }
        if did.details.completes != running.serial {
            broken(.t1, "\(did.kind) names \(did.details.completes ?? 0), not \(running.serial)")
        }
        if did.frameBegin != did.frameEnd || did.durationMS != 0 { broken(.t1, "\(did.kind) in motion") }
        if did.frameEnd != motion.end || did.output != said.output {
            broken(.t1, "\(did.kind) ends elsewhere than its Will")
        }
        if did.details.isEstimated != isEstimated {
            broken(.t1, "\(did.kind) says estimated \(did.details.isEstimated)")
        }
        if let due = didDue, due != now {
            broken(due == motion.finish ? .t3 : .t9, "\(did.kind) \(Int64(now) - Int64(due)) µs late")
        }
        self.running = nil
        hadDid = true
        motion = PublishedMotion(begin: did.frameEnd, end: did.frameEnd, start: now, durationMS: 0)
    }

    // MARK: WillHide

    private mutating func judgeWillHide(_ will: Notification) {
        let isMove = will.details.reason == .output
        if !phase.isVisible, !(phase == .hiding && (isMove || isEnding)) { broken(.t2, "WillHide while \(phase)") }
        if will.bottomInset != 0 { broken(.g3, "a hidden keyboard with an inset") }
        if will.output != said.output { broken(.t2, "WillHide on \(will.output), shown on \(said.output)") }
        if isMove {
            moving = hold == nil ? (isSeen ? facts : nil) : factsAfterHold
            isRotating = hold != nil
            if moving.map({ output(of: $0)?.name ?? $0.output == said.output }) ?? true {
                broken(.t2, "a move that is none")
            }
            if isRotating { closeHold() }
        } else if isLost {
            if will.details.reason != .providerLost { broken(.t6, "reason \(will.details.reason.rawValue)") }
        } else if isEnding {
            if will.details.reason != .shutdown { broken(.t6, "reason \(will.details.reason.rawValue)") }
        } else if hold != nil {
            if factsAfterHold != nil { broken(.t6, "WillHide of a keyboard that is seen when outputs settled") }
            closeHold()
        } else if judgeWayOut(will) {
            // It goes, and nothing else says so yet.
        } else if hideDue != now {
            let rule: Rule = hideDue == nil ? .t0 : .t7
            broken(rule, "WillHide \(hideDue.map { "\(Int64($0) - Int64(now)) µs too early" } ?? "while it is seen")")
        } else {
            let durations = hideCauses.map { $0.transition?.durationMS ?? 0 }
            if !durations.contains(will.durationMS) { broken(.t3, "WillHide takes \(will.durationMS) ms") }
            if hidesOccluded, will.details.reason != .occluded {
                broken(.t0, "reason \(will.details.reason.rawValue), not occluded")
            }
            if hideCauses.first?.reason == .user, will.details.reason != .user { broken(.t7, "the user's hide") }
        }
        if isMove || isLost || isEnding, will.durationMS != 0 {
            broken(isMove ? .t2 : .t6, "\(will.details.reason.rawValue) takes \(will.durationMS) ms")
        }
        if !isHidden(will.frameEnd, of: said.end, said.placement, said.output) {
            broken(.t4, "WillHide ends at \(will.frameEnd.text)")
        }
        judgeBegin(will)
        start(will)
        said.end = will.frameEnd
        said.bar = 0
        said.room = 0
        if !isMove { hideDue = nil }
        hideExpectedUntil = 0
    }

    // MARK: WillShow and WillChangeFrame

    private mutating func judgeWill(_ will: Notification) {
        let isFromHidden = phase == .hidden || phase == .hiding
        if isLeaving { broken(.t9, "\(will.kind) of a keyboard on its way out") }
        if (will.kind == .willShow) == (phase == .shown || phase == .changing) {
            broken(.t2, "\(will.kind) while \(phase)")
        }
        var isRotation = false
        var shown = facts
        if hold != nil {
            guard let settled = factsAfterHold else {
                return broken(.t6, "\(will.kind) when outputs settled and nothing is seen")
            }
            isRotation = true
            shown = settled
            closeHold()
        } else if let moving {
            isRotation = isRotating
            shown = moving
        } else if !isSeen {
            return broken(.t0, "\(will.kind) of a keyboard that is not seen")
        }
        let word = word(shown, will.frameEnd)
        if word.output != will.output || (!isFromHidden && will.output != said.output) {
            broken(.t2, "\(will.kind) on \(will.output), said on \(said.output), seen on \(word.output)")
        }
        if word.placement != will.details.placement || word.bar != will.candidateBarHeight
            || word.room != will.details.roomBelowCaret
        {
            broken(.t2, "\(will.kind) does not say what is true beside the frame")
        }
        if will.bottomInset != inset(of: word) { broken(.g3, "bottom inset \(will.bottomInset)") }
        if isFromHidden, phase == .hidden {
            if !isHidden(will.frameBegin, of: will.frameEnd, will.details.placement, will.output) {
                broken(.t4, "from hidden at \(will.frameBegin.text) to \(will.frameEnd.text)")
            }
            if will.details.velocity != 0 { broken(.t4, "a hidden keyboard with a velocity") }
        } else {
            judgeBegin(will)
        }
        if isRotation {
            judgeRotation(will, shown)
        } else {
            if !isFromHidden, !word.isNews(after: said) { broken(.t2, "\(will.kind) without news") }
            if moving == nil, tokens.next(at: now) > now { broken(.t10, "\(will.kind) without a token") }
            if moving == nil { tokens.take(at: now) }
            judgeEnd(will, word)
        }
        start(will)
        said = word
        kept = nil
        moving = nil
    }

    /// Rule T6: duration 0, reason rotation, and where it is now.
    private mutating func judgeRotation(_ will: Notification, _ shown: KeyboardFacts) {
        if will.durationMS != 0 || will.details.reason != .rotation {
            broken(.t6, "\(will.details.reason.rawValue), \(will.durationMS) ms, when outputs settled")
        }
        switch shown.frame {
        case .rect(let frame):
            if will.frameEnd != frame { broken(.t6, "rotated to \(will.frameEnd.text)") }
            if will.details.isEstimated == shown.isMeasured { broken(.t5, "estimated is wrong") }
        case .unknown:
            let known = learnedEnd(shown)?.frame ?? estimate(shown)
            if known != will.frameEnd || !will.details.isEstimated { broken(.t5, "rotated into the unknown") }
        case .none:
            broken(.t0, "rotated to nothing")
        }
    }

    /// The published motion goes on where it is (rule T4).
    private mutating func judgeBegin(_ will: Notification) {
        let (frame, velocity) = motion.place(at: will.details.startTime)
        if !will.frameBegin.isNearly(frame) {
            broken(.t4, "\(will.kind) begins at \(will.frameBegin.text), the motion is at \(frame.text)")
        }
        if will.details.curve.isSpring, abs(will.details.velocity - velocity) > 1e-6 * (1 + abs(velocity)) {
            broken(.t4, "velocity \(will.details.velocity), the motion's is \(velocity)")
        }
    }

    private mutating func start(_ will: Notification) {
        if will.details.startTime > now { broken(.t3, "\(will.kind) starts later") }
        if will.details.startTime < now, (cause.transition ?? kept)?.startTime == nil, !isLeaving {
            broken(.t8, "\(will.kind) starts in the past")
        }
        running = (will.serial, will.kind)
        hadDid = false
        if !isLeaving { restsOut = nil }
        if !isStepSeen { lastStep = nil }
        motion = PublishedMotion(
            begin: will.frameBegin, end: will.frameEnd, start: will.details.startTime, durationMS: will.durationMS,
            curve: will.details.curve, velocity: will.details.velocity)
    }

    /// What stands when outputs have settled: what is seen, or was when the grace began; nil: nothing.
    private var factsAfterHold: KeyboardFacts? {
        if isSeen { return facts }
        guard let hideDue, hideDue >= now, isVisible(seenFacts) else { return nil }
        return seenFacts
    }

    private mutating func closeHold() {
        hold = nil
        lastStep = nil
        if isSeen { seenFacts = facts }
    }
}
