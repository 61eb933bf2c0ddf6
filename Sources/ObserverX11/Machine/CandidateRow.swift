import HeadroomCore

/// The row of candidates within a keyboard's frame, told by the keyboard being higher with it than without.
///
/// The lowest that the keyboard has been seen since it stands at this place is its keys. If it is first seen with the row,
/// the row counts as keys until it goes.
struct CandidateRow: Sendable, Hashable {
    /// The keys without the row, in the root window.
    let keys: Rect
    /// In px; 0: there is no row.
    let height: Double

    /// The keyboard stands at `frame`; `last` is what was known before.
    init(_ frame: Rect, after last: CandidateRow?) {
        if let last, last.keys.isBelow(frame) { keys = last.keys } else { keys = frame }
        height = frame.height - keys.height
    }
}

extension Rect {
    /// Whether this is `frame`, or `frame` without a row at its top, which is at most half as high as the rest.
    fileprivate func isBelow(_ frame: Rect) -> Bool {
        left == frame.left && right == frame.right && bottom == frame.bottom && frame.height >= height
            && frame.height - height <= height / 2
    }
}
