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
    /// each scroll view from the innermost outwards takes what it can, then the container, then the window.
    ///
    /// - Parameters:
    ///   - cover: what the keyboard covers; nil: nothing.
    ///   - options: what the owner of the content wishes.
    ///   - occasion: what made this necessary.
    ///   - shift: the container's shift as it is now. Only an occasion that leaves things where they are reads it.
    /// - Returns: every value that is to be set.
    public mutating func avoid(
        _ cover: Cover?, options: AvoidanceOptions, occasion: Occasion = .afresh, shift: Double = 0
    ) -> Adjustment {
        var adjustment = Adjustment()
        let goal = goal(under: cover, options: options)
        adjustment.insetBottom = scroll(toShow: goal, under: cover, options: options, occasion: occasion)
        adjustment.offset = scroll?.offset ?? 0
        guard let cover, let goal else { return adjustment }

        var shown = global(goal.rect)
        if let container = globalContainer {
            adjustment.shift = cover.shift(
                of: container, onOutput: outputs.index(holding: container), toShow: shown, margin: goal.margin,
                options: options, occasion: occasion, from: shift)
            shown = shown.moved(dy: -adjustment.shift)
        }
        if let window, occasion != .keepingPlace {
            adjustment.windowShift =
                ContentShift(
                    of: shown, margin: goal.margin, topMargin: options.topMargin, in: window,
                    onOutput: outputs.index(holding: window), under: cover
                ).distance
            shown = shown.moved(dy: -adjustment.windowShift)
        }
        if cover.concerns(place, onOutput: outputs.index(holding: place)) {
            adjustment.remainder = cover.intrusion(into: shown, margin: goal.margin)
            adjustment.covered = min(cover.intrusion(into: shown, margin: 0), shown.height)
        } else if options.floating == .avoid, !cover.isDocked {
            let rest = FloatingAvoidance(of: shown, margin: goal.margin, limit: 0, under: cover)?.covered ?? 0
            adjustment.remainder = rest
            adjustment.covered = rest
        }
        return adjustment
    }

    // MARK: - The goal

    /// What is to be shown, and with how much space below.
    private struct Goal {
        /// In the space of the innermost view.
        var rect: Rect
        var margin: Double
    }

    private func goal(under cover: Cover?, options: AvoidanceOptions) -> Goal? {
        guard let aim else { return nil }
        let margin = max(options.margin, aim.handleSpace)
        // N2: the whole field if it fits.
        if options.reveal == .field, let field = aim.field,
            field.height + margin + options.topMargin <= freeHeight(under: cover)
        {
            return Goal(rect: field, margin: margin)
        }
        return Goal(rect: aim.rect, margin: margin)
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
        return ScrollOffset(
            area: scroll, height: frame.height, inset: ContentInset(of: scroll, overlap: overlap),
            isCovered: overlap > 0 || cover?.keepsClear(onOutput: index) == true)
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
            // Where the compositor keeps the window clear, nobody makes room for candidates by an inset (rule B1).
            let margin = goal.margin + (cover?.compositorAvoids == true ? cover?.room ?? 0 : 0)
            distance =
                occasion == .typing
                ? scrolling.distance(following: rect, margin: margin, topMargin: options.topMargin)
                : scrolling.distance(toShow: rect, margin: margin, topMargin: options.topMargin)
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
}

extension Cover {
    /// How far up, or down if negative, a container moves to show `target` (rules G6, N3 and N5).
    fileprivate func shift(
        of container: Rect, onOutput index: Int?, toShow target: Rect, margin: Double, options: AvoidanceOptions,
        occasion: Occasion, from current: Double
    ) -> Double {
        if !isDocked, options.floating == .avoid {
            let limit = ContentShift.limit(of: target, topMargin: options.topMargin, in: container, on: output)
            return FloatingAvoidance(of: target, margin: margin, limit: limit, under: self)?.distance ?? 0
        }
        let move = ContentShift(
            of: target, margin: margin, topMargin: options.topMargin, in: container, onOutput: index, under: self)
        switch occasion {
        case .afresh: return move.distance
        case .typing: return move.distance(following: current, line: target.height)
        case .keepingPlace: return max(0, min(current, move.covered))
        }
    }

    /// Whether something at `rect` makes room for the keyboard.
    fileprivate func concerns(_ rect: Rect, onOutput index: Int?) -> Bool {
        keepsClear(onOutput: index) || overlap(rect, onOutput: index) > 0
    }

    /// How far `rect`, with `margin` below it, reaches into the keyboard.
    fileprivate func intrusion(into rect: Rect, margin: Double) -> Double {
        sharesHorizontalRange(with: rect) ? max(0, rect.bottom + margin - top) : 0
    }
}
