import HeadroomClient
import HeadroomCore

extension Mover {
    /// The world was measured: everything is decided anew.
    mutating func decide(_ measured: Measurement?, _ causes: Causes, at now: UInt64) -> [Action] {
        var causes = causes
        var actions = leaveOldViews(for: measured, at: now)
        guard let measured else {
            // What cannot be measured can still be put back.
            guard session != nil else { return actions }
            guard let standing else { return actions + endSession() }
            return actions + hide(from: standing, content: standing.content, causes, at: now)
        }
        views = measured.views
        let isEngaged = isEngaged(measured)
        let found = adopt(measured, causes)
        var scene = scene(without: found)
        markLowered(&scene)
        notice(found)
        if session == nil {
            // What the views that were left share with these goes back in these, and that all is back is said.
            guard isEngaged || leaving != nil || isTold else { return actions }
            session = AvoidanceSession(scene: scene, options: options)
            causes.insert(.standing)
        } else {
            follow(scene, of: found, &causes, at: now)
        }
        wish(as: measured, &causes)
        guard isEngaged, let keyboard else {
            return actions + hide(from: found.position, content: found.content, causes, at: now)
        }
        var told = report(of: keyboard, to: found)
        told.accessory = KeyboardReport.Strip(height: accessoryHeight, isIncluded: false)
        // A window that is maximised, or was, since the keyboard was told.
        if !isTurned, let cover = session?.cover, cover.compositorAvoids != told.compositorAvoids {
            causes.insert(.standing)
        }
        if isFrameWanted(causes, keyboard, scene.outputs) {
            holdUntil = nil
            isTurned = false
            _ = session?.keyboard(told, at: now)
        }
        guard holdUntil == nil, let session else { return actions }
        actions += settle(
            Position(session, content: found.content), from: found.position, report(causes, keyboard),
            along: motion(causes, keyboard, at: now), at: now)
        return actions
    }

    /// The keyboard does not concern the application any more: everything goes back.
    private mutating func hide(
        from actual: Position, content: UInt64, _ causes: Causes, at now: UInt64
    ) -> [Action] {
        guard var session else { return [] }
        _ = session.hide(at: now)
        self.session = session
        holdUntil = nil
        isTurned = false
        let pace = keyboard.flatMap { motion(causes, $0, at: now) }
        var actions = settle(
            Position(session, content: content), from: actual, restored(causes), along: pace, at: now)
        // What is on its way back already does not wait for its time either.
        if pace == nil { actions += hurry(at: now) }
        return actions
    }

    /// Takes what the content's owner wishes now; another wish has the keyboard told anew.
    private mutating func wish(as measured: Measurement, _ causes: inout Causes) {
        let wanted = measured.options ?? options
        followMS = measured.followMS
        guard session?.options != wanted || accessoryHeight != measured.accessoryHeight else { return }
        session?.options = wanted
        accessoryHeight = measured.accessoryHeight
        causes.insert(.standing)
    }

    /// What the keyboard is for the window that was measured.
    func report(of keyboard: Keyboard, to measured: Measurement) -> KeyboardReport {
        var report = KeyboardReport(keyboard.notification, windowStates: measured.windowStates)
        let keyboardFrame = keyboard.notification.frameEnd
        if keyboard.notification.details.placement == .docked, let frame = measured.windowFrame,
            !Mover.laidOut.isDisjoint(with: measured.windowStates), frame.sharesHorizontalRange(with: keyboardFrame),
            frame.bottom <= keyboardFrame.top + Moved.tolerance
        {
            report.compositorAvoids = true
        }
        return report
    }

    /// The states of windows that whoever places them lays out (contract, section 2).
    private static let laidOut: Set = ["maximized", "tiled"]

    // MARK: Judging

