import HeadroomCore
import Testing

/// How far each thing moves (rules G5 to G8, N1, N2, N5, D5).
@Suite("Solver")
struct SolverTests {
    private func cover(_ report: KeyboardReport, _ scene: Scene) -> Cover? {
        var hold = BarHold()
        return Cover(report, on: scene.outputs, content: scene.place, hold: &hold)
    }

    private func solve(
        _ scene: Scene, _ report: KeyboardReport = .docked, options: AvoidanceOptions = AvoidanceOptions()
    ) -> Adjustment {
        var scene = scene
        return scene.avoid(cover(report, scene), options: options)
    }

    private func field(_ y: Double, _ height: Double = 40) -> Target {
        Target(field: Rect(x: 16, y: y, width: 343, height: height))
    }

    // MARK: - The target

    @Test("a bad caret gives way to the field, a bad field to none")
    func badTargets() {
        let bad: [Rect] = [
            .zero, Rect(x: .nan, y: 0, width: 2, height: 20), Rect(x: 0, y: 0, width: -2, height: 20),
            Rect(x: 2e6, y: 0, width: 2, height: 20), Rect(x: 0, y: .infinity, width: 2, height: 20),
        ]
        for rect in bad {
            #expect(solve(.phone(target: Target(field: .field, caret: rect))).shift == 161)
            #expect(solve(.phone(target: Target(field: rect))).shift == 0)
            #expect(solve(.phone(target: Target(field: rect, caret: .caret))).shift == 161)
        }
        #expect(solve(.phone()).shift == 0)
        // Without width it is a target, without height too.
        #expect(solve(.phone(target: Target(caret: Rect(x: 0, y: 540, width: 0, height: 20)))).shift == 161)
        #expect(solve(.phone(target: Target(caret: Rect(x: 5, y: 560, width: 2, height: 0)))).shift == 161)
    }

    @Test("nested views that do not move place the field; impossible ones make it no target")
    func nesting() {
        var target = field(620)
        target.inside = [.init(frame: Rect(x: 0, y: 100, width: 375, height: 400), offset: 200)]
        #expect(solve(.phone(target: target)).shift == 161)
        target.inside[0].offset = .nan
        #expect(solve(.phone(target: target)).shift == 0)
    }

    @Test("the whole field where it fits, else its caret, if that is wished")
    func reveal() {
        let options = AvoidanceOptions(reveal: .field)
        let caret = Rect(x: 20, y: 300, width: 2, height: 20)
        let fits = Target(field: Rect(x: 16, y: 250, width: 343, height: 300), caret: caret)
        #expect(solve(.phone(target: fits)).shift == 0)
        #expect(solve(.phone(target: fits), options: options).shift == 151)
        let tall = Target(field: Rect(x: 16, y: 200, width: 343, height: 400), caret: caret)
        #expect(solve(.phone(target: tall), options: options).shift == 0)
        #expect(solve(.list(target: fits), options: options).offset == 151)
    }

    @Test("with handles the moving end has more space below")
    func handles() {
        let end = Rect(x: 30, y: 380, width: 2, height: 20)
        func shift(_ handle: Double?) -> Double {
            solve(.phone(target: Target(selection: Selection(end: end, handleHeight: handle)))).shift
        }
        #expect(shift(nil) == 1)
        #expect(shift(22) == 26)
        #expect(shift(0) == 15)
        #expect(shift(.nan) == 1)
        #expect(solve(.phone(target: Target(caret: .caret, selection: Selection(end: .zero)))).shift == 161)
    }

