import HeadroomCore

/// A scene and a docked keyboard of whole numbers, so that every sum is exact.
struct RandomScene {
    var scene: Scene
    var keyboard: KeyboardReport
    var options: AvoidanceOptions

    static let screen = Rect(x: 0, y: 0, width: 800, height: 1000)

    /// The seeds that every property is tried with.
    static let seeds = 0..<400 as Range<UInt64>

    /// The keyboard `height` high at the screen's bottom.
    static func docked(_ height: Double) -> KeyboardReport {
        KeyboardReport(
            .frame(Rect(x: 0, y: screen.bottom - height, width: screen.width, height: height)), placement: .docked)
    }

    init(seed: UInt64) {
        var dice = RandomNumbers(seed)
        let top = dice.whole(0...200)
        let place = Rect(x: 0, y: top, width: 800, height: dice.whole(300...900))
        var scene = Scene(
            outputs: [
                Output(name: "A", frame: RandomScene.screen),
                Output(name: "B", frame: Rect(x: 800, y: 0, width: 800, height: 1000)),
                Output(name: "C", frame: Rect(x: 0, y: 1000, width: 800, height: 500)),
            ])
        let kind = dice.one(of: ["shift", "scroll", "chain"])
        if kind != "scroll" { scene.container = place }
        if kind != "shift" {
            var area = ScrollArea(frame: place, contentHeight: dice.whole(0...2000))
            area.insetTop = dice.one(of: [0, 64])
            area.insetBottom = dice.one(of: [0, 49])
            area.automaticInset = dice.one(of: [0, 34])
            let most = max(
                -area.insetTop, area.contentHeight + area.insetBottom + area.automaticInset - place.height)
            area.offset = dice.whole(Int(-area.insetTop)...Int(most))
            area.isLowered = dice.chance(0.2)
            scene.scroll = area
        }
        if kind == "chain" {
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                let height = dice.whole(100...400)
                let more = Int.random(in: 0...500, using: &dice)
                scene.inner.append(
                    InnerScroll(
                        frame: Rect(x: 0, y: dice.whole(0...300), width: 800, height: height),
                        contentHeight: height + Double(more), offset: dice.whole(0...more)))
            }
        }
        let field = Rect(
            x: dice.whole(0...700), y: dice.whole(-50...1100), width: dice.whole(0...300), height: dice.whole(10...500))
        var target = Target(field: field)
        if dice.chance(0.5) {
            target.caret = Rect(
                x: field.x, y: field.y + dice.whole(0...Int(field.height)), width: dice.one(of: [0, 2]), height: 20)
        }
        scene.target = dice.chance(0.9) ? target : nil
        self.scene = scene
        keyboard = RandomScene.docked(dice.whole(100...800))
        options = AvoidanceOptions(margin: dice.whole(0...30), topMargin: dice.one(of: [0, 0, 8]))
        if dice.chance(0.3) { options.reveal = .field }
    }

    /// What the keyboard covers of the scene's outputs.
    func cover(of report: KeyboardReport? = nil) -> Cover? {
        var hold = BarHold()
        return Cover(report ?? keyboard, on: scene.outputs, content: scene.place, hold: &hold)
    }

    /// The answer, and the scene as it is scrolled then.
    func solved(under report: KeyboardReport? = nil) -> (adjustment: Adjustment, scene: Scene) {
        var scene = scene
        let adjustment = scene.avoid(cover(of: report), options: options)
        return (adjustment, scene)
    }
}

extension Scene {
    /// The target's rectangle in the global space, worked out anew from how everything is scrolled.
    func globalTarget(_ rect: Rect) -> Rect {
        var rect = rect
        for view in inner { rect = rect.moved(dx: view.frame.x, dy: view.frame.y - view.offset) }
        if let scroll { rect = rect.moved(dx: scroll.frame.x, dy: scroll.frame.y - scroll.offset) }
        return rect
    }

    /// The same scene, everything global moved.
    func moved(dx: Double, dy: Double) -> Scene {
        var scene = self
        for index in outputs.indices { scene.outputs[index].frame = outputs[index].frame.moved(dx: dx, dy: dy) }
        scene.container = container?.moved(dx: dx, dy: dy)
        if let scroll { scene.scroll?.frame = scroll.frame.moved(dx: dx, dy: dy) }
        if scroll == nil, let target {
            scene.target = Target(
                field: target.field?.moved(dx: dx, dy: dy), caret: target.caret?.moved(dx: dx, dy: dy))
        }
        return scene
    }

    /// The same scene with every length multiplied.
    func scaled(by factor: Double) -> Scene {
        var scene = self
        for index in outputs.indices { scene.outputs[index].frame = outputs[index].frame.scaled(by: factor) }
        scene.container = container?.scaled(by: factor)
        if let scroll {
            scene.scroll = ScrollArea(
                frame: scroll.frame.scaled(by: factor), contentHeight: scroll.contentHeight * factor,
                offset: scroll.offset * factor, insetTop: scroll.insetTop * factor,
                insetBottom: scroll.insetBottom * factor, automaticInset: scroll.automaticInset * factor)
            scene.scroll?.isLowered = scroll.isLowered
        }
        scene.inner = inner.map {
            InnerScroll(
                frame: $0.frame.scaled(by: factor), contentHeight: $0.contentHeight * factor, offset: $0.offset * factor
            )
        }
        if let target {
            scene.target = Target(
                field: target.field?.scaled(by: factor), caret: target.caret?.scaled(by: factor))
        }
        return scene
    }
}

extension Rect {
    func scaled(by factor: Double) -> Rect {
        Rect(x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }
}
