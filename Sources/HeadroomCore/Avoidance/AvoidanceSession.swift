/// The life of an avoidance: what the keyboard, the user and the app do, and what follows from it (rules S).
///
/// A value. Each event takes the time, in µs of CLOCK_MONOTONIC, and answers what is to be set. A time before the last
/// one counts as the last one. What has to happen without an event is due at ``deadline``; whoever drives the session
/// calls ``advance(to:)`` then.
///
/// ```swift
/// var session = AvoidanceSession(
///     scene: Scene(outputs: outputs, container: window, target: Target(field: field, caret: caret)))
/// let change = session.keyboard(KeyboardReport(.height(258)), at: now, pace: .init(milliseconds: 250))
/// if change.isCommand { view.y = window.y - change.adjustment.shift }
/// ```
///
/// The scene is always the one without us: the container unshifted, the scroll view with its own inset; only offsets
/// are current. Whatever is computed anew starts from there, so nothing can add up (rule S2).
public struct AvoidanceSession: Sendable, Hashable {
    public internal(set) var scene: Scene
    public var options: AvoidanceOptions
    public internal(set) var stage = Stage.hidden
    /// What is set now.
    public internal(set) var adjustment: Adjustment
    /// What the keyboard covers; nil: nothing.
    public internal(set) var cover: Cover?
    /// What is kept free for candidates.
    public internal(set) var hold: BarHold
    /// The container's shift on its way.
    public internal(set) var shiftMotion = ShiftMotion(restingAt: 0)
    /// The outermost scroll view's offset on its way.
    public internal(set) var offsetMotion: ShiftMotion
    /// Whether the user scrolled away since the last focus or caret event.
    public internal(set) var isKeepingPlace = false
    var outerLedger = OffsetLedger()
    var innerLedgers: [OffsetLedger]
    /// The height of the keyboard when it last had one.
    var lastHeight = 0.0
    var now: UInt64 = 0

    public init(scene: Scene, options: AvoidanceOptions = AvoidanceOptions(), hold: BarHold = BarHold()) {
        self.scene = scene
        self.options = options
        self.hold = hold
        innerLedgers = Array(repeating: OffsetLedger(), count: scene.inner.count)
        adjustment = scene.untouched
        offsetMotion = ShiftMotion(restingAt: scene.scroll?.offset ?? 0)
    }

    /// Where a session is in its life.
    public enum Stage: Sendable, Hashable {
        /// No keyboard is shown; nothing is moved.
        case hidden
        /// A keyboard was shown, the baseline is taken. It may cover nothing at the moment.
        case shown
        /// The keyboard went; until `end` everything is handled as shown, since it may come back at once (rule S5).
        case leaving(end: UInt64, pace: ShiftMotion.Pace)
        /// The output changed, and the keyboard has no frame there yet (rule S6). Nothing is moved.
        case turning
    }

    /// When ``advance(to:)`` has to be called, in µs; nil: never.
    public var deadline: UInt64? {
        if case .leaving(let end, _) = stage { end } else { nil }
    }

    /// The keyboard's height on its output as a share of the last one that was not 0; 0 if there was none (rule C5).
    public var progress: Double {
        guard lastHeight > 0, let cover else { return 0 }
        return cover.visible.height / lastHeight
    }

    /// What is moved how far, by level: the inner scroll views', then the outermost one's part (rule N1). The
    /// container's is ``Adjustment/shift``. While no keyboard is shown nothing is, wherever the views are scrolled.
    public var scrolledParts: (inner: [Double], outer: Double) {
        switch stage {
        case .hidden, .turning:
            (scene.inner.map { _ in 0 }, 0)
        case .shown, .leaving:
            (
                zip(scene.inner, innerLedgers).map { $0.offset - $1.anchor },
                scene.scroll.map { $0.offset - outerLedger.anchor } ?? 0
            )
        }
    }
}

/// What follows from an event.
public struct AvoidanceChange: Sendable, Hashable {
    public var adjustment: Adjustment
    /// Whether a value that we set differs from before (rule C5). If not, there is nothing to do.
    public var isCommand: Bool
    /// Until when a living plugin waits before it applies this, unless the keyboard says something earlier: a rotation
    /// is one change, not two (rule S6). In µs; nil: it does not wait.
    public var holdUntil: UInt64?

    public init(adjustment: Adjustment, isCommand: Bool, holdUntil: UInt64? = nil) {
        self.adjustment = adjustment
        self.isCommand = isCommand
        self.holdUntil = holdUntil
    }
}

extension Scene {
    /// Everything as it is without us.
    var untouched: Adjustment {
        var adjustment = Adjustment()
        adjustment.offset = scroll?.offset ?? 0
        adjustment.insetBottom = scroll?.insetBottom ?? 0
        return adjustment
    }
}
