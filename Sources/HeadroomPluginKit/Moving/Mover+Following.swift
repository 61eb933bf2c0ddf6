import HeadroomCore

extension Mover {
    /// Tells the session what is new in the world.
    mutating func follow(_ scene: Scene, _ causes: inout Causes, at now: UInt64) {
        guard var old = session?.scene else { return }
        if isScrolled(scene, since: old) {
            _ = session?.innerScrolled(
                to: scene.inner.map(\.offset), byUser: causes.contains(.scrolled), scene.target, at: now)
            old.inner = scene.inner
        }
        if isAnother(scene, than: old) {
            beginAnew(scene, at: now)
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
        guard scene.target != session?.scene.target else { return }
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
    private mutating func beginAnew(_ scene: Scene, at now: UInt64) {
        guard var old = session else { return }
        if scene.outputs != old.scene.outputs { hold(old.outputsChanged(to: scene.outputs, at: now)) }
        _ = old.hide(at: now)
        var scene = scene
        if let offset = old.scene.scroll?.offset { scene.scroll?.offset = offset }
        for index in scene.inner.indices where index < old.scene.inner.count {
            // An offset that is not the one we had decided is the user's.
            guard scene.inner[index].offset == session?.scene.inner[index].offset else { continue }
            scene.inner[index].offset = old.scene.inner[index].offset
        }
        session = AvoidanceSession(scene: scene, options: options)
    }

    /// The output was turned: the keyboard's old frame means nothing any more (rule S6).
    private mutating func hold(_ change: AvoidanceChange) {
        holdUntil = change.holdUntil
        isTurned = true
    }
}
