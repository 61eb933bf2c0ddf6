import HeadroomCore
import HeadroomDesktop

/// The windows of keyboards and of candidates, by what the server tells (pure).
///
/// A window is described when it is mapped; those that count are followed until they are destroyed, whatever happens to
/// them in between. What a followed window looks like is asked anew after everything that may have changed it, one question
/// at a time: events say that something changed, answers say what is true.
struct WindowTable: Sendable {
    /// What there is to do.
    enum Action: Sendable, Hashable {
        /// Listen to the window's life, since it may turn out to count.
        case await(UInt32)
        /// Listen to the window's life and properties, then ask what it says of itself.
        case describe(UInt32)
        /// It is nothing to be followed. If it says of no class it may yet.
        case ignore(UInt32, mayChange: Bool)
        /// Listen to all of it.
        case follow(UInt32)
        /// Ask what it looks like.
        case look(UInt32)
        /// Ask what it looks like as a popup of candidates, which is less.
        case lookAtPopup(UInt32)
        /// Ask for the window below the root that it is in.
        case findTop(UInt32)
        /// What is known is new.
        case report
        /// A window of this input method's framework shows candidates that it did not, or does not any more, or something
        /// else: the engine may be another.
        case hint(String)
    }

    /// How many windows are asked about at once, and how many of a kind are followed.
    static let mostAsked = 4096
    static let mostFollowed = 128

    /// The root window; windows below it are what it calls children.
    let root: UInt32
    /// The bits of a window's number that its client chooses.
    let clientBits: UInt32
    /// Classes that the user calls keyboards.
    var moreClasses: [String] = []
    /// How many windows were passed over since there are too many.
    private(set) var refused = 0

    private var windows: [UInt32: FollowedWindow] = [:]
    /// Windows that are asked what they say of themselves, and whether they are to be asked once more.
    private var asked: [UInt32: Bool] = [:]
    private(set) var keyboards = KeyboardTable()
    private(set) var popups = PopupTable()
    private(set) var layout = LayoutTable()

    init(root: UInt32, clientBits: UInt32) {
        self.root = root
        self.clientBits = clientBits
    }

    /// Whether questions are open whose answers may change what is known.
    var isSettled: Bool { asked.isEmpty && !windows.values.contains { $0.isDirty || $0.isAsked } }

    /// The window below the root that a followed window is in; nil: not known.
    func top(of window: UInt32) -> UInt32? { windows[window]?.top }

    // MARK: - What happens

    /// A window came: made, listed, or no longer in another.
    mutating func appeared(_ window: UInt32) -> [Action] {
        windows[window] == nil ? [.await(window)] : []
    }

    /// A window that was there before, of which nobody tells whether it is mapped.
    mutating func found(_ window: UInt32) -> [Action] {
        windows[window] == nil ? [.await(window)] + describe(window) : []
    }

    /// A window was mapped.
    mutating func mapped(_ window: UInt32) -> [Action] {
        changed(window) ? [] : describe(window)
    }

    /// Something about a window's place changed, or whether it is there. Returns whether that is of interest.
    @discardableResult
    mutating func changed(_ window: UInt32) -> Bool {
        var isKnown = false
        for (id, followed) in windows where id == window || followed.top == window {
            windows[id]?.isDirty = true
            isKnown = true
        }
        return isKnown
    }

    mutating func reparented(_ window: UInt32, to parent: UInt32) -> [Action] {
        guard windows[window] != nil else { return parent == root ? appeared(window) : [] }
        windows[window]?.isDirty = true
        windows[window]?.top = parent == root ? window : nil
        return parent == root ? [] : [.findTop(window)]
    }

    mutating func propertyChanged(_ window: UInt32, _ atom: X11Atom?) -> [Action] {
        guard let atom, X11Names.traits.contains(atom) else { return [] }
        return describe(window)
    }

    mutating func destroyed(_ window: UInt32, at time: UInt64) -> [Action] {
        asked[window] = nil
        guard windows.removeValue(forKey: window) != nil else { return [] }
        return update(at: time)
    }

    /// All events that had arrived are handled: now is the time to ask.
    mutating func batchEnded() -> [Action] {
        windows.keys.sorted().compactMap { window in
            guard windows[window]?.beginAsking() == true else { return nil }
            return windows[window]?.role.isPopup == true ? .lookAtPopup(window) : .look(window)
        }
    }

    // MARK: - What is answered

    /// What a window says of itself; nil: it is gone.
    mutating func described(_ window: UInt32, _ traits: WindowTraits?, at time: UInt64) -> [Action] {
        guard let isStale = asked.removeValue(forKey: window) else { return [] }
        let again = isStale ? describe(window) : []
        return again + take(window, traits, at: time)
    }

