extension AvoidanceSession {
    /// Every event begins here: what was due before it happens first. Answers what was set before both.
    mutating func begin(at time: UInt64) -> Adjustment {
        let before = adjustment
        for index in innerLedgers.indices { innerLedgers[index].note(scene.inner[index].offset) }
        let time = max(now, time)
        if case .leaving(let end, let pace) = stage, end <= time {
            now = max(now, end)
            restore(pace: pace)
        }
        now = time
        return before
    }

    /// Every event ends here.
    func conclude(since before: Adjustment) -> AvoidanceChange {
        var isScrolled = false
        for index in innerLedgers.indices {
            let distance = scene.inner[index].offset - innerLedgers[index].beforeEvent
            if abs(distance) > Adjustment.tolerance { isScrolled = true }
        }
        return AvoidanceChange(
            adjustment: adjustment, isCommand: isScrolled || adjustment.differs(from: before))
    }

    mutating func takeBaseline() {
        outerLedger.begin(at: scene.scroll?.offset ?? 0)
        for index in innerLedgers.indices { innerLedgers[index].begin(at: scene.inner[index].offset) }
        isKeepingPlace = false
    }

    /// Before a guess is solved the offsets are written down, before a measured frame they are put back (rule S2).
    mutating func prepareOffsets(forGuess isGuess: Bool) {
        if let offset = scene.scroll?.offset {
            if isGuess {
                outerLedger.guess(at: offset)
            } else {
                scene.scroll?.offset = outerLedger.measured(at: offset)
            }
        }
        for index in innerLedgers.indices {
            let offset = scene.inner[index].offset
            if isGuess {
                innerLedgers[index].guess(at: offset)
            } else {
                scene.inner[index].offset = innerLedgers[index].measured(at: offset)
            }
        }
    }

    mutating func retarget(
        _ target: Target?, occasion: Occasion, at time: UInt64, pace: Pace
    ) -> AvoidanceChange {
        let before = begin(at: time)
        guard target?.namesSomething != false else { return conclude(since: before) }
        scene.target = target
        isKeepingPlace = false
        switch stage {
        case .shown, .leaving: solve(occasion, pace: pace)
        case .hidden, .turning: adjustment = scene.untouched
        }
        return conclude(since: before)
    }

    mutating func solve(_ occasion: Occasion, pace: Pace) {
        let answer = scene.avoid(cover, options: options, occasion: occasion, from: adjustment)
        settle(answer, pace: pace)
    }

    /// Takes an answer as what is set now, and sends what moves on its way (rule S7). A value that stays the same goes
    /// on as it was.
    mutating func settle(_ answer: Adjustment, pace: Pace) {
        if answer.shift != shiftMotion.end { shiftMotion.turn(to: answer.shift, at: now, pace: pace) }
        if answer.offset != offsetMotion.end { offsetMotion.turn(to: answer.offset, at: now, pace: pace) }
        adjustment = answer
    }

    /// The keyboard is gone: everything goes back (rule S3).
    mutating func restore(pace: Pace) {
        putBack()
        stage = .hidden
        hold.endSession()
        settle(scene.untouched, pace: pace)
    }

    /// Puts the offsets back where they were, or leaves them where the user put them, as far as there is room without
    /// the keyboard, and forgets the keyboard.
    mutating func putBack() {
        if let area = scene.scroll {
            let rest = ScrollOffset(
                area: area, height: area.frame.height, inset: ContentInset(of: area, overlap: 0), isCovered: false)
            scene.scroll?.offset = rest.range.clamped(
                stage == .turning ? area.offset : outerLedger.restored(from: area.offset))
        }
        for index in innerLedgers.indices where stage != .turning {
            let view = scene.inner[index]
            scene.inner[index].offset = view.range.clamped(innerLedgers[index].restored(from: view.offset))
        }
        cover = nil
        isKeepingPlace = false
    }

    /// Somebody else put the outermost scroll view there.
    mutating func place(_ offset: Double, before: inout Adjustment) {
        scene.scroll?.offset = offset
        adjustment.offset = offset
        before.offset = offset
        offsetMotion = ShiftMotion(restingAt: offset)
    }

    mutating func apply(_ reported: WindowChange, before: inout Adjustment) {
        let change = reported.withoutShift(adjustment.shift)
        if let origin = change.parentOrigin { scene.parentOrigin = origin }
        if let container = change.container, scene.container != nil { scene.container = container }
        if let target = change.target { scene.target = target }
        if let area = change.scroll, let old = scene.scroll {
            scene.scroll = area
            if stage == .hidden || stage == .turning { before.insetBottom += area.insetBottom - old.insetBottom }
            if area.offset != old.offset {
                outerLedger.forgetGuess()
                place(area.offset, before: &before)
            }
        }
    }

    /// Whether the platform only tells us what we did (rule S6).
    func isEcho(_ change: WindowChange) -> Bool {
        guard !change.includesShift, abs(adjustment.shift) > Adjustment.tolerance, let reported = change.container,
            let unshifted = scene.globalContainer
        else { return false }
        let origin = change.parentOrigin ?? scene.parentOrigin
        return reported.moved(dx: origin.x, dy: origin.y)
            .isWithin(AvoidanceSession.echoTolerance, of: unshifted.moved(dy: -adjustment.shift))
    }

    /// How exactly a window stands where we put it, in logical pixels (rule S6).
    static let echoTolerance = 1.0

    func isVisible(_ report: KeyboardReport) -> Bool {
        switch report.extent {
        case .frame(let frame): scene.outputs.shows(frame)
        case .height: !report.isEmpty
        }
    }
}
