import HeadroomCore
import Testing

/// What is free on the output of a keyboard that stands on no strip.
@Suite struct LayoutTests {
    private static let windows = Source.observer("X11")

    private func facts(
        _ frame: FrameKnowledge, usable: Rect, placement: Placement = .docked, output: String? = nil,
        isVisible: Bool = true
    ) -> Facts {
        Facts(
            keyboard: KeyboardWitness(
                name: "onboard", isVisible: isVisible, frame: frame, output: output, placement: placement),
            areas: [
                OutputArea(output: "one", usable: usable, compositorAvoids: ["maximized"], seesStrips: false),
                OutputArea(output: "two", usable: Desk.two.frame, seesStrips: false),
            ],
            outputs: [Desk.one, Desk.two])
    }

    private static let above = Rect(x: 0, y: 0, width: 1280, height: 540)

    @Test("what keeps clear of the keyboard is said to")
    func clear() {
        var arbiter = Arbiter()
        let answer = arbiter.update(
            LayoutTests.windows, facts(.rect(Desk.strip), usable: LayoutTests.above), at: 1)
        #expect(answer.usable == LayoutTests.above)
        #expect(answer.compositorAvoids == ["maximized"])
    }

    @Test("what does not keep clear of it is not, nor what floats")
    func notClear() {
        var arbiter = Arbiter()
        let whole = facts(.rect(Desk.strip), usable: Desk.one.frame)
        let answer = arbiter.update(LayoutTests.windows, whole, at: 1)
        #expect(answer.usable == Desk.one.frame)
        #expect(answer.compositorAvoids.isEmpty)
        let floating = facts(.rect(Desk.strip), usable: LayoutTests.above, placement: .floating)
        #expect(arbiter.update(LayoutTests.windows, floating, at: 2).compositorAvoids.isEmpty)
    }

    @Test("a hidden keyboard's output, if it has one")
    func hidden() {
        var arbiter = Arbiter()
        let hidden = facts(.none, usable: LayoutTests.above, output: "one", isVisible: false)
        #expect(arbiter.update(LayoutTests.windows, hidden, at: 1).usable == LayoutTests.above)
    }

    @Test("who does not see every strip leaves frames unknown")
    func strips() {
        var arbiter = Arbiter()
        var areas = facts(.none, usable: LayoutTests.above)
        areas.keyboard = nil
        _ = arbiter.update(LayoutTests.windows, areas, at: 1)
        let answer = arbiter.update(Desk.osk, Desk.flag(true, since: 1), at: 1000)
        #expect(answer.frame == .unknown)
    }
}
