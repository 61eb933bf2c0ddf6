extension ScenarioStep {
    /// The moment as a frame of a picture.
    var frame: PictureFrame {
        let scene = session.scene
        let adjustment = session.adjustment
        let up = adjustment.shift + adjustment.windowShift
        var frame = PictureFrame(title: event, notes: [timeNote] + movementNotes + [residualNote])
        frame.mark(scene.outputs)
        frame.mark(.window, scene.window?.moved(dy: -adjustment.windowShift), "window")
        frame.mark(.container, scene.globalContainer.map { laidOut($0).moved(dy: -up) }, "container")
        if let scroll = scene.scroll {
            frame.mark(.scroll, laidOut(scroll.frame).moved(dy: -up), "scroll view")
            for inner in scene.innerFrames { frame.mark(.innerScroll, inner.moved(dy: -up), "inner scroll view") }
        }
        markField(in: &frame)
        if let cover = session.cover { frame.mark(cover, reserved: session.hold.reservedOnly) }
        markTarget(in: &frame)
        return frame
    }

    /// The field, if something in it is the target.
    private func markField(in frame: inout PictureFrame) {
        let field = session.scene.fieldAlone.shownTarget(with: session.adjustment)
        guard let field, field != session.scene.shownTarget(with: session.adjustment) else { return }
        frame.mark(.field, field, "field")
    }

    private func markTarget(in frame: inout PictureFrame) {
        let scene = session.scene
        guard let target = scene.shownTarget(with: session.adjustment) else { return }
        let before = untouchedScene.shownTarget(with: Adjustment())
        let isField = frame.rect(of: .field) == nil
        let name = isField ? "field" : scene.target?.selection == nil ? "caret" : "selection"
        frame.mark(.targetBefore, before, before == target ? "" : "\(name) before")
        frame.mark(.target, target, before == target ? name : "\(name) after")
    }

    /// `rect` as the compositor lays it out around the keyboard (rule D5).
    private func laidOut(_ rect: Rect) -> Rect {
        session.cover?.laidOut(rect, onOutput: session.scene.outputs.index(holding: rect)) ?? rect
    }

    /// The scene as it would be scrolled without us.
    private var untouchedScene: Scene {
        var scene = session.scene
        let parts = session.scrolledParts
        scene.scroll?.offset -= parts.outer
        for index in scene.inner.indices { scene.inner[index].offset -= parts.inner[index] }
        return scene
    }

    // MARK: - Notes

    private var timeNote: String {
        let time = "at \(PictureText.number(Double(time) / 1000)) ms"
        switch session.stage {
        case .hidden: return "\(time) · keyboard hidden"
        case .turning: return "\(time) · output turned"
        case .leaving(let end, _): return "\(time) · leaves at \(PictureText.number(Double(end) / 1000)) ms"
        case .shown:
            guard let cover = session.cover else { return "\(time) · keyboard covers nothing" }
            if cover.compositorAvoids { return "\(time) · compositor makes room" }
            return cover.isDocked ? time : "\(time) · keyboard not docked"
        }
    }

    /// How everything stands: the container, the outermost scroll view, those within it.
    private var movementNotes: [String] {
        let scene = session.scene
        let adjustment = session.adjustment
        let number = PictureText.number
        var notes: [String] = []
        if scene.container != nil { notes.append("shift \(number(adjustment.shift))") }
        if scene.window != nil { notes.append("window shift \(number(adjustment.windowShift))") }
        if scene.scroll != nil {
            notes.append("offset \(number(adjustment.offset)) · inset \(number(adjustment.insetBottom))")
        }
        if !scene.inner.isEmpty {
            notes.append("inner offset \(scene.inner.map { number($0.offset) }.joined(separator: ", "))")
        }
        return notes
    }

    /// What is left, by the same measure as the scenario's answer: of a chain the way, else the height.
    private var residualNote: String {
        let isChain = session.scene.scroll != nil && (session.scene.container != nil || !session.scene.inner.isEmpty)
        let residual = isChain ? session.adjustment.remainder : session.adjustment.covered
        return "residual \(PictureText.number(residual))"
    }
}

extension PictureFrame {
    /// Draws a keyboard with its bar and the room below the caret; `reserved` is what is only kept free of the bar.
    fileprivate mutating func mark(_ cover: Cover, reserved: Double) {
        if cover.room > 0 {
            let room = Rect(
                left: cover.visible.left, top: cover.top, right: cover.visible.right, bottom: cover.visible.top)
            mark(.room, room, "room \(PictureText.number(cover.room))")
        }
        markKeyboard(
            cover.frame, regions: cover.regions, bar: cover.candidateBar,
            barLabel: reserved > 0 ? "reserved" : "candidates")
    }
}

extension Scene {
    /// The same scene with the whole field as target.
    fileprivate var fieldAlone: Scene {
        var scene = self
        scene.target = target.map { Target(field: $0.field, inside: $0.inside) }
        return scene
    }

    /// The frames of the inner scroll views in the global space, as everything is scrolled, outermost first.
    fileprivate var innerFrames: [Rect] {
        guard let scroll else { return [] }
        var origin = Point(x: scroll.frame.x, y: scroll.frame.y - scroll.offset)
        var frames: [Rect] = []
        for view in inner.reversed() {
            let frame = view.frame.moved(dx: origin.x, dy: origin.y)
            frames.append(frame)
            origin = Point(x: frame.x, y: frame.y - view.offset)
        }
        return frames
    }
}
