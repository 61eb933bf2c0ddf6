import HeadroomCore
import Testing

/// What the exploration found wrong once, each by the shortest way to it.
@Suite struct RegressionTests {
    struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var keyboard = "cellkeys"
        var learned: [Rect] = []
        var outputs = 1
        var namesOutput = true
        var start = World()
        var path: [Happening]

        var setup: Setup {
            Setup(
                name: testDescription, keyboard: keyboard, learned: learned, outputs: outputs, namesOutput: namesOutput,
                start: start, happenings: [], depth: 0)
        }
    }

    @Test(arguments: stories)
    func keepsTheRules(_ story: Story) {
        let exploration = Exploration(story.setup) { Timeline(start: $0, outputs: $1, learned: $2) }
        if let violation = exploration.violation(on: story.path) {
            Issue.record("\(exploration.story(.init(violation: violation, path: story.path)))")
        }
    }

    static let stories: [Story] = [
        Story(
            testDescription: "seen again while outputs settled, and hidden at the end of a grace that was over",
            keyboard: "squeekboard", path: [.showIn250, .frameOff, .rotated]),
        Story(
            testDescription: "the flag fell while outputs settled, and the window's grace went on",
            keyboard: "squeekboard", path: [.showIn250, .frameNone, .rotated, .flagOff]),
        Story(
            testDescription: "a rotation that was a move too was not estimated",
            keyboard: "squeekboard", learned: [Setup.a], outputs: 2,
            path: [.flagOn, .frameUnknown, .rotated, .outputSwitched]),
        Story(
            testDescription: "what stood in grace when outputs settled was estimated on another output",
            keyboard: "squeekboard", learned: [Setup.a], outputs: 2,
            path: [.flagOn, .frameUnknown, .frameNone, .rotated, .outputSwitched]),
        Story(
            testDescription: "a place held back, then a switched output",
            keyboard: "squeekboard", learned: [Setup.a], outputs: 2,
            path: [.showIn250, .frameB, .showIn250, .outputSwitched, .frameB]),
        Story(
            testDescription: "a grace ended with a move when outputs settled, and the keyboard stayed for ever",
            keyboard: "squeekboard", learned: [Setup.a], outputs: 2,
            path: [.flagOn, .frameUnknown, .outputSwitched, .frameNone, .unplugged]),
        Story(
            testDescription: "a docked keyboard's move waited like a step",
            learned: [Setup.a], outputs: 2, path: [.flagOn, .frameA, .outputSwitched]),
        Story(
            testDescription: "after a move nobody looked whether the slide came to where it was announced",
            learned: [Setup.a], outputs: 2, path: [.flagOn, .stepLow, .outputSwitched]),
        Story(
            testDescription: "the wait for a frame went on when what was said stood again",
            keyboard: "squeekboard", learned: [Setup.a], outputs: 2,
            path: [.flagOn, .rotated, .frameUnknown, .outputSwitched, .outputSwitched, .outputSwitched]),
        Story(
            testDescription: "an unknown frame on an unnamed output moved to the primary one",
            outputs: 2, namesOutput: false,
            path: [.frameA, .flagOn, .outputSwitched, .frameUnknown]),
        Story(
            testDescription: "news beside the frame put off that it rests",
            path: [.flagOn, .frameA, .frameB, .after20, .roomToggled]),
        Story(
            testDescription: "the same, of a keyboard that stood there before it was flagged",
            keyboard: "onboard", learned: [Setup.a], path: [.stepLow, .flagOn, .after20, .barToggled]),
        Story(
            testDescription: "a keyboard that rested while it waited for a token had to rest once more",
            keyboard: "onboard", learned: [Setup.b],
            path: [.showIn250, .moveIn0, .showIn250, .flagOff, .flagOn]),
        Story(
            testDescription: "coming, it rested while it waited for a token, and its slide's end was announced",
            keyboard: "onboard", learned: [Setup.b],
            path: [.showIn250, .moveIn0, .showIn250, .barToggled, .hideIn250, .flagOn]),
        Story(
            testDescription: "a Did made it forget that it rested while it waited for a token",
            start: World(isUndocked: true),
            path: [.showIn250, .placementToggled, .frameB, .showIn250, .frameB, .after100, .frameA]),
        Story(
            testDescription: "after a rest on the way the first place past the end took 50 ms",
            path: [.flagOn, .frameA, .stepLow, .after100, .frameB]),
        Story(
            testDescription: "the frame became unknown on the way, and the next way was no new one",
            path: [.flagOn, .frameA, .frameUnknown, .after100, .frameB]),
        Story(
            testDescription: "a step back to the announced end let it rest too early",
            path: [.flagOn, .frameA, .frameB, .after20, .frameA, .after20, .frameB]),
        Story(
            testDescription: "a slide that ended elsewhere, said late for want of a token, was no correction",
            path: [.showIn250, .frameB, .showIn250, .roomToggled, .frameB]),
        Story(
            testDescription: "a dragged keyboard was said again as soon as it was back in sight",
            start: World(isUndocked: true), path: [.showIn250, .frameB, .after34, .flagOff, .stepLow, .flagOn]),
        Story(
            testDescription: "the learned way of a frame that nobody saw, held back, was taken for an announced one",
            keyboard: "onboard", learned: [Setup.a], start: World(isFlagged: true, place: .a),
            path: [.frameUnknown, .barToggled, .barToggled, .barToggled, .flagOff, .flagOn, .frameA]),
    ]
}
