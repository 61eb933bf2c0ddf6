import HeadroomCore

/// The popups in which input methods show candidates, one for each framework (pure).
struct PopupTable: Sendable {
    /// The root window's rectangle.
    var screen = Rect.zero

    private var popups: [String: Popup] = [:]

    /// What is known of each framework whose windows are there.
    var witnesses: [CandidateWitness] {
        popups.sorted { $0.key < $1.key }.map { framework, popup in
            CandidateWitness(
                framework: framework, isShown: popup.frame != nil, since: popup.since, popup: popup.frame)
        }
    }

    /// When something is due; nil: nothing waits.
    var deadline: UInt64? { popups.values.compactMap(\.deadline).min() }

    /// The windows are these now.
    mutating func update(_ windows: [UInt32: FollowedWindow], at time: UInt64) {
        var seen: [String: Rect?] = [:]
        for window in windows.values {
            guard case .candidates(let kind) = window.role else { continue }
            let frame = window.look.flatMap { CandidateClass.popup($0, on: screen) }
            let other = seen[kind.framework] ?? nil
            seen.updateValue(PopupTable.larger(frame, other), forKey: kind.framework)
        }
        // A window that is gone takes with it what it showed.
        popups = popups.filter { seen[$0.key] != nil }
        for (framework, frame) in seen {
            popups[framework, default: Popup(since: time)].update(frame, at: time)
        }
    }

    /// The larger of two places, told apart in whatever order the windows come.
    private static func larger(_ one: Rect?, _ other: Rect?) -> Rect? {
        guard let one, let other else { return one ?? other }
        return (one.area, one.y, one.x, one.width) < (other.area, other.y, other.x, other.width) ? other : one
    }
}

/// One framework's popup.
///
/// It is not told of at every step: the first time its window is as high as one line, and as high as it will be up to 15 ms
/// later; before it goes it shrinks to a line. A height counts when it has stood for two frames of the display.
struct Popup: Sendable, Hashable {
    /// Where it is, in the root window; nil: it is not shown.
    private(set) var frame: Rect?
    /// When it last came or went, in µs.
    private(set) var since: UInt64
    /// What it is about to be; nil: what it is.
    private var next: Next?

    private struct Next: Sendable, Hashable {
        var frame: Rect
        /// Since when it is not what it was.
        let began: UInt64
        /// When it counts.
        let due: UInt64
    }

    /// For how long a height has to stand, in µs (rule T9).
    static let rest: UInt64 = 34_000
    /// When a height counts though it does not stand still, in µs: by then it might be learned (rule B2).
    static let longest: UInt64 = 100_000

    init(since: UInt64) { self.since = since }

    /// When ``update(_:at:)`` has something to do.
    var deadline: UInt64? { next?.due }

    /// Its window is here now; nil: there is none.
    mutating func update(_ seen: Rect?, at time: UInt64) {
        guard let seen else {
            if frame != nil { since = time }
            (frame, next) = (nil, nil)
            return
        }
        if frame?.height == seen.height {
            (frame, next) = (seen, nil)
            return
        }
        if next?.frame.height == seen.height {
            next?.frame = seen
        } else {
            let began = next?.began ?? time
            let due = min(time.advanced(by: Popup.rest), began.advanced(by: Popup.longest))
            next = Next(frame: seen, began: began, due: due)
        }
        if let next, next.due <= time {
            if frame == nil { since = time }
            (frame, self.next) = (next.frame, nil)
        }
    }
}
