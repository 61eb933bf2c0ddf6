import HeadroomCore
import Testing

extension Setup: CustomTestStringConvertible {
    var testDescription: String { name }

    #if DEBUG
        static let depth = 4
    #else
        static let depth = 6
    #endif

    private static let always: [Happening] = [
        .flagOn, .flagOff, .ownerToggled, .occludedToggled, .frameA, .frameB, .stepLow, .frameUnknown, .frameNone,
        .showIn250, .rotated, .after20, .after34, .after100, .toDeadline,
    ]

    static let explored: [Setup] = [
        Setup(
            name: "squeekboard, nothing learned", keyboard: "squeekboard",
            happenings: always + [.hideIn250, .frameOff, .barToggled, .moveIn0, .frameComputed], depth: depth),
        Setup(
            name: "squeekboard, learned, two outputs", keyboard: "squeekboard", learned: [a], outputs: 2,
            happenings: always + [.outputSwitched, .unplugged, .hideIn250, .barToggled], depth: depth),
        Setup(
            name: "unknown keyboard, nothing learned", keyboard: "cellkeys",
            happenings: always + [.stepHigh, .frameOff, .hideByUser, .hideIn250, .roomToggled], depth: depth),
        Setup(
            name: "unknown keyboard, learned, two outputs", keyboard: "cellkeys", learned: [a], outputs: 2,
            happenings: always + [.stepHigh, .outputSwitched, .unplugged, .hideExpected], depth: depth),
        Setup(
            name: "Onboard, learned, springs", keyboard: "onboard", learned: [a], curve: .uiKit,
            happenings: always + [.stepHigh, .hideIn250, .moveIn0, .barToggled], depth: depth),
        Setup(
            name: "unknown keyboard, floating", keyboard: "cellkeys", outputs: 2, namesOutput: false,
            start: World(isUndocked: true),
            happenings: always + [.stepHigh, .placementToggled, .outputSwitched, .engineToggled], depth: depth),
    ]
}
