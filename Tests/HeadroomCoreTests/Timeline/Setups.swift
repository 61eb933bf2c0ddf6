import HeadroomCore
import Testing

extension Setup: CustomTestStringConvertible {
    var testDescription: String { name }

    #if DEBUG
        static let depth = 5
    #else
        static let depth = 7
    #endif

    /// What happens to every keyboard.
    private static let always: [Happening] = [
        .flagOn, .flagOff, .ownerToggled, .frameA, .frameB, .stepLow, .frameUnknown, .showIn250, .rotated, .after20,
        .after34, .after100, .toDeadline,
    ]

    static let explored: [Setup] = [
        Setup(
            name: "squeekboard, nothing learned", keyboard: "squeekboard",
            happenings: always + [
                .occludedToggled, .frameNone, .hideIn250, .frameOff, .barToggled, .moveIn0, .frameComputed,
                .engineToggled, .flagOnStampedBefore,
            ], depth: depth),
        Setup(
            name: "squeekboard, learned, two outputs", keyboard: "squeekboard", learned: [a], outputs: 2,
            happenings: always + [.frameNone, .outputSwitched, .unplugged, .hideIn250, .barToggled],
            depth: depth),
        Setup(
            name: "unknown keyboard, nothing learned", keyboard: "cellkeys",
            happenings: always + [.occludedToggled, .frameNone, .stepHigh, .hideByUser], depth: depth),
        Setup(
            name: "unknown keyboard, learned, two outputs", keyboard: "cellkeys", learned: [a], outputs: 2,
            happenings: always + [.frameNone, .stepHigh, .outputSwitched, .hideExpected], depth: depth),
        Setup(
            name: "Onboard, learned, springs", keyboard: "onboard", learned: [a], curve: .uiKit,
            happenings: always + [.occludedToggled, .stepHigh, .hideIn250, .moveIn0, .roomToggled], depth: depth),
        Setup(
            name: "Onboard, slides out", keyboard: "onboard", learned: [a], leavingMS: 60,
            start: World(isFlagged: true, place: .a),
            happenings: [
                .flagOn, .flagOff, .ownerToggled, .frameA, .frameB, .stepHigh, .stepLow, .frameNone, .frameUnknown,
                .frameOff, .hideIn250, .barToggled, .placementToggled, .rotated, .after20, .after34, .toDeadline,
            ], depth: depth),
        Setup(
            name: "unknown keyboard, floating", keyboard: "cellkeys", outputs: 2, namesOutput: false,
            start: World(isUndocked: true), happenings: always + [.stepHigh, .placementToggled, .outputSwitched],
            depth: depth),
    ]
}
