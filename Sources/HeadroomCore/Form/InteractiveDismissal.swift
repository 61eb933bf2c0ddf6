/// A keyboard that follows the finger down, and goes or comes back when it is let go (UIKit's dismiss mode
/// `interactive`).
///
/// Positions are in one space, in logical pixels, y down; ones that are not finite change nothing. The finger is one
/// that drags content; it begins to pull when it comes to the keyboard's top edge from above.
public struct InteractiveDismissal: Sendable, Hashable {
    /// The share of its height that a docked keyboard has to be pulled down before it may go
    /// (react-native-keyboard-controller, after Android's keyboard animation sample).
    public static let threshold = 0.15
    /// Slower than this it is no fling, in logical pixels a second (Android's minimum fling velocity).
    public static let slowestFling = 50.0

    /// The keyboard at rest; nil: none, or one that cannot be pulled.
    public private(set) var keyboard: Rect?
    /// How far above the keyboard's top the pull begins, in logical pixels; negative or not finite: 0 (UIKit's
    /// `keyboardDismissPadding`).
    public let padding: Double
    public private(set) var state = State.idle

    public init(padding: Double = 0) { self.padding = padding.isFinite ? max(0, padding) : 0 }

    public enum State: Sendable, Hashable {
        /// No finger is down, or it is none of ours.
        case idle
        /// A finger drags content above the keyboard.
        case watching
        /// The keyboard is `distance` pixels below its place.
        case pulling(distance: Double)
    }

    /// Where the keyboard has to be while it is pulled.
    public struct Progress: Sendable, Hashable {
        /// How far it is below its place, in logical pixels: from 0 to its height.
        public var distance: Double
        /// Its height on the screen as a share of that at rest: 1 is all of it, 0 nothing (rule C5).
        public var progress: Double

        public init(distance: Double, progress: Double) {
            self.distance = distance
            self.progress = progress
        }
    }

    /// What has to be done when the finger left.
    public enum End: Sendable, Hashable {
        /// It was not pulled.
        case nothing
        /// It goes down from where it is, at `velocity` logical pixels a second (0: it was let go at rest).
        case hide(from: Progress, velocity: Double)
        /// It goes back up from where it is; its velocity is negative or 0.
        case putBack(from: Progress, velocity: Double)
    }
}

extension InteractiveDismissal {
    /// The keyboard stands at `frame`, candidate bar included; nil: it is hidden, or not docked. A pull that goes on is
    /// given up: what it was measured against is no longer there.
    public mutating func keyboardChanged(to frame: Rect?) {
        keyboard = frame.flatMap { $0.isBelievable && !$0.isEmpty ? $0 : nil }
        state = .idle
    }

    /// A finger touches at `y`. On the keyboard itself it types.
    public mutating func began(at y: Double) {
        guard let keyboard, y.isFinite, y < keyboard.top else {
            state = .idle
            return
        }
        state = .watching
    }

    /// The finger is at `y`. Where the keyboard has to be; nil: it stays.
    public mutating func moved(to y: Double) -> Progress? {
        guard let keyboard, y.isFinite else { return nil }
        let distance = min(max(0, y - (keyboard.top - padding)), keyboard.height)
        switch state {
        case .idle: return nil
        case .watching: guard distance > 0 else { return nil }
        case .pulling: break
        }
        state = .pulling(distance: distance)
        return progress(distance, of: keyboard)
    }

    /// The finger left at `velocity` logical pixels a second, y down; not finite: 0.
    ///
    /// Pulled less than ``threshold`` the keyboard goes back. Else a fling decides by its direction; without one it
    /// goes.
    public mutating func ended(velocity: Double) -> End {
        guard case .pulling(let distance) = state, let keyboard else {
            state = .idle
            return .nothing
        }
        state = .idle
        let velocity = velocity.isFinite && abs(velocity) >= InteractiveDismissal.slowestFling ? velocity : 0
        let isPulledFar = distance >= InteractiveDismissal.threshold * keyboard.height
        let progress = progress(distance, of: keyboard)
        return isPulledFar && velocity >= 0
            ? .hide(from: progress, velocity: velocity) : .putBack(from: progress, velocity: min(0, velocity))
    }

    /// Something else took the finger: the keyboard goes back.
    public mutating func cancelled() -> End {
        defer { state = .idle }
        guard case .pulling(let distance) = state, let keyboard else { return .nothing }
        return .putBack(from: progress(distance, of: keyboard), velocity: 0)
    }

    private func progress(_ distance: Double, of keyboard: Rect) -> Progress {
        Progress(distance: distance, progress: (keyboard.height - distance) / keyboard.height)
    }
}
