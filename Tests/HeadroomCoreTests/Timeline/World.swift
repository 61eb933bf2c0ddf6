import HeadroomCore

/// What happens to a keyboard in an exploration.
enum Happening: UInt8, CaseIterable, Sendable {
    // Facts.
    /// `flagOnStampedBefore` comes with a time that has passed.
    case flagOn, flagOnStampedBefore, flagOff, ownerToggled, occludedToggled
    case frameA, frameB, stepLow, stepHigh, frameOff, frameUnknown, frameNone, frameComputed
    case barToggled, roomToggled, placementToggled, engineToggled
    case outputSwitched
    // Facts with a cause.
    case showIn250, moveIn0, hideIn250, hideByUser
    // Others.
    case rotated, unplugged, hideExpected
    // Time.
    case after20, after34, after100, toDeadline
}

/// The small desktop that happenings change. Facts are made of it, so it tells all that is true.
struct World: Hashable {
    enum Place: UInt8, Hashable {
        case a, b, low, high, off, unknown, none, computed
    }

    var isPresent = true
    var isFlagged = false
    var isOccluded = false
    var place = Place.none
    var output: UInt8 = 0
    var isRotated = false
    var isUnplugged = false
    var hasBar = false
    var hasRoom = false
    var isUndocked = false
    var hasEngine = false
}

/// One exploration: the keyboard, the desktop, and what may happen.
struct Setup: Sendable {
    var name: String
    var keyboard: String
    var habits: Habits { Habits.of(keyboard: keyboard) }
    var learned: [Rect] = []
    /// How long it is known to take to slide out, in ms; 0: not known.
    var leavingMS: UInt32 = 0
    var outputs = 1
    /// Whether the facts name the output.
    var namesOutput = true
    var curve = Curve.linear
    var start = World()
    var happenings: [Happening]
    var depth: Int

    static let a = Rect(x: 0, y: 540, width: 1280, height: 260)
    static let b = Rect(x: 0, y: 480, width: 1280, height: 320)

    /// The outputs of `world`; rotated, the first is 800 wide and 1280 high.
    func screens(_ world: World) -> [Output] {
        let first = Output(
            name: "one",
            frame: world.isRotated
                ? Rect(x: 0, y: 0, width: 800, height: 1280) : Rect(x: 0, y: 0, width: 1280, height: 800),
            transform: world.isRotated ? .rotated90 : .normal, isPrimary: true)
        guard outputs > 1, !world.isUnplugged else { return [first] }
        return [first, Output(name: "two", frame: Rect(x: 1280, y: 0, width: 1280, height: 800))]
    }

    /// Where the keyboard is in `world`. Frames of the second output lie there also when it is unplugged.
    func frame(_ world: World) -> FrameKnowledge {
        let isTall = world.isRotated && world.output == 0
        let bottom = isTall ? 1280.0 : 800.0
        func docked(_ height: Double, top: Double) -> FrameKnowledge {
            .rect(
                Rect(
                    x: world.output == 0 ? 0 : 1280, y: bottom - top, width: isTall ? 800 : 1280, height: height))
        }
        return switch world.place {
        case .a, .computed: docked(260, top: 260)
        case .b: docked(320, top: 320)
        case .low: docked(260, top: 60)
        case .high: docked(260, top: 160)
        case .off: docked(260, top: 0)
        case .unknown: .unknown
        case .none: .none
        }
    }

    func facts(_ world: World) -> KeyboardFacts {
        var facts = KeyboardFacts()
        facts.origin = keyboard
        facts.habits = habits
        facts.isPresent = world.isPresent
        facts.isFlagged = world.isFlagged
        facts.isOccluded = world.isOccluded
        facts.frame = frame(world)
        facts.isMeasured = world.place != .computed
        facts.output = namesOutput ? (world.output == 0 ? "one" : "two") : ""
        facts.placement = world.isUndocked ? .floating : .docked
        facts.candidateBarHeight = world.hasBar ? 40 : 0
        facts.roomBelowCaret = world.hasRoom ? 48 : 0
        facts.engine = world.hasEngine ? "ibus:libpinyin" : ""
        return facts
    }

    /// What was learned before: the same place on every output that is not turned.
    var learnedFrames: LearnedFrames {
        LearnedFrames(
            screens(World()).flatMap { output in
                learned.map { frame in
                    LearnedFrames.Entry(
                        key: .init(keyboard: keyboard, output: output),
                        value: .init(frame: frame, durationMS: 250, curve: .linear, leavingMS: leavingMS))
                }
            })
    }
}

extension World {
    /// The cause of what `happening` does, after doing it; nil: it is no change of facts.
    mutating func undergo(_ happening: Happening, _ setup: Setup) -> ChangeCause? {
        var cause = ChangeCause.unannounced
        switch happening {
        case .flagOn, .flagOnStampedBefore: isFlagged = true
        case .flagOff: isFlagged = false
        case .ownerToggled: isPresent.toggle()
        case .occludedToggled: isOccluded.toggle()
        case .frameA: place = .a
        case .frameB: place = .b
        case .stepLow: place = .low
        case .stepHigh: place = .high
        case .frameOff: place = .off
        case .frameUnknown: place = .unknown
        case .frameNone: place = .none
        case .frameComputed: place = .computed
        case .barToggled: hasBar.toggle()
        case .roomToggled: hasRoom.toggle()
        case .placementToggled: isUndocked.toggle()
        case .engineToggled: hasEngine.toggle()
        case .outputSwitched: output = 1 - output
        case .showIn250:
            isFlagged = true
            place = .a
            cause.transition = Transition(durationMS: 250, curve: setup.curve)
        case .moveIn0:
            place = .b
            cause.transition = Transition(durationMS: 0)
        case .hideIn250:
            isFlagged = false
            cause.transition = Transition(durationMS: 250, curve: setup.curve)
        case .hideByUser:
            isFlagged = false
            cause.reason = .user
        case .rotated:
            isRotated.toggle()
            return nil
        case .unplugged:
            isUnplugged.toggle()
            return nil
        case .hideExpected, .after20, .after34, .after100, .toDeadline:
            return nil
        }
        return cause
    }
}
