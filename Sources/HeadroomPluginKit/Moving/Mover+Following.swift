import HeadroomCore

extension Mover {
    /// Tells the session what is new in the world: `scene`, as it would be without us, of what was measured.
    mutating func follow(_ scene: Scene, of measured: Measurement, _ causes: inout Causes, at now: UInt64) {
        guard var old = session?.scene else { return }
        if isScrolled(scene, since: old), causes.contains(.scrolled) || !measured.scrollsToCaret {
            _ = session?.innerScrolled(
                to: scene.inner.map(\.offset), byUser: causes.contains(.scrolled), scene.target, at: now)
            old.inner = scene.inner
        }
        if isAnother(scene, than: old) || isScrolledToCaret(scene, since: old, measured, causes) {
            beginAnew(scene, of: measured, causes, at: now)
            if !isTurned { causes.insert(.standing) }
            return
        }
        var change = WindowChange()
        if scene.parentOrigin != old.parentOrigin { change.parentOrigin = scene.parentOrigin }
        if !isClose(scene.container, old.container) { change.container = scene.container }
        if let area = scene.scroll, area != old.scroll { change.scroll = area }
        if scene.outputs != old.outputs {
            change.target = .some(scene.target)
            if let change = session?.outputsChanged(to: scene.outputs, change, at: now) { hold(change) }
            return
        }
        if causes.contains(.scrolled), let offset = scene.scroll?.offset, offset != old.scroll?.offset {
            // The scroll view is where its user put it; all else about it is layout.
            _ = session?.userScrolled(to: offset, at: now)
        }
        if change != WindowChange() { _ = session?.windowChanged(change, at: now) }
        // Who moves the caret wants it in sight, also where it was when they scrolled away (rule S2).
        let isCaretWanted = causes.contains(.caret) && session?.isKeepingPlace == true
        guard scene.target != session?.scene.target || isCaretWanted else { return }
        if let target = scene.target, causes.contains(.caret), !causes.contains(.focus) {
            _ = session?.caret(target, at: now)
        } else {
            _ = session?.focus(scene.target, at: now)
        }
    }

    /// Whether the inner views are the same, only scrolled elsewhere.
    private func isScrolled(_ scene: Scene, since old: Scene) -> Bool {
        func unscrolled(_ views: [InnerScroll]) -> [InnerScroll] {
            views.map { InnerScroll(frame: $0.frame, contentHeight: $0.contentHeight) }
        }
        return scene.inner != old.inner && unscrolled(scene.inner) == unscrolled(old.inner)
    }

    /// Whether the application has scrolled a text's own view, which is the only one, to the caret.
    private func isScrolledToCaret(
        _ scene: Scene, since old: Scene, _ measured: Measurement, _ causes: Causes
    ) -> Bool {
        measured.scrollsToCaret && scene.inner.isEmpty && scene.scroll?.offset != old.scroll?.offset
            && !causes.contains(.scrolled)
    }

    /// Whether the session cannot be told of the difference.
    private func isAnother(_ scene: Scene, than old: Scene) -> Bool {
        scene.inner != old.inner || !isClose(scene.window, old.window)
            || (scene.container == nil) != (old.container == nil) || (scene.scroll == nil) != (old.scroll == nil)
    }

    /// Whether two frames are the same but for what arithmetic makes of them.
    private func isClose(_ a: Rect?, _ b: Rect?) -> Bool {
        guard let a, let b else { return a == b }
        return a.isWithin(Adjustment.tolerance, of: b)
    }

    /// Begins a session with everything as it is now, and what was moved where it was before.
    private mutating func beginAnew(_ scene: Scene, of measured: Measurement, _ causes: Causes, at now: UInt64) {
        guard var old = session else { return }
        let isKept = old.isKeepingPlace
        let isOutermostLeft = isScrolledToCaret(scene, since: old.scene, measured, causes)
        if scene.outputs != old.scene.outputs { hold(old.outputsChanged(to: scene.outputs, at: now)) }
        _ = old.hide(at: now)
        var rest = scene
        if !isOutermostLeft, let offset = old.scene.scroll?.offset { rest.scroll?.offset = offset }
        for index in rest.inner.indices where index < old.scene.inner.count {
            // An offset that is not the one we had decided is the user's.
            guard rest.inner[index].offset == session?.scene.inner[index].offset else { continue }
            rest.inner[index].offset = old.scene.inner[index].offset
        }
        begin(from: rest, at: scene, of: measured, isKept: isKept && rest.scroll?.offset == scene.scroll?.offset, now)
    }

    /// Begins a session that has everything at the end where `rest` has it, and goes on from where it is in `scene` (rule S2).
    /// `isKept`: where its user has put it.
    mutating func begin(
        from rest: Scene, at scene: Scene, of measured: Measurement, isKept: Bool = false, _ now: UInt64
    ) {
        guard !isTurned, isEngaged(measured), let keyboard else {
            session = AvoidanceSession(scene: rest, options: options)
            return
        }
        var rest = rest
        rest.target = nil
        var session = AvoidanceSession(scene: rest, options: options)
        _ = session.keyboard(report(of: keyboard, to: measured), at: now)
        if isKept, let offset = scene.scroll?.offset { _ = session.userScrolled(to: offset, at: now) }
        _ = session.innerScrolled(to: scene.inner.map(\.offset), byUser: false, nil, at: now)
        var change = WindowChange()
        change.target = .some(scene.target)
        change.scroll = session.scene.scroll
        if let offset = scene.scroll?.offset { change.scroll?.offset = offset }
        _ = session.windowChanged(change, at: now)
        self.session = session
    }

    /// The output was turned: the keyboard's old frame means nothing any more (rule S6).
    private mutating func hold(_ change: AvoidanceChange) {
        holdUntil = change.holdUntil
        isTurned = true
    }
}
