import HeadroomCore

/// How to take a reading of one toolkit.
struct Survey: Hashable, Sendable {
    /// From the window's coordinates to those of all outputs.
    var projection = Projection()
    /// Whether a scroll bar's greatest value is the height of the content, not what is left of it below the pane.
    var isRangeWhole = false
    /// Whether what has to be seen is the line with the caret rather than the field.
    var isMultiLine = false
    /// Of each pane.
    var scales: [Scale]

    /// What a scroll bar's value is worth.
    struct Scale: Hashable, Sendable {
        /// How many pixels its unit is.
        var unit = 1.0
        /// Whether it moves nothing.
        var isFixed = false
    }

    /// The scene of a reading. All of it is rigid: nothing here takes an inset.
    ///
    /// The outermost pane is the scene's scroll view; a field in no pane is seen in its window, which does not scroll.
    func scene(of reading: Reading) -> Scene? {
        guard reading.panes.count == scales.count else { return nil }
        let projection = projection.inPage(of: reading)
        func placed(_ rect: Rect) -> Rect { projection.placed(rect) }
        var panes: [Placed] = []
        for (pane, scale) in zip(reading.panes, scales) {
            guard let frame = pane.frame else { return nil }
            let unit = scale.unit * projection.scale
            let offset = pane.value * unit
            let most = scale.isFixed ? offset : max(pane.maximum * unit, offset)
            panes.append(
                Placed(
                    frame: placed(frame), offset: offset,
                    height: isRangeWhole && !scale.isFixed
                        ? max(most, placed(frame).height) : most + placed(frame).height))
        }
        guard let window = reading.window.map(self.projection.placed) ?? panes.last?.frame ?? reading.field.map(placed)
        else { return nil }
        let outermost = panes.last ?? Placed(frame: window, offset: 0, height: window.height)
        let inner = zip(panes, panes.dropFirst()).map { pane, around in
            InnerScroll(
                frame: around.content(pane.frame), contentHeight: pane.height, offset: pane.offset)
        }
        return Scene(
            outputs: [],
            scroll: ScrollArea(
                frame: outermost.frame, contentHeight: outermost.height, offset: outermost.offset, takesInset: false),
            inner: inner, target: target(of: reading, in: panes.first ?? outermost, projection))
    }

    /// What has to be seen, in the content of the innermost pane.
    private func target(of reading: Reading, in pane: Placed, _ projection: Projection) -> Target? {
        let rect = isMultiLine ? reading.caret ?? reading.field : reading.field ?? reading.caret
        return rect.map { rect in
            let place = pane.content(projection.placed(rect))
            return isMultiLine && reading.caret != nil ? Target(caret: place) : Target(field: place)
        }
    }

    /// A pane on the screen.
    private struct Placed {
        let frame: Rect
        let offset: Double
        let height: Double

        /// What is seen at `rect`, in the pane's content.
        func content(_ rect: Rect) -> Rect { rect.moved(dx: -frame.x, dy: offset - frame.y) }
    }
}

extension Scene {
    /// The same scene with the frames of an earlier one, where they differ by no more than what whole pixels make of
    /// them: applications round.
    func steadied(by old: Scene) -> Scene {
        var scene = self
        if let frame = old.scroll?.frame, let new = scroll?.frame, new.isWithin(Scene.rounding, of: frame) {
            scene.scroll?.frame = frame
        }
        if let height = old.scroll?.contentHeight, let new = scroll?.contentHeight, abs(new - height) <= Scene.rounding
        {
            scene.scroll?.contentHeight = height
        }
        if inner.count == old.inner.count {
            for (index, pane) in old.inner.enumerated() {
                if inner[index].frame.isWithin(Scene.rounding, of: pane.frame) { scene.inner[index].frame = pane.frame }
                if abs(inner[index].contentHeight - pane.contentHeight) <= Scene.rounding {
                    scene.inner[index].contentHeight = pane.contentHeight
                }
            }
        }
        if let target, let former = old.target, target.isWithin(Scene.rounding, of: former) { scene.target = former }
        return scene
    }

    /// In logical pixels: two places, each rounded.
    private static let rounding = 1.5
}

extension Target {
    fileprivate func isWithin(_ tolerance: Double, of other: Target) -> Bool {
        func isClose(_ a: Rect?, _ b: Rect?) -> Bool {
            guard let a, let b else { return a == b }
            return a.isWithin(tolerance, of: b)
        }
        return isClose(field, other.field) && isClose(caret, other.caret)
    }
}
