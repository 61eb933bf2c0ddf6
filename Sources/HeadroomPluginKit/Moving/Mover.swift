import HeadroomClient
import HeadroomCore

/// One application in which a plugin moves things, as a pure machine.
///
/// It is told what the keyboard, the claim, the world and the clock do, and answers what is to be done. It asks for a
/// measurement before it decides anything, reports before it moves, and moves when the daemon has taken the report. Times
/// are µs of CLOCK_MONOTONIC.
struct Mover: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        /// Have the world measure, and bring what it says under this number.
        case measure(UInt64)
        case apply(Position)
        /// Report; with a number, bring what comes of it.
        case report(PluginReport, number: UInt64?)
        /// Write down what is about to be moved, so that it outlives this program.
        case remember(Moved)
        /// All was put back.
        case forget
    }

    /// Why it looks again.
    struct Causes: OptionSet, Sendable, Hashable {
        let rawValue: Int

        /// A notification came.
        static let notification = Causes(rawValue: 1)
        /// The keyboard stands otherwise without one, or the plugin may now move things, or has to try again.
        static let standing = Causes(rawValue: 2)
        /// Another target has the focus, or the window lost or got it.
        static let focus = Causes(rawValue: 4)
        /// The caret moved while its user types.
        static let caret = Causes(rawValue: 8)
        /// The user scrolled.
        static let scrolled = Causes(rawValue: 16)
        /// Something has another place or size.
        static let layout = Causes(rawValue: 32)
        /// Everything has to be put back at once.
        static let leave = Causes(rawValue: 64)
        /// The wait for a turned output's keyboard is over (rule S6).
        static let held = Causes(rawValue: 128)
    }

    /// The keyboard as it was told last.
    struct Keyboard: Sendable, Hashable {
        var notification: Notification
        var isVisible: Bool
        var outputs: [Output]
        /// When it was told.
        var toldAt: UInt64
    }

    /// What waits for the daemon to take its report.
    struct Wish: Sendable, Hashable {
        let to: Position
        /// Nil: at once.
        let motion: Motion?
        let number: UInt64
        /// When what moves things was told.
        let since: UInt64
    }

    // What the owner knows.
    /// Whether the user wants less motion.
    var isReduced = false
    /// Whether anything may be moved in this application at all.
    var isWelcome = true
    let options: AvoidanceOptions
    let frames: FramePace

    /// Whether the plugin holds the claim.
    private(set) var isActive = false
    private(set) var keyboard: Keyboard?

    // Asking.
    /// The number of the newest question.
    private var question: UInt64 = 0
    /// Whether it waits for a measurement, and since when.
    private(set) var isAsking = false
    private var askedAt: UInt64 = 0
    /// Why it asked, and what happened since: that may not be in the answer.
    private var asked: Causes = []
    private var causes: Causes = []

    // What is decided.
    /// From the keyboard's coming until all is put back.
    var session: AvoidanceSession?
    var wish: Wish?
    /// The greatest height that the outermost scroll view has had since then.
    var fullHeight = 0.0
    /// The height of what stands on the keyboard besides.
    var accessoryHeight = 0.0
    /// How long things take to follow the user, in ms.
    var followMS: UInt32 = 0
    /// Until when nothing of a turned output is applied (rule S6); nil: it is.
    var holdUntil: UInt64?
    /// From an output's turning until the keyboard's frame on it is known.
    var isTurned = false
    /// When to try again what the daemon did not take.
    var retryAt: UInt64?
    var wishCount: UInt64 = 0

    // What is set.
    /// Where everything was set last; nil: nowhere by us.
    var standing: Position?
    /// As ``Measurement/views``, of what was measured last.
    var views: [UInt64] = []
    var glide: Glide?
    /// What is still to go back elsewhere.
    var leaving: Leaving?
    var insetLedger = Ledger()
    /// What was moved before this program came, or what it has written down itself.
    var moved: Moved?
    /// Whether ``moved`` is from before this program came, and not looked at yet.
    var isLeftOver = false
    var nextFrame: UInt64?

    // What is said.
    /// The report made last.
    var said: PluginReport?
    /// Whether the daemon has been told that something is moved, and took it, and not yet that all is back.
    var isTold = false
    /// What to say when everything stands.
    var toSay: PluginReport?
    /// When what moves things was told, until the first of it is moved.
    var noticedAt: UInt64?
    /// What to say once nothing is moved any more: that the target may be covered, and nobody knows.
    var unplaced: PluginReport?

    /// `leftOver`: what was moved when the program was here last.
    init(options: AvoidanceOptions = AvoidanceOptions(), frames: FramePace, leftOver: Moved? = nil) {
        self.options = options
        self.frames = frames
        moved = leftOver
        isLeftOver = leftOver != nil
    }

    /// For how long what the daemon did not take is not tried again, in µs. (chosen)
    static let retry: UInt64 = 500_000
    /// For how long a measurement is waited for, in µs, before something that happens has another one asked for. (chosen)
    static let patience: UInt64 = 200_000
    /// How far in the future a motion may end, in µs. (chosen: twice the longest of the contract, section 3)
    static let longest: UInt64 = 20_000_000

    /// When ``advance(to:)`` has something to do; nil: never.
    var nextDeadline: UInt64? {
        [holdUntil, retryAt, nextFrame, glide?.finish].compactMap { $0 }.min()
    }

    /// Whether nothing is moved, nor about to be.
    var isIdle: Bool { session == nil && standing == nil }

    /// Whether things glide.
    var isGliding: Bool { glide != nil }

    // MARK: Events

    /// The client was told something of the keyboard.
    mutating func keyboard(_ update: KeyboardUpdate, at now: UInt64) -> [Action] {
        switch update {
        case .current(let state):
            keyboard = Keyboard(
                notification: state.notification, isVisible: state.phase.isVisible,
                outputs: state.properties.outputs, toldAt: now)
            return look(.standing, at: now)
        case .notification(let notification):
            let outputs = keyboard?.outputs ?? []
            let former = keyboard?.notification.details
            keyboard = Keyboard(
                notification: notification, isVisible: notification.kind.phase.isVisible, outputs: outputs,
                toldAt: now)
            if notification.kind.isWill { return look(.notification, at: now) }
            // A Did changes nothing (rule S4), but it may be the first to say what the compositor leaves to windows by now.
            let isSameLayout =
                notification.details.compositorAvoids == former?.compositorAvoids
                && notification.details.usable == former?.usable
            return isSameLayout ? [] : look(.layout, at: now)
        case .properties(let properties):
            guard let outputs = keyboard?.outputs, outputs != properties.outputs else { return [] }
            keyboard?.outputs = properties.outputs
            return look(.layout, at: now)
        }
    }

    /// The plugin holds the claim from now on, or does not any more.
    mutating func claim(_ isActive: Bool, at now: UInt64) -> [Action] {
        guard isActive != self.isActive else { return [] }
        self.isActive = isActive
        // A permission that is still to come is none.
        if !isActive { wish = nil }
        return look(isActive ? .standing : .leave, at: now)
    }

    /// Another plugin holds the claim. What this one left behind goes back all the same, as after a revocation.
    mutating func waits(at now: UInt64) -> [Action] {
        guard isLeftOver, !isActive else { return [] }
        return look(.leave, at: now)
    }

    /// The user or the application did something.
    mutating func world(_ causes: Causes, at now: UInt64) -> [Action] { look(causes, at: now) }

    /// The world measured.
    mutating func measured(_ measurement: Measurement?, number: UInt64, at now: UInt64) -> [Action] {
        guard isAsking, number == question else { return [] }
        isAsking = false
        var causes = asked
        asked = []
        if measurement?.isScrolled == true { causes.insert(.scrolled) }
        unplaced = report(unplaced: measurement, causes)
        var actions = decide(measurement.flatMap { $0.isAcceptable && $0.isPlaced ? $0 : nil }, causes, at: now)
        if session == nil { actions += sayUnmoved(causes) }
        return self.causes.isEmpty ? actions : actions + ask(at: now)
    }

    /// The daemon took the report of this number.
    mutating func permitted(_ number: UInt64, at now: UInt64) -> [Action] {
        guard let wish, wish.number == number else { return [] }
        self.wish = nil
        isTold = true
        noticedAt = wish.since
        return go(to: wish.to, along: wish.motion, at: now)
    }

    /// It did not. `isForGood`: the plugin may not move things here.
    mutating func denied(_ number: UInt64, isForGood: Bool, at now: UInt64) -> [Action] {
        guard wish?.number == number else { return [] }
        wish = nil
        said = nil
        guard isForGood else {
            retryAt = now + Mover.retry
            return endLeaving()
        }
        isActive = false
        return look(.leave, at: now)
    }

    /// Does what is due at `now`.
    mutating func advance(to now: UInt64) -> [Action] {
        var actions: [Action] = []
        if let due = retryAt, due <= now {
            retryAt = nil
            actions += look(.standing, at: now)
        }
        if let due = holdUntil, due <= now {
            holdUntil = nil
            actions += look(.held, at: now)
        }
        if let glide, glide.finish <= now {
            actions += stand(at: now)
        } else if let due = nextFrame, due <= now {
            actions += frame(at: now)
        }
        return actions
    }

    /// The world draws a frame.
    mutating func frame(at now: UInt64) -> [Action] {
        guard let glide else { return [] }
        if glide.finish <= now { return stand(at: now) }
        if case .every(let time) = frames { nextFrame = now + max(1, time) }
        return drawLeaving(at: now) + put(glide.position(at: now), at: now)
    }

    // MARK: Looking

    /// Whether there is anything here to decide.
    private var isConcerned: Bool {
        session != nil || standing != nil || saysCovered
            || (isActive && isWelcome && (keyboard?.isVisible == true || isLeftOver))
    }

    private mutating func look(_ causes: Causes, at now: UInt64) -> [Action] {
        guard isConcerned || (isLeftOver && causes.contains(.leave)) else { return [] }
        self.causes.formUnion(causes)
        // One question at a time, lest a slow world never gets to answer; but not for ever.
        guard !isAsking || now >= askedAt + Mover.patience else { return [] }
        return ask(at: now)
    }

    private mutating func ask(at now: UInt64) -> [Action] {
        asked.formUnion(causes)
        causes = []
        question += 1
        isAsking = true
        askedAt = now
        return [.measure(question)]
    }
}

extension Mover {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    func brokenInvariant() -> String? {
        if session == nil, standing != nil { return "something stands elsewhere, and nobody knows where it belongs" }
        if glide != nil, standing == nil { return "glides from nowhere" }
        if session == nil, wish != nil { return "wishes without a session" }
        if session == nil, leaving != nil { return "something is left elsewhere, and nobody puts it back" }
        if !isActive, wish != nil { return "wishes what it may not" }
        if glide == nil, nextFrame != nil { return "draws what does not move" }
        if session == nil, !isAsking, saysCovered, keyboard?.isVisible != true {
            return "what no keyboard covers is said to be covered"
        }
        if let session, session.stage == .hidden, glide == nil, !isAsking, wish == nil, !isTurned {
            return "all is put back, and the session goes on"
        }
        return nil
    }
}
