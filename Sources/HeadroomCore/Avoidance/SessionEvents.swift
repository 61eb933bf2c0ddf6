extension AvoidanceSession {
    public typealias Pace = ShiftMotion.Pace

    /// Time has come to `time`.
    @discardableResult
    public mutating func advance(to time: UInt64) -> AvoidanceChange {
        let before = begin(at: time)
        return conclude(since: before)
    }

    /// The keyboard shows or changes. A report that may not be believed changes nothing (rule G1).
    ///
    /// `isShown` says whether this is visibility (rule D1): only that begins anything, and calls off a hide that waits
    /// (rule S5), which a frame outside every output never does. While a hide waits every frame counts.
    public mutating func keyboard(
        _ report: KeyboardReport, at time: UInt64, pace: Pace = .immediate, isShown: Bool = true
    ) -> AvoidanceChange {
        let before = begin(at: time)
        guard report.isAcceptable else { return conclude(since: before) }
        switch stage {
        case .hidden, .turning:
            // S1: the baseline is taken once, on the first frame that is not empty.
            guard isShown, !report.isEmpty else { return conclude(since: before) }
            takeBaseline()
            stage = .shown
        case .shown:
            break
        case .leaving:
            if isShown, isVisible(report) { stage = .shown }
        }
        prepareOffsets(forGuess: report.isEstimated)
        cover = Cover(report, on: scene.outputs, content: scene.place, hold: &hold)
        if let height = cover?.visible.height, height > 0 { lastHeight = height }
        solve(isKeepingPlace ? .keepingPlace : .afresh, pace: pace)
        return conclude(since: before)
    }

    /// The keyboard goes. While hidden this changes nothing (rule S4).
    ///
    /// Within `graceMS` it may come back as if nothing had been; 0 for a hide the user asked for, a lost owner, and
    /// keyboards that wait themselves (rule S5).
    public mutating func hide(at time: UInt64, pace: Pace = .immediate, graceMS: UInt32 = 0) -> AvoidanceChange {
        let before = begin(at: time)
        switch stage {
        case .hidden:
            break
        case .turning:
            restore(pace: pace)
        case .shown:
            if graceMS > 0 {
                stage = .leaving(end: now.advanced(byMilliseconds: graceMS), pace: pace)
            } else {
                restore(pace: pace)
            }
        case .leaving:
            // Later ends do not begin the wait anew, but one without grace does not wait.
            if graceMS == 0 { restore(pace: pace) }
        }
        return conclude(since: before)
    }

    /// Another target has the focus, or none; everything is solved afresh. A target that names nothing changes nothing
    /// (rule G5).
    public mutating func focus(_ target: Target?, at time: UInt64, pace: Pace = .immediate) -> AvoidanceChange {
        retarget(target, occasion: .afresh, at: time, pace: pace)
    }

    /// The caret moved while its user types: content follows by whole lines, and only if it has to (rule N3).
    public mutating func caret(_ target: Target, at time: UInt64, pace: Pace = .immediate) -> AvoidanceChange {
        retarget(target, occasion: .typing, at: time, pace: pace)
    }

    /// The user scrolled the outermost scroll view to `offset`, which stays as it is until the next focus or caret
    /// event, or hide (rule S2). While no keyboard is shown it is just another place to begin from.
    public mutating func userScrolled(to offset: Double, at time: UInt64) -> AvoidanceChange {
        var before = begin(at: time)
        guard abs(offset) <= ScrollArea.farthest, scene.scroll != nil else { return conclude(since: before) }
        place(offset, before: &before)
        switch stage {
        case .shown, .leaving:
            isKeepingPlace = true
            outerLedger.userScrolled(to: offset)
            for index in innerLedgers.indices { innerLedgers[index].forgetGuess() }
        case .hidden, .turning:
            break
        }
        return conclude(since: before)
    }

    /// The views within the outermost one are scrolled to `offsets`, innermost first. Where its user has put them they
    /// stay, as ``userScrolled(to:at:)`` has it; where the app has, for its `target`, they are only another place to go on
    /// from, and at the end go back (rule S3).
    public mutating func innerScrolled(
        to offsets: [Double], byUser isUsers: Bool, _ target: Target?, at time: UInt64, pace: Pace = .immediate
    ) -> AvoidanceChange {
        let before = begin(at: time)
        guard offsets.count == scene.inner.count, offsets.allSatisfy({ abs($0) <= ScrollArea.farthest }),
            target?.namesSomething != false
        else { return conclude(since: before) }
        let isShown = stage != .hidden && stage != .turning
        for (index, offset) in offsets.enumerated() where offset != scene.inner[index].offset {
            scene.inner[index].offset = offset
            innerLedgers[index].note(offset)
            if isShown, isUsers {
                innerLedgers[index].userScrolled(to: offset)
            } else {
                innerLedgers[index].forgetGuess()
            }
        }
        isKeepingPlace = isShown && (isUsers || (isKeepingPlace && target == scene.target))
        scene.target = target
        guard isShown else { return conclude(since: before) }
        solve(isKeepingPlace ? .keepingPlace : .afresh, pace: pace)
        return conclude(since: before)
    }

    /// The content has a new place or size, or the platform put it there; the keyboard stays (rule S6).
    ///
    /// A container where we put it ourselves is an echo and changes nothing.
    public mutating func windowChanged(
        _ change: WindowChange, at time: UInt64, pace: Pace = .immediate
    ) -> AvoidanceChange {
        var before = begin(at: time)
        guard change.isAcceptable, !isEcho(change) else { return conclude(since: before) }
        apply(change, before: &before)
        switch stage {
        case .shown, .leaving:
            solve(isKeepingPlace ? .keepingPlace : .afresh, pace: pace)
        case .hidden, .turning:
            adjustment = scene.untouched
        }
        return conclude(since: before)
    }

    /// The outputs were rotated, scaled or rearranged: the new values are the baseline, and the keyboard's old frame
    /// means nothing any more (rule S6).
    public mutating func outputsChanged(
        to outputs: [Output], _ change: WindowChange = WindowChange(), at time: UInt64, pace: Pace = .immediate
    ) -> AvoidanceChange {
        var before = begin(at: time)
        guard outputs.allSatisfy(\.frame.isValid), change.isAcceptable else { return conclude(since: before) }
        scene.outputs = outputs
        switch stage {
        case .hidden:
            apply(change, before: &before)
            adjustment = scene.untouched
            return conclude(since: before)
        case .shown, .leaving, .turning:
            // One that was leaving has left.
            let next = deadline == nil ? Stage.turning : .hidden
            if next == .hidden { hold.endSession() }
            let decided = scene.scroll?.offset
            putBack()
            var change = change
            // It may be told where we had put it, which is nobody else's doing.
            if let rest = scene.scroll?.offset, change.scroll?.offset == decided { change.scroll?.offset = rest }
            apply(change, before: &before)
            stage = next
            settle(scene.untouched, pace: pace)
            var answer = conclude(since: before)
            answer.holdUntil = now.advanced(byMilliseconds: AvoidanceSession.turnMS)
            return answer
        }
    }

    /// How long a plugin waits for the keyboard's frame on a turned output (rule S6).
    static let turnMS: UInt32 = 300
}
