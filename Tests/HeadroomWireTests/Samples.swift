import HeadroomCore
import HeadroomWire

/// Random values of the kind that the daemon sends; ``full`` ones have every detail.
extension Rect {
    static func random(_ random: inout Random) -> Rect {
        Rect(
            x: .quarter(in: -4_000...4_000, &random), y: .quarter(in: -4_000...4_000, &random),
            width: .quarter(in: 0...4_000, &random), height: .quarter(in: 0...4_000, &random))
    }
}

extension Double {
    /// A multiple of 1/4, so that sums are exact.
    static func quarter(in range: ClosedRange<Int>, _ random: inout Random) -> Double {
        Double(Int.random(in: range.lowerBound * 4...range.upperBound * 4, using: &random)) / 4
    }
}

extension String {
    private static let samples = ["", "eDP-1", "HEADLESS-2", "ibus:libpinyin", "键盘", "a b\tc", "q=1;z"]

    static func random(_ random: inout Random) -> String { samples.randomElement(using: &random) ?? "" }
}

extension Curve {
    static func random(_ random: inout Random) -> Curve {
        [.linear, .uiKit, .android, .easeOutCubic].randomElement(using: &random) ?? .linear
    }
}

extension Notification {
    static func random(_ random: inout Random) -> Notification {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        func list<Value>(_ value: (inout Random) -> Value) -> [Value] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random) }
        }
        let details = Details(
            startTime: .random(in: 0...UInt64.max, using: &random), curve: .random(&random),
            velocity: .quarter(in: -9_000...9_000, &random), placement: Placement(rawValue: .random(&random)),
            reason: Reason(rawValue: .random(&random)), origin: .random(&random),
            isEstimated: .random(using: &random), completes: maybe(UInt64.random(in: 0...UInt64.max, using: &random)),
            outputFrame: maybe(Rect.random(&random)), usable: maybe(Rect.random(&random)),
            compositorAvoids: list(String.random), engine: .random(&random),
            candidateBarHeightBegin: .quarter(in: 0...99, &random), isCandidateBarReserved: .random(using: &random),
            roomBelowCaret: .quarter(in: 0...400, &random), regions: list(Rect.random))
        return Notification(
            kind: Kind.allCases.randomElement(using: &random) ?? .willShow,
            serial: .random(in: 0...UInt64.max, using: &random), output: .random(&random),
            frameBegin: .random(&random), frameEnd: .random(&random), bottomInset: .quarter(in: 0...900, &random),
            candidateBarHeight: .quarter(in: 0...99, &random),
            durationMS: .random(in: 0...UInt32.max, using: &random), details: details)
    }

    /// One in which every detail differs from its default.
    static let full = Notification(
        kind: .didChangeFrame, serial: 71, output: "DP-2",
        frameBegin: Rect(x: 1920, y: 900, width: 1280, height: 124),
        frameEnd: Rect(x: 1920, y: 760, width: 1280, height: 264),
        bottomInset: 264, candidateBarHeight: 44, durationMS: 250,
        details: Details(
            startTime: 5_000_000, curve: .uiKit, velocity: -120.5, placement: .split, reason: .candidates,
            origin: "squeekboard", isEstimated: true, completes: 70,
            outputFrame: Rect(x: 1920, y: 0, width: 1280, height: 1024),
            usable: Rect(x: 1920, y: 32, width: 1280, height: 728), compositorAvoids: ["maximized", "tiled"],
            engine: "ibus:libpinyin", candidateBarHeightBegin: 12, isCandidateBarReserved: true,
            roomBelowCaret: 180,
            regions: [
                Rect(x: 1920, y: 760, width: 500, height: 264), Rect(x: 2700, y: 760, width: 500, height: 264),
            ]))
}

extension ProviderUpdate {
    static func random(_ random: inout Random) -> ProviderUpdate {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        var update = ProviderUpdate(name: .random(&random))
        update.state.isVisible = maybe(.random(using: &random))
        update.state.output = maybe(.random(&random))
        update.state.frame = maybe(.random(&random))
        update.state.space = maybe(FrameSpace.allCases.randomElement(using: &random) ?? .output)
        update.state.candidateBarHeight = maybe(.quarter(in: 0...99, &random))
        update.state.isCandidateBarIncluded = maybe(.random(using: &random))
        update.state.roomBelowCaret = maybe(.quarter(in: 0...400, &random))
        update.state.engine = maybe(.random(&random))
        update.state.placement = maybe(Placement(rawValue: .random(&random)))
        update.state.regions = maybe([.random(&random), .random(&random)])
        update.state.outputFrame = maybe(.random(&random))
        update.state.canShow = maybe(.random(using: &random))
        update.state.canHide = maybe(.random(using: &random))
        update.cleared = ProviderKey.allCases.filter { $0.isState && Bool.random(using: &random) }
        update.cause.transition = maybe(
            Transition(
                durationMS: .random(in: 0...10_000, using: &random), curve: .random(&random),
                startTime: maybe(.random(in: 0...10_000_000, using: &random))))
        update.cause.reason = maybe(Reason(rawValue: .random(&random)))
        update.leaseMS = maybe(.random(in: 0...86_400_000, using: &random))
        return update
    }

    /// One that gives every key.
    static let full: ProviderUpdate = {
        var update = ProviderUpdate(name: "main")
        update.state.isVisible = true
        update.state.output = "eDP-1"
        update.state.frame = Rect(x: 0, y: 540, width: 1280, height: 260)
        update.state.space = .output
        update.state.candidateBarHeight = 40
        update.state.isCandidateBarIncluded = true
        update.state.roomBelowCaret = 120
        update.state.engine = "ibus:libpinyin"
        update.state.placement = .docked
        update.state.regions = [Rect(x: 0, y: 540, width: 500, height: 260)]
        update.state.outputFrame = Rect(x: 0, y: 0, width: 1280, height: 800)
        update.state.canShow = true
        update.state.canHide = false
        update.cleared = [.engine]
        update.cause.transition = Transition(durationMS: 250, curve: .android, startTime: 1_000)
        update.cause.reason = .user
        update.leaseMS = 5_000
        return update
    }()
}

extension [CandidateListing] {
    /// One that gives every key.
    static let full: [CandidateListing] = {
        var listing = CandidateListing(engine: "ibus:libpinyin")
        listing.isActive = true
        listing.isRunning = true
        listing.policy = "auto"
        listing.acts = "reserve"
        listing.why = "its candidates were seen to come and go, by default"
        var learned = CandidateListing.Learned()
        learned.keyboard = "squeekboard"
        learned.output = "eDP-1"
        learned.pageSize = 5
        learned.layout = "horizontal"
        learned.barHeight = 44
        learned.roomBelowCaret = 66
        learned.rowHeight = 32
        learned.hasToggled = true
        listing.learned = learned
        return [listing]
    }()
}
