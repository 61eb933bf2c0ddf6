import HeadroomClient
import HeadroomCore

extension Mover {
    /// Sets out for `target`, or has the daemon asked whether it may.
    mutating func settle(
        _ target: Position, from actual: Position, _ report: PluginReport, along motion: Motion?, at now: UInt64
    ) -> [Action] {
        let isLeft = leaving.map { $0.glide != nil } ?? true
        let isThere = isLeft && wish == nil && !target.differs(from: glide?.to ?? standing ?? actual)
        standing = standing ?? actual
        retryAt = nil
        if report.saysMoved, isThere { return say(report) }
        // What is still to be said of the way before is too late; it would take this one's permission.
        toSay = nil
        noticedAt = nil
        if report.saysMoved {
            wishCount += 1
            wish = Wish(to: target, motion: motion, number: wishCount, since: noticed(now))
            said = report
            return [.report(report, number: wishCount)]
        }
        wish = nil
        toSay = report
        guard isThere else { return go(to: target, along: motion, at: now) }
        return glide == nil ? stand(at: now) : []
    }

    /// When that was told which makes things move now.
    private func noticed(_ now: UInt64) -> UInt64 {
        guard let told = keyboard?.toldAt, keyboard?.notification.serial != said?.serial else { return now }
        return told
    }

    /// Sets out.
    mutating func go(to target: Position, along motion: Motion?, at now: UInt64) -> [Action] {
        let from = standing ?? target
        var actions = remember(target)
        guard let motion, motion.finish > now, !isReduced, frames != .none else {
            glide = nil
            nextFrame = nil
            return actions + endLeaving() + put(target, at: now) + stand(at: now)
        }
        let glide = Glide(from: from, to: target, along: motion, at: now, since: noticedAt)
        self.glide = glide
        setOut(along: glide)
        if case .every(let time) = frames { nextFrame = now + max(1, time) }
        actions += drawLeaving(at: now) + put(glide.position(at: now), at: now)
        return actions
    }

    /// Sets everything.
    mutating func put(_ position: Position, at now: UInt64) -> [Action] {
        // A hair's breadth counts: the last of many steps has to end exactly there.
        guard let old = standing, position != old else {
            standing = position
            return []
        }
        if position.insetBottom != old.insetBottom {
            insetLedger.set(position.insetBottom, over: old.insetBottom)
        }
        standing = position
        if let noticedAt, var report = said, report.saysMoved {
            self.noticedAt = nil
            report.latencyUS = now > noticedAt ? now - noticedAt : 0
            toSay = report
        }
        return [.apply(position)]
    }

    /// Everything is at its end.
    mutating func stand(at now: UInt64) -> [Action] {
        nextFrame = nil
        var actions = endLeaving()
        if let glide {
            self.glide = nil
            actions += put(glide.to, at: now)
        }
        if let report = toSay {
            toSay = nil
            actions += say(report)
        }
        guard session.map({ $0.stage == .hidden }) ?? true, wish == nil else { return actions }
        return actions + endSession() + sayUnmoved([])
    }

    /// What is on its way is there at once.
    mutating func hurry(at now: UInt64) -> [Action] { glide == nil ? [] : stand(at: now) }

    /// Nothing stands elsewhere any more.
    mutating func endSession() -> [Action] {
        session = nil
        standing = nil
        glide = nil
        nextFrame = nil
        holdUntil = nil
        isTurned = false
        insetLedger = Ledger()
        let actions = endLeaving()
        guard moved != nil else { return actions }
        moved = nil
        isLeftOver = false
        return actions + [.forget]
    }

    /// Says it, if it is news: a hide that found nothing moved, and nothing covered, is none.
    private mutating func say(_ report: PluginReport) -> [Action] {
        let isOwed = isTold || (said.map { $0.saysMoved || saysCovered } ?? (moved != nil))
        if report.outcome == .restored, !isOwed { return [] }
        guard report != said else { return [] }
        isTold = report.saysMoved
        said = report.outcome == .restored ? nil : report
        return [.report(report, number: nil)]
    }

    /// Whether the last word was that the target is covered, or may be, and that nothing could be moved.
    var saysCovered: Bool { said?.outcome == .impossible }

    /// Says what there is to say where nothing is moved: that nobody knows whether the target is covered; or that what was
    /// said to be covered is not any more, lest that stays the last word when the keyboard is gone.
    mutating func sayUnmoved(_ causes: Causes) -> [Action] {
        if let unplaced { return say(unplaced) }
        return saysCovered ? say(restored(causes)) : []
    }

    /// That the keyboard does not concern the application any more, and nothing is moved for it.
    func restored(_ causes: Causes) -> PluginReport {
        PluginReport(serial: serial(causes), outcome: .restored)
    }

    /// The notification that a report answers; 0: none, the user moved on.
    func serial(_ causes: Causes) -> UInt64 {
        causes.contains(.notification) ? keyboard?.notification.serial ?? 0 : 0
    }

    private mutating func remember(_ target: Position) -> [Action] {
        guard let session, let standing else { return [] }
        let new = Moved(session, from: standing, to: target, before: moved)
        guard new != moved else { return [] }
        moved = new
        return [.remember(new)]
    }
}