    /// Whether anything may be moved in what was measured (contract, section 2: only with the focus, and on the
    /// keyboard's output).
    func isEngaged(_ measured: Measurement) -> Bool {
        guard isActive, isWelcome, measured.hasFocus, let keyboard, keyboard.isVisible else { return false }
        let name = keyboard.notification.output
        let outputs = outputs(measured.scene)
        let own = measured.output.isEmpty ? outputs.holding(measured.scene.place)?.name ?? "" : measured.output
        guard !name.isEmpty, !own.isEmpty, own != name else { return true }
        return outputs.named(name).map { $0.answers(to: own) } ?? false
    }

    /// What there is to say of a target that nobody can place: without a place it has no residual either.
    func report(unplaced measured: Measurement?, _ causes: Causes) -> PluginReport? {
        guard let measured, !measured.isPlaced, measured.hasFocus, isActive, isWelcome, let keyboard, keyboard.isVisible
        else { return nil }
        return PluginReport(serial: serial(causes), outcome: .impossible)
    }

    /// Whether the keyboard's frame is to be told to the session.
    private func isFrameWanted(_ causes: Causes, _ keyboard: Keyboard, _ outputs: [Output]) -> Bool {
        if !causes.isDisjoint(with: [.notification, .standing]) { return true }
        guard isTurned else { return session?.stage == .hidden }
        // The Will about the turned output may have come before the world heard of it.
        guard let frame = keyboard.notification.details.outputFrame else { return causes.contains(.held) }
        return outputs.contains { $0.frame == frame }
    }

    /// How things go there; nil: at once.
    private func motion(_ causes: Causes, _ keyboard: Keyboard, at now: UInt64) -> Motion? {
        if causes.contains(.leave) { return nil }
        let motion = keyboard.notification.motion
        // One that would end when nobody waits for it any more is none.
        if motion.finish > now { return motion.finish - now <= Mover.longest ? motion : nil }
        if causes.contains(.notification) || (causes.contains(.standing) && !keyboard.isVisible) { return nil }
        guard !causes.isDisjoint(with: [.standing, .focus]) else { return nil }
        return Motion(
            begin: .zero, end: .zero, start: now, durationMS: followMS, curve: .easeOutCubic)
    }

    private func report(_ causes: Causes, _ keyboard: Keyboard) -> PluginReport {
        guard let session else { return PluginReport(outcome: .notNeeded) }
        let done = session.report
        let output = session.scene.outputs.named(keyboard.notification.output)
        let parts = [
            ("inset", done.parts.inset), ("scroll", done.parts.scroll), ("root", done.parts.root),
            ("window", done.parts.window),
        ]
        return PluginReport(
            serial: serial(causes), outcome: done.outcome, shift: done.shift, output: output?.name ?? "",
            target: done.target.flatMap { output?.relative($0) }, residual: done.residual,
            parts: parts.filter { $0.1 != 0 }.map { PluginReport.Part(level: $0.0, amount: $0.1) })
    }

    // MARK: What the world has

    /// Whether the scroll view is lower than it was when the session began, or has been since: somebody made room for the
    /// keyboard, or for something else.
    private mutating func markLowered(_ scene: inout Scene) {
        guard let height = scene.scroll?.frame.height else { return }
        // On an output that was turned everything has another size.
        fullHeight = session?.scene.outputs == scene.outputs ? max(fullHeight, height) : height
        scene.scroll?.isLowered = height < fullHeight - Moved.tolerance
    }

    /// What was moved before this program came is taken over as it stands, if it is here: it goes on from there, or back.
    private mutating func adopt(_ measured: Measurement, _ causes: Causes) -> Measurement {
        guard isLeftOver, isActive || causes.contains(.leave), let moved, moved.rest.content == measured.content,
            moved.rest.inner.count == measured.scene.inner.count
        else { return measured }
        isLeftOver = false
        let found = moved.recognised(measured)
        var scene = scene(without: found)
        let values = found.position.values
        func isOurs(_ index: Int) -> Bool { moved.isOurs(values[index], at: index) }
        if isOurs(2) { scene.scroll?.offset = moved.rest.offset }
        if isOurs(3) {
            scene.scroll?.insetBottom = moved.rest.insetBottom
            insetLedger.set(values[3], over: moved.rest.insetBottom)
        }
        for index in scene.inner.indices where isOurs(4 + index) { scene.inner[index].offset = moved.rest.inner[index] }
        session = AvoidanceSession(scene: scene, options: options)
        standing = found.position
        return found
    }