    @Test("what stands between target and keyboard takes more than the margin")
    func spaceBelow() {
        func shift(_ space: Double, _ target: Target = Target(caret: .caret)) -> Double {
            var target = target
            target.spaceBelow = space
            return solve(.phone(target: target)).shift
        }
        #expect(shift(0) == 161)
        #expect(shift(8) == 161, "the margin is more")
        #expect(shift(30) == 181)
        #expect(shift(30, Target(field: .field)) == solve(.phone(target: Target(field: .field))).shift + 20)
        for impossible in [Double.nan, .infinity, -30] { #expect(shift(impossible) == 161) }
        let end = Rect(x: 30, y: 380, width: 2, height: 20)
        #expect(shift(30, Target(selection: Selection(end: end, handleHeight: 22))) == 26, "the handles need more")
    }

    @Test("what stands between target and a docked keyboard is in the way in a view that ends above it, too")
    func spaceBelowInSmallerView() {
        func offset(_ space: Double, height: Double, _ report: KeyboardReport = .docked) -> Double {
            var scene = Scene.list(target: field(350))
            scene.target?.spaceBelow = space
            scene.scroll?.frame.height = height
            return solve(scene, report).offset
        }
        #expect(offset(60, height: 409) == 41)
        #expect(offset(60, height: 399) == 41, "the space ends at the keyboard")
        #expect(offset(60, height: 667) == 41)
        var inset = Scene.list(target: field(350))
        inset.target?.spaceBelow = 60
        inset.scroll?.frame.height = 409
        inset.scroll?.insetBottom = 20
        #expect(solve(inset).offset == 41, "its own inset is in that space")
        for none in [0, -60, .nan, .infinity] { #expect(offset(none, height: 409) == 0) }
        var floating = KeyboardReport.docked
        floating.placement = .floating
        #expect(offset(60, height: 409, floating) == 0)
        var scene = Scene.list(content: 419, target: field(350))
        scene.target?.spaceBelow = 60
        scene.scroll?.frame.height = 409
        #expect(solve(scene).offset == 10)
        #expect(solve(scene).remainder == 31, "the page ends")
        #expect(solve(scene).covered == 0)
    }

    // MARK: - Content shift

    @Test("never more than is covered, nor than takes the top out of sight")
    func caps() {
        var scene = Scene.phone(target: field(620))
        scene.container?.height = 660
        #expect(solve(scene).shift == 251)
        let tall = field(80, 540)
        #expect(solve(.phone(target: tall)).shift == 80)
        #expect(solve(.phone(target: tall), options: AvoidanceOptions(topMargin: 8)).shift == 72)
        #expect(solve(.phone(target: field(-20, 600))).shift == 0)
        // What lies above the output's top is out of sight, too.
        var high = Scene.phone(target: tall)
        high.container = Rect(x: 0, y: -100, width: 375, height: 767)
        #expect(solve(high).shift == 80)
        high.container = Rect(x: 0, y: 50, width: 375, height: 617)
        #expect(solve(high).shift == 30)
    }

    @Test("a target beside the keyboard does not move")
    func beside() {
        var scene = Scene.phone(target: Target(field: Rect(x: 200, y: 600, width: 100, height: 40)))
        let left = KeyboardReport(.frame(Rect(x: 0, y: 409, width: 200, height: 258)))
        #expect(solve(scene, left).shift == 0)
        scene.target = Target(field: Rect(x: 150, y: 600, width: 100, height: 40))
        #expect(solve(scene, left).shift == 241)
    }

    // MARK: - Scroll view

    @Test("the larger inset counts, not the sum, and the platform's part is left out")
    func inset() {
        var scene = Scene.list(target: field(100))
        scene.scroll?.insetBottom = 49
        scene.scroll?.automaticInset = 34
        #expect(solve(scene).insetBottom == 224)
        #expect(solve(scene, KeyboardReport(.height(60))).insetBottom == 49)
        #expect(solve(scene, KeyboardReport(.height(0))).insetBottom == 49)
    }

    @Test("the offset moves the least distance, up or down, and a tall target shows its top")
    func offset() {
        #expect(solve(.list(offset: 300, target: field(500))).offset == 300)
        #expect(solve(.list(offset: 0, target: field(500))).offset == 141)
        #expect(solve(.list(offset: 591, target: field(500))).offset == 500)
        #expect(solve(.list(offset: 0, target: field(100, 600))).offset == 100)
        #expect(solve(.list(content: 500, target: field(460))).offset == 91)
    }

    @Test("what no keyboard covers is left where it is, but within its ends")
    func uncovered() {
        var scene = Scene.list(offset: 900, target: field(100))
        scene.scroll?.frame.height = 400
        #expect(solve(scene).offset == 600)
        #expect(solve(scene).insetBottom == 0)
    }

    @Test("a window that the compositor shrinks is only scrolled inside")
    func compositor() {
        var report = KeyboardReport.docked
        report.compositorAvoids = true
        let scene = Scene.list(content: 667, target: field(500))
        #expect(solve(scene, report).insetBottom == 0)
        #expect(solve(scene, report).offset == 141)
        #expect(solve(.phone(target: field(500)), report).shift == 0)
        // The popup's room is scrolled free as far as the view goes; no inset is set for it.
        report.roomBelowCaret = 100
        #expect(solve(scene, report).offset == 241)
        #expect(solve(scene, report).insetBottom == 0)
        // Where it says what it leaves, that is believed.
        report.roomBelowCaret = 0
        report.usable = Rect(x: 0, y: 0, width: 375, height: 380)
        #expect(solve(scene, report).offset == 170)
    }

    @Test("a view that was made lower shows its target again, whether the keyboard covers anything of it or not")
    func lowered() {
        var scene = Scene.list(content: 667, target: field(380))
        scene.scroll?.frame.height = 400
        #expect(solve(scene).offset == 0)
        scene.scroll?.isLowered = true
        #expect(solve(scene).offset == 30)
        #expect(solve(scene).insetBottom == 0)
        // The room for candidates ends at the keyboard's top, 9 px further down.
        var report = KeyboardReport.docked
        report.roomBelowCaret = 29
        #expect(solve(scene, report).offset == 50)
        // So does the space for something of its own that stands 29 px high above the keyboard, with its margin.
        scene.target?.spaceBelow = 39
        #expect(solve(scene).offset == 50)
        scene.target?.spaceBelow = 0
        // Where it is covered it is as any other.
        scene.scroll?.frame.height = 667
        #expect(solve(scene).offset == 21)
        #expect(solve(scene).insetBottom == 258)
        // One that a keyboard elsewhere does not concern is left alone.
        scene.scroll?.frame = Rect(x: 400, y: 0, width: 375, height: 400)
        #expect(solve(scene).offset == 0)
    }

    // MARK: - Chain

    @Test("each level takes what it can, and passes on the rest")
    func chain() {
        var scene = Scene.nested(levels: 2)
        // In the outer content the field is at 544..584: 185 have to go; 20 and 20 within, 145 outside.
        let adjustment = scene.avoid(cover(.docked, scene), options: AvoidanceOptions())
        #expect(scene.inner.map(\.offset) == [20, 20])
        #expect(adjustment.offset == 145)
        #expect(adjustment.shift == 0)
        #expect(adjustment.remainder == 0)
    }

    @Test("what no scroll view can take the container takes, then the window; the rest remains")
    func remainder() {
        var scene = Scene.nested(levels: 1)
        scene.scroll?.contentHeight = 100
        scene.scroll?.frame.height = 417
        scene.target = field(400)
        // On the screen the field ends at 442, its content can scroll 20 within, and the outer view not at all.
        var solved = scene
        let first = solved.avoid(cover(.docked, scene), options: AvoidanceOptions())
        #expect(solved.inner[0].offset == 20)
        #expect(first.offset == 0)
        #expect(first.shift == 23)
        scene.container?.height = 420
        #expect(solve(scene).shift == 11)
        #expect(solve(scene).remainder == 12)
        scene.window = .phone
        #expect(solve(scene).windowShift == 12)
        #expect(solve(scene).remainder == 0)
        scene.container = nil
        scene.window = nil
        #expect(solve(scene).remainder == 23)
        #expect(solve(scene).covered == 13)
    }

    @Test("a user's place is kept on every level that could move")
    func keepingPlace() {
        var scene = Scene.nested(levels: 1)
        scene.scroll?.offset = 50
        scene.window = .phone
        var current = Adjustment()
        current.shift = 100
        current.windowShift = 300
        let adjustment = scene.avoid(
            cover(.docked, scene), options: AvoidanceOptions(), occasion: .keepingPlace, from: current)
        #expect(scene.inner[0].offset == 0)
        #expect(adjustment.offset == 50)
        #expect(adjustment.shift == 100)
        #expect(adjustment.windowShift == 258)
    }

    @Test("no view within is scrolled so far that the target leaves its top")
    func keepsInView() {
        var scene = Scene.nested(levels: 1)
        scene.inner[0] = InnerScroll(frame: Rect(x: 0, y: 500, width: 375, height: 160), contentHeight: 900)
        scene.target = field(30)
        let adjustment = scene.avoid(cover(.docked, scene), options: AvoidanceOptions())
        // 171 have to go: only 30 of them within, else the field would be cut off at the inner view's top.
        #expect(scene.inner[0].offset == 30)
        #expect(adjustment.offset == 141)
    }

    @Test("giving back goes the same way")
    func givingBack() {
        var scene = Scene.nested(levels: 1)
        scene.inner[0].offset = 20
        scene.scroll?.offset = 258
        scene.target = field(100)
        // Its top is 176 above the view: 20 within, the rest outside.
        let adjustment = scene.avoid(cover(.docked, scene), options: AvoidanceOptions())
        #expect(scene.inner[0].offset == 0)
        #expect(adjustment.offset == 102)
    }

    @Test("nor is a view within scrolled back so far that the target leaves its bottom")
    func givingBackKeepsInView() {
        var scene = Scene.nested(levels: 1)
        scene.inner[0] = InnerScroll(
            frame: Rect(x: 0, y: 300, width: 375, height: 100), contentHeight: 900, offset: 500)
        scene.scroll?.offset = 500
        scene.scroll?.contentHeight = 1000
        scene.target = field(540)
        // Its top is 160 above the view: only 20 within, else the field would be cut off at the inner view's bottom.
        let adjustment = scene.avoid(cover(.docked, scene), options: AvoidanceOptions())
        #expect(scene.inner[0].offset == 480)
        #expect(adjustment.offset == 360)
    }

    // MARK: - Floating

    @Test("a target under a floating keyboard goes the shorter way, up at a tie, if there is one")
    func floating() {
        let options = AvoidanceOptions(margin: 10, floating: .avoid)
        let report = KeyboardReport(.frame(Rect(x: 0, y: 300, width: 375, height: 100)))
        func shift(_ y: Double, _ height: Double = 40) -> Double {
            solve(.phone(target: field(y, height)), report, options: options).shift
        }
        #expect(shift(310) == 60)
        #expect(shift(350) == -60)
        #expect(shift(330) == 80)
        #expect(shift(400) == 0)
        #expect(shift(0, 600) == 0)
        #expect(solve(.phone(target: field(0, 600)), report, options: options).covered == 100)
        #expect(solve(.phone(target: field(310)), report).shift == 0)
        var roomy = report
        roomy.roomBelowCaret = 50
        #expect(solve(.phone(target: field(270, 20)), roomy, options: options).shift == 50)
    }

    @Test("several parts that cover the target count as one")
    func regions() {
        let options = AvoidanceOptions(margin: 0, floating: .avoid)
        let report = KeyboardReport(
            .frame(Rect(x: 0, y: 300, width: 375, height: 200)), placement: .split,
            regions: [
                Rect(x: 0, y: 300, width: 100, height: 50), Rect(x: 275, y: 320, width: 100, height: 100), .zero,
            ])
        #expect(solve(.phone(target: field(330, 10)), report, options: options).shift == 40)
        let between = Target(field: Rect(x: 100, y: 330, width: 175, height: 10))
        #expect(solve(.phone(target: between), report, options: options).shift == 0)
    }
}
