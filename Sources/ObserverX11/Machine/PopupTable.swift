import HeadroomCore

/// The popups in which input methods show candidates, one for each framework whose windows are there (pure).
///
/// Each step of a window is told of, also the two in which GTK shows one, and those that it takes before it goes.
struct PopupTable: Sendable {
    /// The root window's rectangle.
    var screen = Rect.zero
    /// By their frameworks' names.
    private(set) var witnesses: [CandidateWitness] = []

    /// The windows are these now.
    mutating func update(_ windows: [UInt32: FollowedWindow], at time: UInt64) {
        var seen: [String: Rect?] = [:]
        for window in windows.values {
            guard case .candidates(let kind) = window.role else { continue }
            let frame = window.look.flatMap { CandidateClass.popup($0, on: screen) }
            let other = seen[kind.framework] ?? nil
            seen.updateValue(PopupTable.larger(frame, other), forKey: kind.framework)
        }
        let before = witnesses
        witnesses = seen.sorted { $0.key < $1.key }.map { framework, popup in
            let last = before.first { $0.framework == framework }
            let isShown = popup != nil
            let since = last?.isShown == isShown ? last?.since : nil
            return CandidateWitness(framework: framework, isShown: isShown, since: since ?? time, popup: popup)
        }
    }

    /// The larger of two places, told apart in whatever order the windows come.
    private static func larger(_ one: Rect?, _ other: Rect?) -> Rect? {
        guard let one, let other else { return one ?? other }
        return (one.area, one.y, one.x, one.width) < (other.area, other.y, other.x, other.width) ? other : one
    }
}
