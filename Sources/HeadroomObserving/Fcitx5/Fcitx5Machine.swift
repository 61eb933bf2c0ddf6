import HeadroomBus
import HeadroomCore

/// What is known of fcitx5: its engine, the caret, and the on-screen keyboard that it has shown.
///
/// Times are µs of CLOCK_MONOTONIC. Whatever hints that another engine may be in use is a knock; the engine is asked for
/// then, one question at a time, so that however many knocks there are fcitx5 has little to answer.
struct Fcitx5Machine: Sendable, Hashable {
    /// Whether fcitx5 is there.
    private(set) var isThere = false
    /// Whether an answer is overdue. No request is made of it then until one comes.
    private(set) var isSilent = false
    private(set) var virtualKeyboard = VirtualKeyboard.unknown
    /// Whether the bus lets nobody overhear what fcitx5 tells programs.
    private(set) var isMonitorRefused = false
    private var engine: String?
    private var caret: Caret?
    private var focus = Focus.unknown
    /// Whether it has answered, or did not in time.
    private var isKnown = false
    private var question = Question.none
    /// The request that it has not answered: show or hide.
    private var request: Bool?
    /// What is to be asked of it once it has answered.
    private var nextRequest: Bool?
    /// When an answer is overdue.
    private var patience: UInt64?
    /// Whether somebody shows an on-screen keyboard for it.
    private var hasKeyboard = false
    private var isVisible: Bool?
    private var since: UInt64 = 0

    /// How long it may take to answer, in ms; usually it takes 1 (chosen: what Headroom's own callers are promised).
    static let patience: UInt32 = 1000
    /// How long at least from one question to the next, in ms. (chosen: nobody switches engines faster)
    static let pause: UInt32 = 50

    /// Whether fcitx5 knows on-screen keyboards.
    enum VirtualKeyboard: Sendable, Hashable {
        /// It has not said yet.
        case unknown
        /// It does: 5.1 or newer.
        case there
        /// It does not.
        case missing
    }

    private struct Caret: Sendable, Hashable {
        /// The entry that it is in.
        var entry: String
        var rect: Rect
    }

    /// Who has the focus.
    private enum Focus: Sendable, Hashable {
        /// Nobody said.
        case unknown
        /// An entry that speaks to fcitx5 on the bus, where its caret is overheard; its path, if that was heard.
        case onBus(entry: String?)
        /// None that does: nobody, or one that speaks XIM.
        case elsewhere
    }

    private enum Question: Sendable, Hashable {
        /// None was asked for long enough, and none is due.
        case none
        /// It was asked at an instant and has not answered; `isStale`: somebody knocked since.
        case asked(at: UInt64, isStale: Bool)
        /// It has answered; the next question may be asked from an instant on, and is if `isDue`.
        case pausing(until: UInt64, isDue: Bool)
    }

    /// What there is to do.
    enum Action: Sendable, Hashable {
        /// Ask for the engine.
        case ask
        /// Ask fcitx5 to have the keyboard shown (true) or hidden.
        case request(Bool)
        /// Have a context with fcitx5, which hears of the keyboard's visibility, or none any more.
        case watchKeyboard(Bool)
        /// The facts, or the availability, are new.
        case report
    }

    /// The time to call ``advance(to:)``.
    var nextDeadline: UInt64? {
        guard case .pausing(let end, isDue: true) = question else { return patience }
        return min(end, patience ?? .max)
    }

    /// Time passes: an answer may be overdue, or a question due.
    mutating func advance(to time: UInt64) -> [Action] {
        var actions: [Action] = []
        if let deadline = patience, deadline <= time {
            patience = nil
            nextRequest = nil
            isSilent = true
            isKnown = true
            actions.append(.report)
        }
        if case .pausing(let end, let isDue) = question, end <= time {
            question = .none
            if isDue { actions += knocked(at: time) }
        }
        return actions
    }

    // MARK: Who is there

    /// fcitx5 is there no longer, and all that it showed with it; also if another one has its name now.
    mutating func left() -> [Action] {
        let wasWatched = isWatched
        self = Fcitx5Machine(hasKeyboard: hasKeyboard)
        return (wasWatched ? [.watchKeyboard(false)] : []) + [.report]
    }

    /// fcitx5 is there.
    mutating func came(at time: UInt64) -> [Action] {
        self = Fcitx5Machine(hasKeyboard: hasKeyboard)
        isThere = true
        return knocked(at: time)
    }

    init() {}

    private init(hasKeyboard: Bool) { self.hasKeyboard = hasKeyboard }

    /// Whether fcitx5 knows on-screen keyboards.
    mutating func virtualKeyboardFound(_ isThere: Bool) -> [Action] {
        guard self.isThere, virtualKeyboard == .unknown else { return [] }
        virtualKeyboard = isThere ? .there : .missing
        return (isWatched ? [.watchKeyboard(true)] : []) + [.report]
    }

    /// The bus lets nobody overhear.
    mutating func monitorRefused() -> [Action] {
        isMonitorRefused = true
        return [.report]
    }

    // MARK: The engine

    /// Something happened that may mean that another engine is in use.
    mutating func knocked(at time: UInt64) -> [Action] {
        guard isThere else { return [] }
        switch question {
        case .none:
            question = .asked(at: time, isStale: false)
            expectAnswer(at: time)
            return [.ask]
        case .asked(let asked, _):
            question = .asked(at: asked, isStale: true)
            return []
        case .pausing(let end, _):
            question = .pausing(until: end, isDue: true)
            return []
        }
    }

