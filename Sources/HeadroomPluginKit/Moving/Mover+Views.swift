import HeadroomCore

/// What is moved in views that are not looked at any more, and goes back as what is moved elsewhere goes its way.
struct Leaving: Sendable, Hashable {
    /// Where it is.
    var position: Position
    /// Where it belongs.
    let rest: Position
    /// Its way there; nil: it has not set out.
    var glide: Glide?
}

extension Mover {
    /// Leaves views that are not looked at any more, moved by this program or by it before it came: what is moved in them
    /// goes back, but for scroll views that those that come share with them, which go from where they stand to where they
    /// are wanted now in one way.
    ///
    /// Where the world draws its frames itself all of it is one movement. Elsewhere it goes back at once: it would stay if
    /// this program ended on the way.
    mutating func leaveOldViews(for measured: Measurement?, at now: UInt64) -> [Action] {
        if isLeftOver, isActive, let moved, let measured, moved.rest.content != measured.content {
            return [.apply(moved.rest)] + endSession()
        }
        guard let measured, let session, let standing, standing.content != measured.content else { return [] }
        let rest = Position.rest(of: session, content: standing.content)
        wish = nil
        let kept = Set(views).intersection(measured.views)
        guard !kept.isEmpty, views.count == rest.inner.count + 1, measured.views.count == measured.scene.inner.count + 1
        else { return leave(standing, for: rest, measured.content) }
        var left = standing
        left.shift = rest.shift
        left.windowShift = rest.windowShift
        for (index, view) in views.enumerated() where !kept.contains(view) { left[view: index] = rest[view: index] }
        begin(anew: measured, keeping: kept, from: standing, to: rest, at: now)
        return endLeaving() + (left.differs(from: standing) ? [.apply(left)] : []) + rememberKept()
    }

    /// Leaves all of the views for those of `content`.
    private mutating func leave(_ standing: Position, for rest: Position, _ content: UInt64) -> [Action] {
        let returning = leaving.flatMap { $0.rest.content == content ? $0 : nil }
        if returning != nil { leaving = nil }
        let actions = endSession()
        if let returning {
            // On its way back it is wanted again: that goes on from where it is.
            let values = zip(returning.position.values, returning.rest.values)
            moved = Moved(
                rest: returning.rest, least: values.map { min($0, $1) }, greatest: values.map { max($0, $1) })
            isLeftOver = true
        }
        guard rest.differs(from: standing) else { return actions }
        guard frames == .own else { return [.apply(rest)] + actions }
        leaving = Leaving(position: standing, rest: rest)
        return actions
    }

    /// What is left is back at once.
    mutating func endLeaving() -> [Action] {
        guard let leaving else { return [] }
        self.leaving = nil
        return [.apply(leaving.rest)]
    }

    /// What is left sets out, as everything else.
    mutating func setOut(along glide: Glide) {
        guard let leaving else { return }
        self.leaving?.glide = Glide(
            from: leaving.position, to: leaving.rest, along: glide.motion, at: glide.start, since: glide.start)
    }

    /// What is left is drawn where it is now.
    mutating func drawLeaving(at now: UInt64) -> [Action] {
        guard let position = leaving?.glide?.position(at: now), position != leaving?.position else { return [] }
        leaving?.position = position
        return [.apply(position)]
    }

    /// Begins a session in other views, with the scroll views of `kept` as they were before us.
    private mutating func begin(
        anew measured: Measurement, keeping kept: Set<UInt64>, from old: Position, to rest: Position, at now: UInt64
    ) {
        session = nil
        glide = nil
        nextFrame = nil
        toSay = nil
        noticedAt = nil
        holdUntil = nil
        isTurned = false
        let scene = scene(without: measured)
        var before = scene
        for (index, view) in measured.views.enumerated() where kept.contains(view) {
            guard let former = views.firstIndex(of: view) else { continue }
            let offset = measured.position[view: index]
            // The outermost one goes back whoever has scrolled it to its new target; in the others what is not ours is the
            // application's.
            let isOutermost = index == scene.inner.count
            guard isOutermost || abs(offset - old[view: former]) <= Moved.tolerance else { continue }
            if isOutermost {
                before.scroll?.offset = rest[view: former]
            } else {
                before.inner[index].offset = rest[view: former]
            }
        }
        begin(from: before, at: scene, of: measured, now)
        standing = measured.position
    }

    /// Writes down what is still moved in the views that come, and nothing else.
    private mutating func rememberKept() -> [Action] {
        guard moved != nil, let session, let standing else { return [] }
        let kept = Moved(session, from: standing, to: standing, before: nil)
        moved = kept
        return [.remember(kept)]
    }
}

extension Position {
    /// The offset of a scroll view, innermost first, the outermost last.
    fileprivate subscript(view index: Int) -> Double {
        get { index < inner.count ? inner[index] : offset }
        set { if index < inner.count { inner[index] = newValue } else { offset = newValue } }
    }
}
