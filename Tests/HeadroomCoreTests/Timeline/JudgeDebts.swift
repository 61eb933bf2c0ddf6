import HeadroomCore

// What is owed: by when facts have to be published.

extension Judge {
    /// Something that has to be said at `due` at the latest.
    struct Debt {
        var due: UInt64
        var rule: Rule
        var what: StaticString
    }

    /// All that was due in this instant has to be done by now.
    mutating func closeInstant() {
        if moving != nil { broken(.t2, "a move without a WillShow") }
        moving = nil
        isRotating = false
        if isLost, phase != .hidden { broken(.t6, "the owner is lost and it is \(phase)") }
        if isEnding {
            if phase != .hidden { broken(.t6, "the daemon ends and it is \(phase)") }
            return
        }
        if let due = didDue, due <= now { broken(due == motion.finish ? .t3 : .t9, "a Did is missing") }
        if let hold, hold.end <= now { broken(.t6, "outputs have settled and nothing is said") }
        if hold == nil, let hideDue, hideDue <= now { broken(.t7, "a WillHide is missing") }
        if isSeen, hold == nil, phase.isVisible, isEstimated, facts.isMeasured, case .rect(let frame) = facts.frame,
            !word(facts, frame).isNews(after: said)
        {
            isEstimated = false
        }
        if !phase.isVisible { isEstimated = false }
        if hadDid, phase == .shown, isSeen, facts.isMeasured, !isEstimated, case .rect(let frame) = facts.frame,
            frame.isWithin(0.5, of: said.end), !(learnedEnd(facts)?.frame.isWithin(0.5, of: frame) ?? false)
        {
            broken(.t5, "a measured frame stood at a Did and was not learned")
        }
        closeWayOut()
        noteWait()
        owed = factsOwed
        if let owed, owed.due <= now { broken(owed.rule, "not said: \(owed.what)") }
        if owed == nil { kept = nil }
    }

    /// What `machine` says of itself agrees with what it sent.
    mutating func compare(with machine: some Machine) {
        guard violation == nil else { return }
        if let broken = machine.brokenInvariant() { return self.broken(.invariant, broken) }
        let deadline = machine.nextDeadline
        if let deadline, deadline <= now { broken(.t8, "a deadline passed") }
        if let debt, deadline.map({ $0 > debt.due }) ?? true { broken(debt.rule, "no deadline for: \(debt.what)") }
        let (phase, state) = machine.state
        if phase != self.phase { broken(.state, "GetState says \(phase), sent was \(self.phase)") }
        guard let latest else { return }
        if state.serial != latest.serial || state.kind != latest.kind || state.frameBegin != latest.frameBegin
            || state.frameEnd != latest.frameEnd || state.durationMS != latest.durationMS
            || state.output != latest.output || state.bottomInset != latest.bottomInset
            || state.candidateBarHeight != latest.candidateBarHeight
        {
            broken(.state, "GetState is not the newest notification")
        }
        if state.details.isEstimated != isEstimated {
            broken(.t5, "GetState says estimated \(state.details.isEstimated)")
        }
        if state.details.engine != facts.engine { broken(.t2, "GetState has another engine") }
    }

    /// When all timers have run out, what is published agrees with the facts.
    mutating func rest(_ machine: some Machine) {
        guard violation == nil else { return }
        if phase.isInMotion { broken(.t3, "\(phase) for ever") }
        if phase.isVisible != isSeen { broken(.t0, "\(phase) for ever, seen: \(isSeen)") }
        if let debt { broken(debt.rule, "never said: \(debt.what)") }
    }

    /// The debt that is due first.
    private var debt: Debt? {
        var first = owed
        func add(_ due: UInt64, _ rule: Rule, _ what: StaticString) {
            if first.map({ due < $0.due }) ?? true { first = Debt(due: due, rule: rule, what: what) }
        }
        if let didDue { add(didDue, .t3, "a Did") }
        if let hold { add(hold.end, .t6, "outputs have settled") }
        if let hideDue, hold == nil { add(hideDue, .t7, "a WillHide") }
        return first
    }

    private mutating func noteWait() {
        guard isSeen, hold == nil, facts.frame == .unknown, learnedEnd(facts) == nil,
            !(phase.isVisible && output(of: facts)?.name == said.output)
        else {
            waitSince = nil
            return
        }
        waitSince = waitSince ?? now
    }

    /// What is true and not yet said of a keyboard that is seen; nil: nothing.
    private var factsOwed: Debt? {
        guard isSeen, hold == nil else { return nil }
        let isShown = phase.isVisible
        if isLeaving, let way = wayOut {
            return Debt(due: way.last + patience, rule: .t9, what: "it rests on its way out")
        }
        let isMove = phase != .hidden && output(of: facts)?.name ?? facts.output != said.output
        var debt = Debt(due: now, rule: .t2, what: "")
        switch facts.frame {
        case .none: return nil
        case .unknown:
            if isShown, !isMove {
                guard word(facts, said.end).isNews(after: said) else { return nil }
                debt.what = "bar, room or placement"
            } else if learnedEnd(facts) != nil {
                debt = Debt(due: now, rule: .t5, what: "the learned frame")
            } else {
                debt = Debt(due: (waitSince ?? now) + 300_000, rule: .t5, what: "an estimate")
            }
        case .rect(let frame):
            let word = word(facts, frame)
            guard !isShown || word.isNews(after: said) else { return nil }
            debt.what = "its place"
            let isBeside = isShown && !isMove && frame.isWithin(0.5, of: said.end)
            if isStepping, isShown, !isBeside, !isAnnounced, !(isMove && facts.placement == .docked) {
                debt.rule = .t9
                // The first place past the end is said at once, any other when it rests.
                let isGrowth = facts.placement == .docked && covered(frame) > covered(said.end) && !isBetween(frame)
                let isPaced = stepSaid.map { now - $0 < 50_000 } ?? false
                if !(isGrowth && !isPaced && placeSince == now) { debt.due = placeSince + patience }
            }
        }
        let token = tokens.next(at: now)
        if !isMove, token > debt.due {
            debt.due = token
            debt.rule = .t10
        }
        return debt
    }
}
