import HeadroomCore
import Testing

/// What holds for every session, whatever happens in it (rules S and N6).
@Suite("Properties of a session")
struct SessionPropertyTests {
    @Test("hiding gives everything back", arguments: RandomScene.seeds)
    func restoreIsIdentity(_ seed: UInt64) {
        let sample = RandomScene(seed: seed)
        var dice = RandomNumbers(seed)
        var session = AvoidanceSession(scene: sample.scene, options: sample.options)
        let untouched = session.adjustment
        for step in 0..<UInt64(Int.random(in: 1...6, using: &dice)) {
            var report = RandomScene.docked(dice.whole(50...900))
            report.isEstimated = dice.chance(0.3)
            _ = session.keyboard(report, at: step, pace: .init(milliseconds: 200))
            if dice.chance(0.3) { _ = session.focus(RandomScene(seed: dice.next()).scene.target, at: step) }
            if dice.chance(0.3), let target = sample.scene.target { _ = session.caret(target, at: step) }
        }
        _ = session.hide(at: 100, pace: .init(milliseconds: 200))
        #expect(session.stage == .hidden)
        #expect(session.adjustment == untouched)
        #expect(session.scene.scroll == sample.scene.scroll)
        #expect(session.scene.inner == sample.scene.inner)
        #expect(session.scene.container == sample.scene.container)
        #expect(session.shiftMotion.value(at: 1_000_000) == 0)
        #expect(session.cover == nil)
    }

    @Test("the answer does not depend on the way there, where nothing is scrolled", arguments: RandomScene.seeds)
    func memoryless(_ seed: UInt64) {
        var sample = RandomScene(seed: seed)
        sample.scene.scroll = nil
        sample.scene.inner = []
        sample.scene.container = RandomScene.screen
        var dice = RandomNumbers(seed &+ 1)
        var wandering = AvoidanceSession(scene: sample.scene, options: sample.options)
        for step in 0..<5 as Range<UInt64> {
            _ = wandering.keyboard(RandomScene.docked(dice.whole(50...900)), at: step)
        }
        var direct = AvoidanceSession(scene: sample.scene, options: sample.options)
        let there = wandering.keyboard(sample.keyboard, at: 10).adjustment
        #expect(direct.keyboard(sample.keyboard, at: 10).adjustment == there)
    }

    @Test("numbers that no rectangle has neither trap nor stay", arguments: RandomScene.seeds)
    func hostileNumbers(_ seed: UInt64) {
        let sample = RandomScene(seed: seed)
        var hostile = Hostile(seed: seed)
        var session = AvoidanceSession(
            scene: sample.scene, options: sample.options,
            hold: BarHold(policy: hostile.policy, learnedBar: hostile.number))
        for _ in 0..<40 {
            let change = hostile.play(on: &session)
            let adjustment = change.adjustment
            for value in [
                adjustment.shift, adjustment.offset, adjustment.insetBottom, adjustment.covered, adjustment.remainder,
                adjustment.windowShift, session.progress, session.shiftMotion.value(at: session.deadline ?? 0),
            ] {
                #expect(value.isFinite)
            }
            #expect((0...1).contains(session.progress))
        }
        // What was refused left no trace: a session that is put back is whole.
        _ = session.hide(at: .max)
        #expect(session.adjustment.shift == 0)
        #expect(session.adjustment.insetBottom == session.scene.scroll?.insetBottom ?? 0)
    }

    @Test("popups with numbers that no rectangle has neither trap nor stay", arguments: RandomScene.seeds)
    func hostilePopups(_ seed: UInt64) throws {
        var hostile = Hostile(seed: seed)
        let outputs = RandomScene(seed: seed).scene.outputs
        let popup = CandidatePopup(
            size: Size(width: 300, height: 60), gap: 4, cursor: hostile.rect, window: hostile.rect,
            keyboard: hostile.rect)
        let origin = try #require(popup.origin(on: outputs))
        #expect(origin.isFinite)
        #expect(outputs.contains { $0.frame.contains(Point(x: origin.x, y: $0.frame.y)) })
    }
}

/// Events of numbers that nobody should send.
private struct Hostile {
    private var dice: RandomNumbers
    private var time: UInt64 = 0

    init(seed: UInt64) { dice = RandomNumbers(seed &* 31) }

    var number: Double {
        mutating get {
            dice.one(of: [
                0, 1, 50, 300, 900, -1, -300, 0.25, 1e6, 1e7, -1e7, 1e308, -1e308, .nan, .infinity, -.infinity,
                .leastNonzeroMagnitude, dice.whole(0...1000), dice.whole(0...1000), dice.whole(0...1000),
            ])
        }
    }

    var rect: Rect { mutating get { Rect(x: number, y: number, width: number, height: number) } }

    var policy: BarHold.Policy { mutating get { dice.one(of: BarHold.Policy.allCases) } }

    var target: Target {
        mutating get {
            Target(
                field: dice.chance(0.8) ? rect : nil, caret: dice.chance(0.5) ? rect : nil,
                selection: dice.chance(0.3) ? Selection(anchor: rect, end: rect, handleHeight: number) : nil,
                inside: dice.chance(0.2) ? [Target.Nesting(frame: rect, offset: number)] : [])
        }
    }

    private var report: KeyboardReport {
        mutating get {
            KeyboardReport(
                dice.chance(0.5) ? .frame(rect) : .height(number),
                candidateBar: .init(height: number, isIncluded: dice.chance(0.5)),
                accessory: .init(height: number, isIncluded: dice.chance(0.5)), roomBelowCaret: number,
                placement: dice.one(of: [nil, .docked, .floating, .split, Placement(rawValue: "?")]),
                regions: dice.chance(0.2) ? [rect, rect] : [], isEstimated: dice.chance(0.3),
                compositorAvoids: dice.chance(0.2), usable: dice.chance(0.2) ? rect : nil)
        }
    }

    private var windowChange: WindowChange {
        mutating get {
            var change = WindowChange()
            if dice.chance(0.5) { change.container = rect }
            if dice.chance(0.2) { change.parentOrigin = Point(x: number, y: number) }
            if dice.chance(0.5) {
                change.scroll = ScrollArea(
                    frame: rect, contentHeight: number, offset: number, insetTop: number, insetBottom: number,
                    automaticInset: number)
            }
            if dice.chance(0.5) { change.target = .some(dice.chance(0.3) ? nil : target) }
            change.includesShift = dice.chance(0.3)
            return change
        }
    }

    mutating func play(on session: inout AvoidanceSession) -> AvoidanceChange {
        time =
            dice.chance(0.9)
            ? time + UInt64.random(in: 0...300_000, using: &dice) : UInt64.random(in: 0...time, using: &dice)
        let pace = ShiftMotion.Pace(milliseconds: number, curve: dice.one(of: [.linear, .uiKit, .android]))
        switch Int.random(in: 0...9, using: &dice) {
        case 0...3: return session.keyboard(report, at: time, pace: pace, isShown: dice.chance(0.8))
        case 4: return session.hide(at: time, pace: pace, graceMS: dice.one(of: [0, 60, .max]))
        case 5: return session.focus(dice.chance(0.2) ? nil : target, at: time, pace: pace)
        case 6: return session.caret(target, at: time, pace: pace)
        case 7: return session.userScrolled(to: number, at: time)
        case 8: return session.windowChanged(windowChange, at: time, pace: pace)
        default:
            let outputs = session.scene.outputs.map { output in
                var output = output
                if dice.chance(0.2) { output.frame = rect }
                return output
            }
            return session.outputsChanged(to: outputs, windowChange, at: time, pace: pace)
        }
    }
}