    /// Takes what is set as the world has it, where somebody else has set it since.
    private mutating func notice(_ measured: Measurement) {
        guard let old = standing else { return }
        var new = measured.position
        if isOurs(new.shift, \.shift) { new.shift = old.shift }
        if isOurs(new.windowShift, \.windowShift) { new.windowShift = old.windowShift }
        if isOurs(new.offset, \.offset) { new.offset = old.offset }
        if abs(new.insetBottom - old.insetBottom) <= Moved.tolerance { new.insetBottom = old.insetBottom }
        for index in new.inner.indices where isOurs(new.inner[index], \.inner, index) {
            new.inner[index] = old.inner[index]
        }
        standing = new
    }

    /// Whether a value is one that we set, or are setting.
    private func isOurs(_ value: Double, _ path: KeyPath<Position, Double>) -> Bool {
        guard let standing else { return false }
        return isOurs(value, standing[keyPath: path], glide.map { ($0.from[keyPath: path], $0.to[keyPath: path]) })
    }

    private func isOurs(_ value: Double, _ path: KeyPath<Position, [Double]>, _ index: Int) -> Bool {
        guard let standing, index < standing[keyPath: path].count else { return false }
        let way = glide.flatMap { glide -> (Double, Double)? in
            guard index < glide.from.inner.count, index < glide.to.inner.count else { return nil }
            return (glide.from.inner[index], glide.to.inner[index])
        }
        return isOurs(value, standing[keyPath: path][index], way)
    }

    private func isOurs(_ value: Double, _ standing: Double, _ way: (Double, Double)?) -> Bool {
        if abs(value - standing) <= Moved.tolerance { return true }
        guard let (from, to) = way else { return false }
        return value >= min(from, to) - Moved.tolerance && value <= max(from, to) + Moved.tolerance
    }

    private func outputs(_ scene: Scene) -> [Output] {
        if !scene.outputs.isEmpty { return scene.outputs }
        if let outputs = keyboard?.outputs, !outputs.isEmpty { return outputs }
        guard let notification = keyboard?.notification else { return [] }
        // Where nobody knows any output there is one, and all that is seen is on it.
        let frame = notification.details.outputFrame ?? scene.place.union(notification.frameEnd)
        return [Output(name: notification.output, frame: frame)]
    }

    /// What was measured, as it would be without us: frames where they would stand, the inset that the application has,
    /// offsets where we have decided them or somebody else has put them.
    func scene(without measured: Measurement) -> Scene {
        var scene = measured.scene
        scene.outputs = outputs(scene)
        let (shift, windowShift) = (measured.shift, measured.windowShift)
        scene.window = scene.window?.moved(dy: windowShift)
        scene.container = scene.container?.moved(dy: shift)
        if scene.scroll == nil, scene.inner.isEmpty { scene.target = scene.target?.moved(dy: shift) }
        scene.parentOrigin.y += windowShift
        scene.scroll?.frame.y += shift + windowShift
        if let inset = scene.scroll?.insetBottom {
            var ledger = insetLedger
            scene.scroll?.insetBottom = ledger.undo(over: inset)
        }
        guard let session else { return scene }
        if let offset = scene.scroll?.offset, isOurs(offset, \.offset), let decided = session.scene.scroll?.offset {
            scene.scroll?.offset = decided
        }
        for index in scene.inner.indices where index < session.scene.inner.count {
            guard isOurs(scene.inner[index].offset, \.inner, index) else { continue }
            scene.inner[index].offset = session.scene.inner[index].offset
        }
        return scene
    }
}
