/// What made the solver run, as far as it changes the answer.
public enum Occasion: Sendable, Hashable {
    /// The keyboard, the focus or a size changed: the least movement that shows the target.
    case afresh
    /// The caret moved while its user types (rule N3).
    case typing
    /// The user has scrolled away: insets are set and ends kept, nothing is brought into sight (rule S2).
    case keepingPlace
}

extension Scene {
    /// Computes where everything is to be, and scrolls the scroll views of this scene there.
    ///
    /// Pure, and without any allocation. The remainder's way (rule N1): the outermost scroll view gets its inset, then
    /// each scroll view from the innermost outwards takes what it can, then the container, then the window. Of 55 px that
    /// are wanted, an inner list that can still scroll 30 takes 30, the view around it 25.
    ///
    /// A level never scrolls the target out of its own view to make way for the keyboard: what it cannot do without that
    /// the next one does.
    ///
    /// - Parameters:
    ///   - cover: what the keyboard covers; nil: nothing.
    ///   - options: what the owner of the content wishes.
    ///   - occasion: what made this necessary.
    ///   - current: what is set now. Only an occasion that leaves things where they are reads it.
    /// - Returns: every value that is to be set.
    public mutating func avoid(
        _ cover: Cover?, options: AvoidanceOptions, occasion: Occasion = .afresh,
        from current: Adjustment = Adjustment()
    ) -> Adjustment {
        var adjustment = Adjustment()
        let goal = goal(under: cover, options: options)
        adjustment.insetBottom = scroll(toShow: goal, under: cover, options: options, occasion: occasion)
        adjustment.offset = scroll?.offset ?? 0
        guard let cover, let goal else { return adjustment }

        var shown = goal
        shown.rect = global(goal.rect)
        if let container = globalContainer {
            adjustment.shift = shift(
                of: container, toShow: shown, under: cover, options: options, occasion: occasion, from: current.shift)
            shown.rect.y -= adjustment.shift
        }
        if let window {
            adjustment.windowShift = shift(
                of: window, toShow: shown, under: cover, options: options, occasion: occasion,
                from: current.windowShift)
            shown.rect.y -= adjustment.windowShift
        }
        judge(shown, under: cover, options: options, in: &adjustment)
        return adjustment
    }

    /// Says what is left, and what is still covered, once the target is where `shown` has it.
    private func judge(
        _ shown: Goal, under cover: Cover, options: AvoidanceOptions, in adjustment: inout Adjustment
    ) {
        let index = outputs.index(holding: place)
        if isInTheWay(cover, of: place, onOutput: index) {
            guard cover.sharesHorizontalRange(with: shown.rect) else { return }
            adjustment.remainder = max(0, shown.rect.bottom + shown.margin - cover.top)
            adjustment.covered = min(max(0, shown.rect.bottom - cover.top), shown.rect.height)
        } else if options.floating == .avoid, !cover.isDocked {
            let rest = FloatingAvoidance(of: shown.rect, margin: shown.margin, limit: 0, under: cover)?.covered ?? 0
            adjustment.remainder = rest
            adjustment.covered = rest
        }
    }

    /// Where the target is seen in the global space, scrolled as this scene is and moved as `adjustment` says; nil
    /// without a target.
    public func shownTarget(with adjustment: Adjustment) -> Rect? {
        guard let aim else { return nil }
        return global(aim.rect).moved(dy: -(adjustment.shift + adjustment.windowShift))
    }

    // MARK: - The goal

    /// What is to be shown, and with how much space below.
    private struct Goal {
        var rect: Rect
        var margin: Double
        /// The height of a line of its text; 0 if nobody knows.
        var line: Double
    }

    /// The goal in the space of the innermost view.
    private func goal(under cover: Cover?, options: AvoidanceOptions) -> Goal? {
        guard let aim else { return nil }
        let margin = max(options.margin, aim.spaceBelow)
        // N2: the whole field if it fits.
        if options.reveal == .field, let field = aim.field,
            field.height + margin + options.topMargin <= freeHeight(under: cover)
        {
            return Goal(rect: field, margin: margin, line: aim.line)
        }
        return Goal(rect: aim.rect, margin: margin, line: aim.line)
    }

    /// The height above the keyboard in which a target can be shown.
    private func freeHeight(under cover: Cover?) -> Double {
        if let scrolling = scrolling(under: cover) { return scrolling.freeHeight }
        guard let cover else { return .infinity }
        return cover.top - max(globalContainer?.top ?? window?.top ?? cover.output.top, cover.output.top)
    }

    // MARK: - Scroll views