    private mutating func take(_ window: UInt32, _ traits: WindowTraits?, at time: UInt64) -> [Action] {
        guard let traits else { return destroyed(window, at: time) }
        guard let role = WindowRole.of(traits, more: moreClasses) else {
            let isNew = windows.removeValue(forKey: window) == nil
            return [.ignore(window, mayChange: !traits.hasClass)] + (isNew ? [] : update(at: time))
        }
        if let followed = windows[window] {
            windows[window]?.traits = traits
            windows[window]?.role = role
            // Other things are looked at in a window of another kind.
            if !followed.role.isLike(role) { windows[window]?.isDirty = true }
            return update(at: time)
        }
        guard windows.values.count(where: { $0.role.isLike(role) }) < WindowTable.mostFollowed else {
            refused += 1
            return [.ignore(window, mayChange: false)]
        }
        windows[window] = FollowedWindow(role: role, traits: traits, client: window & ~clientBits)
        return [.follow(window), .findTop(window)]
    }

    /// What a window looks like; nil: it is gone.
    mutating func looked(_ window: UInt32, _ look: WindowLook?, at time: UInt64) -> [Action] {
        guard let followed = windows[window] else { return [] }
        windows[window]?.isAsked = false
        windows[window]?.look = look
        return update(at: time) + hint(of: followed.role, from: followed.look, to: look)
    }

    /// The name of an engine that is switched to is shown in the window of candidates, which is too narrow for any then. Those
    /// that stay are of the same engine.
    private func hint(of role: WindowRole, from old: WindowLook?, to new: WindowLook?) -> [Action] {
        guard case .candidates(let kind) = role else { return [] }
        let staysShown = [old, new].allSatisfy { look in
            look.flatMap { CandidateClass.popup($0, on: popups.screen) } != nil
        }
        return staysShown ? [] : [.hint(kind.framework)]
    }

    /// The window below the root that a window is in; nil: it is gone.
    mutating func topFound(_ window: UInt32, _ top: UInt32?) {
        windows[window]?.top = top
        // What happened to that one meanwhile was not heard.
        windows[window]?.isDirty = true
    }

    /// The outputs are these, in a root window of this size.
    mutating func outputsChanged(_ outputs: [Output], screen: Rect, at time: UInt64) -> [Action] {
        layout.bare = outputs
        layout.screen = screen
        keyboards.screen = screen
        popups.screen = screen
        return update(at: time)
    }

    /// The window manager is this; nil: there is none.
    mutating func managerChanged(_ manager: LayoutTable.Manager?, at time: UInt64) -> [Action] {
        layout.manager = manager
        return update(at: time)
    }

    /// An active window covers all of these outputs, above the keyboard.
    mutating func coveredChanged(_ covered: Set<String>, at time: UInt64) -> [Action] {
        layout.covered = covered
        return update(at: time)
    }

    /// The user calls other classes keyboards than before. Windows are to be found anew.
    mutating func classesChanged(_ classes: [String], at time: UInt64) -> [Action] {
        moreClasses = classes
        return windows.keys.sorted().flatMap { describe($0) }
    }

    // MARK: - Time

    /// When ``passed(_:)`` has something to do; nil: nothing waits.
    var deadline: UInt64? { keyboards.deadline }

    /// It is `time` now.
    mutating func passed(_ time: UInt64) -> [Action] { update(at: time) }

    private mutating func update(at time: UInt64) -> [Action] {
        let before = facts
        let panels = windows.values.filter { $0.role == .panel && $0.look?.isViewable == true }
        layout.updateOutputs(panels: panels.compactMap(\.traits.strut))
        keyboards.outputs = layout.outputs
        keyboards.update(windows, at: time)
        popups.update(windows, at: time)
        let shown = keyboards.witness.flatMap { witness in keyboards.standing.map { (witness.name, $0) } }
        layout.updateAreas(keyboard: shown)
        return facts == before ? [] : [.report]
    }

    /// What is known; of outputs only once they are.
    var facts: Facts {
        let candidates = popups.witnesses
        guard !layout.bare.isEmpty else { return Facts(keyboard: keyboards.witness, candidates: candidates) }
        return Facts(
            keyboard: keyboards.witness, areas: layout.areas, outputs: layout.outputs, candidates: candidates)
    }

    private mutating func describe(_ window: UInt32) -> [Action] {
        guard asked[window] == nil else {
            asked[window] = true
            return []
        }
        guard asked.count < WindowTable.mostAsked else {
            refused += 1
            return []
        }
        asked[window] = false
        return [.describe(window)]
    }
}

/// A window that may be a keyboard, show candidates, or be a panel.
struct FollowedWindow: Sendable, Hashable {
    var role: WindowRole
    var traits: WindowTraits
    /// The X client that made it: its process, as far as the server knows processes.
    let client: UInt32
    /// The window below the root that it is in, itself or a window manager's frame; nil: not known yet.
    var top: UInt32?
    /// Nil: never looked at, or gone.
    var look: WindowLook?
    /// Something changed that is not asked for yet.
    var isDirty = true
    /// A question is open.
    var isAsked = false

    /// Whether a question is due; it counts as asked then.
    mutating func beginAsking() -> Bool {
        guard isDirty, !isAsked else { return false }
        isDirty = false
        isAsked = true
        return true
    }
}
