/// Whether a keyboard is shown, from three things that do not come together: its owner on the bus, its flag, and its
/// surface (rules D1 and D2, of T0 what a single keyboard needs).
public struct KeyboardPresence: Sendable, Hashable {
    public private(set) var hasOwner = true
    public private(set) var isFlagged: Bool
    /// The newest surface that may be believed; nil: none.
    public private(set) var surface: KeyboardReport?

    public init(isFlagged: Bool) { self.isFlagged = isFlagged }

    /// What follows from an event.
    public enum Action: Sendable, Hashable {
        /// It is shown, or still shown.
        case show(KeyboardReport)
        /// It is not shown, but its surface has this place on an output; while a hide waits that counts (rule S5).
        case place(KeyboardReport)
        /// It is not shown.
        case hide
        /// It is gone with its owner: no grace.
        case lose
        /// Nothing was believed, or nothing follows from it.
        case ignore
    }

    /// The property that says whether it is meant to be seen.
    public mutating func flagged(_ value: Bool, on outputs: [Output]) -> Action {
        isFlagged = value
        return value ? cameToSight(on: outputs) : .hide
    }

    /// The keyboard's surface has a frame.
    public mutating func surfaced(_ report: KeyboardReport, on outputs: [Output]) -> Action {
        guard report.isAcceptable else { return .ignore }
        surface = report
        guard isInside(outputs) else { return .hide }
        return hasOwner && isFlagged ? .show(report) : .place(report)
    }

    /// The keyboard's owner came or left the bus. Leaving resets flag and surface (rule D2).
    public mutating func owner(isPresent: Bool, on outputs: [Output]) -> Action {
        hasOwner = isPresent
        guard isPresent else {
            isFlagged = false
            surface = nil
            return .lose
        }
        return cameToSight(on: outputs)
    }

    /// The outputs changed: the old surface means nothing any more (rule S6).
    public mutating func forgetSurface() { surface = nil }

    /// Something that speaks for its being shown: what is still missing ends nothing.
    private func cameToSight(on outputs: [Output]) -> Action {
        guard hasOwner, isFlagged, isInside(outputs), let surface else { return .ignore }
        return .show(surface)
    }

    private func isInside(_ outputs: [Output]) -> Bool {
        switch surface?.extent {
        case .frame(let frame): outputs.shows(frame)
        case .height: surface?.isEmpty == false
        case nil: false
        }
    }
}
