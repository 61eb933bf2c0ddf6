public import HeadroomCore

/// How things stand with the keyboard, as one client knows it. Frames are in the global space.
public struct KeyboardState: Sendable, Hashable {
    /// Whether the daemon is there. While it is not, the keyboard counts as hidden.
    public var isDaemonPresent: Bool
    /// Where the keyboard is in its life.
    public var phase: Phase
    /// The newest notification: at rest with begin and end the same, in motion the running Will.
    public var notification: Notification
    public var properties: KeyboardProperties

    public init(
        isDaemonPresent: Bool, phase: Phase, notification: Notification, properties: KeyboardProperties
    ) {
        self.isDaemonPresent = isDaemonPresent
        self.phase = phase
        self.notification = notification
        self.properties = properties
    }

    /// What is known where there is no daemon and never was.
    static let nothing = KeyboardState(
        isDaemonPresent: false, phase: .hidden,
        notification: Notification(
            kind: .didHide, serial: 0, output: "", frameBegin: .zero, frameEnd: .zero, bottomInset: 0,
            candidateBarHeight: 0, durationMS: 0, details: Notification.Details()),
        properties: KeyboardProperties())

    /// The same after a hide of duration 0, because the daemon is away (contract, section 1).
    func withoutDaemon() -> KeyboardState {
        let details = notification.details
        let frame = DockedGeometry.hidden(
            notification.frameEnd, placement: details.placement, on: details.outputFrame)
        let hidden = Notification(
            kind: .didHide, serial: notification.serial, output: notification.output,
            frameBegin: phase.isVisible ? frame : notification.frameEnd,
            frameEnd: phase.isVisible ? frame : notification.frameEnd, bottomInset: 0, candidateBarHeight: 0,
            durationMS: 0,
            details: Notification.Details(
                startTime: details.startTime, placement: details.placement, reason: .providerLost,
                origin: details.origin, outputFrame: details.outputFrame))
        return KeyboardState(
            isDaemonPresent: false, phase: .hidden, notification: hidden,
            properties: KeyboardProperties(outputs: properties.outputs))
    }

    /// Whether its daemon has not yet heard of any keyboard since it started: the state of before the first notification,
    /// whose serial is the start itself (contract, section 2).
    var isUnspoken: Bool { phase == .hidden && notification.serial == notification.details.startTime }

    /// Whether a client that acted on `other` has nothing to do: the keyboard is hidden in both, or is or will be in
    /// the same place (rule T2).
    func saysTheSame(as other: KeyboardState) -> Bool {
        guard isDaemonPresent == other.isDaemonPresent, phase.isVisible == other.phase.isVisible else { return false }
        guard phase.isVisible else { return true }
        let (a, b) = (notification, other.notification)
        func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= Self.tolerance }
        return a.output == b.output && a.details.placement == b.details.placement
            && a.frameEnd.isWithin(Self.tolerance, of: b.frameEnd) && isClose(a.bottomInset, b.bottomInset)
            && isClose(a.candidateBarHeight, b.candidateBarHeight)
            && isClose(a.details.roomBelowCaret, b.details.roomBelowCaret)
    }

    /// By how much numbers must differ to be news, in logical pixels (rule T2).
    private static let tolerance = 0.5
}

/// What the daemon says of itself and the desktop without a notification (contract, section 2: properties).
public struct KeyboardProperties: Sendable, Hashable {
    /// The input method's engine, for example `ibus:libpinyin`; empty if there is none or nobody knows.
    public var engine: String
    /// Whether anybody can be asked to show the keyboard.
    public var canShow: Bool
    /// Whether anybody can be asked to hide it.
    public var canHide: Bool
    /// Whether any observer is active; while it is false only providers are heard.
    public var isWatching: Bool
    /// The outputs; empty while nobody knows any.
    public var outputs: [Output]

    public init(
        engine: String = "", canShow: Bool = false, canHide: Bool = false, isWatching: Bool = false,
        outputs: [Output] = []
    ) {
        self.engine = engine
        self.canShow = canShow
        self.canHide = canHide
        self.isWatching = isWatching
        self.outputs = outputs
    }
}