    /// The outermost scroll view as the keyboard leaves it (rules G7 and D5); nil without one.
    private func scrolling(under cover: Cover?) -> ScrollOffset? {
        guard let scroll else { return nil }
        let index = outputs.index(holding: scroll.frame)
        let frame = cover?.laidOut(scroll.frame, onOutput: index) ?? scroll.frame
        let overlap = cover?.overlap(frame, onOutput: index) ?? 0
        let inset = ContentInset(of: scroll, overlap: scroll.takesInset ? overlap : 0)
        var room = max(0, overlap - inset.total)
        let isCovered = cover.map { isInTheWay($0, of: frame, onOutput: index) } ?? false
        if let cover, isCovered, overlap == 0 {
            let below = frame.bottom - cover.top
            if cover.keepsClear(onOutput: index) {
                room = min(max(0, below), cover.room)
            } else if target?.needsSpaceBelow == true {
                // The space below the target ends at the keyboard, which may be further down than the view.
                room = below - inset.total
            }
        }
        return ScrollOffset(area: scroll, height: frame.height, inset: inset, room: room, isCovered: isCovered)
    }

    /// Whether the keyboard is in the way of what ends with `frame`, on the output at `index`: it covers some of that, the
    /// compositor or somebody else made it smaller for it (rules D5 and G7), or the target needs space above the keyboard for
    /// the content's own.
    private func isInTheWay(_ cover: Cover, of frame: Rect, onOutput index: Int?) -> Bool {
        if cover.keepsClear(onOutput: index) || cover.overlap(frame, onOutput: index) > 0 { return true }
        return (scroll?.isLowered == true || target?.needsSpaceBelow == true) && cover.isDocked
            && index == cover.outputIndex && cover.sharesHorizontalRange(with: frame)
    }

    /// Scrolls all scroll views so that the goal is in sight, as far as they can (rules G7 and N1).
    /// Answers the inset to be set on the outermost.
    private mutating func scroll(
        toShow goal: Goal?, under cover: Cover?, options: AvoidanceOptions, occasion: Occasion
    ) -> Double {
        guard let scrolling = scrolling(under: cover) else { return 0 }
        var distance = 0.0
        if let goal, scrolling.isCovered, occasion != .keepingPlace {
            let rect = outerContent(goal.rect)
            distance =
                occasion == .typing
                ? scrolling.distance(
                    following: rect, line: goal.line, margin: goal.margin, topMargin: options.topMargin)
                : scrolling.distance(toShow: rect, margin: goal.margin, topMargin: options.topMargin)
            distance -= scrollInner(by: distance, keeping: goal.rect)
        }
        scroll?.offset = scrolling.range.clamped(scrolling.area.offset + distance)
        return scrolling.inset.bottom
    }

    /// Scrolls the inner views, innermost first, each within its range and without pushing `rect`, which is in the
    /// content of the innermost, out of its own view. Answers how much of `distance` they took in all.
    private mutating func scrollInner(by distance: Double, keeping rect: Rect) -> Double {
        var rect = rect
        var rest = distance
        for index in inner.indices {
            let view = inner[index]
            let taken =
                rest > 0
                ? max(0, min(rest, view.range.highest - view.offset, rect.top - view.offset))
                : -max(0, min(-rest, view.offset - view.range.lowest, view.frame.height - (rect.bottom - view.offset)))
            inner[index].offset += taken
            rest -= taken
            rect = rect.moved(dx: view.frame.x, dy: view.frame.y - inner[index].offset)
        }
        return distance - rest
    }

    /// A rectangle of the innermost content in the content of the outermost scroll view (rule G8).
    private func outerContent(_ rect: Rect) -> Rect {
        var rect = rect
        for index in inner.indices {
            rect = rect.moved(dx: inner[index].frame.x, dy: inner[index].frame.y - inner[index].offset)
        }
        return rect
    }

    /// A rectangle of the innermost view in the global space, as everything is scrolled now.
    private func global(_ rect: Rect) -> Rect {
        guard let scroll else { return rect.moved(dx: parentOrigin.x, dy: parentOrigin.y) }
        return outerContent(rect).moved(dx: scroll.frame.x, dy: scroll.frame.y - scroll.offset)
    }

    // MARK: - Container and window

    /// How far up, or down if negative, `level` moves to show the target (rules G6, N3 and N5).
    private func shift(
        of level: Rect, toShow goal: Goal, under cover: Cover, options: AvoidanceOptions, occasion: Occasion,
        from current: Double
    ) -> Double {
        if !cover.isDocked, options.floating == .avoid {
            let limit = ContentShift.limit(of: goal.rect, topMargin: options.topMargin, in: level, on: cover.output)
            return FloatingAvoidance(of: goal.rect, margin: goal.margin, limit: limit, under: cover)?.distance ?? 0
        }
        let move = ContentShift(
            of: goal.rect, margin: goal.margin, topMargin: options.topMargin, in: level,
            onOutput: outputs.index(holding: level), under: cover)
        switch occasion {
        case .afresh: return move.distance
        case .typing: return move.distance(following: current, line: goal.line)
        case .keepingPlace: return max(0, min(current, move.covered))
        }
    }
}