    /// fcitx5 said which engine is in use; nil: nothing that makes sense; empty: none at the moment, as no program has the
    /// focus. The last one stays then: it is the likeliest for the next program, too.
    mutating func engineAnswered(_ answer: String?, at time: UInt64) -> [Action] {
        guard case .asked(let asked, let isStale) = question else { return [] }
        let name = answer == "" ? engine : answer
        question = .pausing(until: asked.advanced(byMilliseconds: Self.pause), isDue: isStale)
        let isNew = engine != name || !isKnown
        engine = name
        isKnown = true
        let actions = answered(at: time)
        return isNew && actions.isEmpty ? [.report] : actions
    }

    // MARK: The caret

    /// A program told fcitx5 where the caret of an entry is; nil: that it does not know. An entry's name is fcitx5's path
    /// of it.
    mutating func caretMoved(to rect: Rect?, in entry: String) -> [Action] {
        guard isThere else { return [] }
        guard let rect else {
            guard caret?.entry == entry else { return [] }
            caret = nil
            return [.report]
        }
        let moved = Caret(entry: entry, rect: rect)
        guard caret != moved else { return [] }
        caret = moved
        focus = .onBus(entry: entry)
        return [.report]
    }

    /// fcitx5 said, when it was first listened to, whether an entry that speaks on the bus has the focus.
    mutating func focusFound(isOnBus: Bool) -> [Action] {
        guard isThere, focus == .unknown else { return [] }
        return setFocus(isOnBus ? .onBus(entry: nil) : .elsewhere)
    }

    /// An entry got the focus.
    mutating func focusCame(_ entry: String) -> [Action] { isThere ? setFocus(.onBus(entry: entry)) : [] }

    /// An entry lost the focus or is gone, and its caret with it.
    mutating func focusLeft(_ entry: String) -> [Action] {
        let hadCaret = caret?.entry == entry
        if hadCaret { caret = nil }
        guard case .onBus(let other) = focus, other == nil || other == entry else { return hadCaret ? [.report] : [] }
        let actions = setFocus(.elsewhere)
        return hadCaret ? [.report] : actions
    }

    private mutating func setFocus(_ new: Focus) -> [Action] {
        let gap = gapWithoutCaret
        focus = new
        return gap == gapWithoutCaret ? [] : [.report]
    }

    /// How far below the caret of whoever has the focus candidates are shown, if that caret is not told on the bus.
    private var gapWithoutCaret: Double? {
        switch focus {
        case .unknown, .onBus: nil
        case .elsewhere: Fcitx5Names.gapBelowFlatCaret
        }
    }

    // MARK: The on-screen keyboard

    /// Somebody shows an on-screen keyboard for fcitx5, or nobody does any more.
    mutating func keyboardChanged(isThere: Bool) -> [Action] {
        let wasWatched = isWatched
        hasKeyboard = isThere
        // One that comes anew is as fcitx5 says next.
        isVisible = nil
        return (wasWatched ? [.watchKeyboard(false), .report] : []) + (isWatched ? [.watchKeyboard(true)] : [])
    }

    private var isWatched: Bool { isThere && virtualKeyboard == .there && hasKeyboard }

    /// fcitx5 said whether the keyboard is shown.
    mutating func visibilityChanged(_ isVisible: Bool, at time: UInt64) -> [Action] {
        guard isWatched, self.isVisible != isVisible else { return [] }
        self.isVisible = isVisible
        since = time
        return [.report]
    }

    /// Somebody wants the keyboard shown or hidden. Returns nil if there is none to be asked for, or fcitx5 is silent.
    mutating func wanted(_ isVisible: Bool, at time: UInt64) -> [Action]? {
        guard isWatched, self.isVisible != nil, !isSilent else { return nil }
        guard let request else {
            self.request = isVisible
            expectAnswer(at: time)
            return [.request(isVisible)]
        }
        nextRequest = request == isVisible ? nil : isVisible
        return []
    }

    /// fcitx5 answered the request.
    mutating func requestAnswered(at time: UInt64) -> [Action] {
        guard isThere else { return [] }
        request = nil
        let actions = answered(at: time)
        guard let next = nextRequest else { return actions }
        nextRequest = nil
        return actions + (wanted(next, at: time) ?? [])
    }

    // MARK: Patience

    private mutating func expectAnswer(at time: UInt64) {
        if patience == nil, !isSilent { patience = time.advanced(byMilliseconds: Self.patience) }
    }

    /// One answer came; another one may still be owed.
    private mutating func answered(at time: UInt64) -> [Action] {
        let wasSilent = isSilent
        isSilent = false
        patience = nil
        if case .asked = question { expectAnswer(at: time) } else if request != nil { expectAnswer(at: time) }
        return wasSilent ? [.report] : []
    }

    // MARK: Facts

    /// All that is known; nil while fcitx5 is not there or has not answered.
    var facts: Facts? {
        guard isThere, isKnown else { return nil }
        return Facts(
            keyboard: keyboard,
            candidates: [
                CandidateWitness(
                    framework: Fcitx5Names.framework, engine: engine, gapWithoutCaret: gapWithoutCaret,
                    caret: caret?.rect)
            ])
    }

    private var keyboard: KeyboardWitness? {
        guard isWatched, let isVisible else { return nil }
        return KeyboardWitness(
            name: Fcitx5Names.keyboard, isVisible: isVisible, since: since, canShow: !isSilent, canHide: !isSilent)
    }

    var availability: Availability {
        if !isThere {
            .waiting("fcitx5 is not running: nobody owns \(Fcitx5Names.bus.text)")
        } else if isSilent {
            .waiting("fcitx5 does not answer")
        } else if isMonitorRefused {
            .partial("the bus lets nobody overhear: a change of engine is seen late or not at all, and no caret")
        } else if virtualKeyboard == .missing {
            .partial("its on-screen keyboard is not seen: this fcitx5 is older than 5.1")
        } else {
            .active
        }
    }
}
