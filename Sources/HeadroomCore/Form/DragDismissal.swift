/// Asks the keyboard to go as soon as content is dragged (UIKit's dismiss mode `onDrag`).
public struct DragDismissal: Sendable, Hashable {
    /// How far a finger may stray before it drags, in logical pixels (GTK's `gtk-dnd-drag-threshold`).
    public static let threshold = 8.0

    public private(set) var state = State.idle

    public init() {}

    public enum State: Sendable, Hashable {
        /// No finger is down, or it began where a drag means something else.
        case idle
        /// A finger is down, and has not gone far from where it began.
        case down(Point)
        /// It dragged: the keyboard was asked to go, once.
        case asked
    }

    /// A finger touches the content at `point`. A drag that begins in the field selects text, one on the keyboard or an
    /// exemption is its own; so it is for whoever drives this to ask ``TapOutside`` first.
    public mutating func began(at point: Point) {
        state = point.x.isFinite && point.y.isFinite ? .down(point) : .idle
    }

    /// The finger is at `point`. Whether the keyboard has to be asked to go now.
    public mutating func moved(to point: Point) -> Bool {
        switch state {
        case .idle, .asked: return false
        case .down(let start):
            let (dx, dy) = (point.x - start.x, point.y - start.y)
            guard dx.isFinite, dy.isFinite, dx * dx + dy * dy > DragDismissal.threshold * DragDismissal.threshold else {
                return false
            }
            state = .asked
            return true
        }
    }

    /// The finger left, or something else took it.
    public mutating func ended() { state = .idle }
}
