/// How far a target has to move up or down to come out from under a keyboard that is not docked (rule N5).
///
/// A keyboard floats from 300 to 500. A field from 440 to 480 would have to go up 190 or down 70: down. One from 310 to
/// 350 goes up 60. Beside it, or between the halves of a split keyboard, nothing moves.
public struct FloatingAvoidance: Sendable, Hashable {
    /// Up; nil if the target would leave the top.
    public var up: Double?
    /// Down; nil if the target would leave the output's bottom.
    public var down: Double?
    /// How much of the target's height is under the keyboard now.
    public var covered: Double

    /// Nil if the target shares no area with the keyboard or one of its parts.
    ///
    /// The target is in the global space, without the shift; `limit` is how far up it may move (rule G6).
    public init?(of target: Rect, margin: Double, limit: Double, under cover: Cover) {
        guard let (top, bottom) = cover.extent(over: target) else { return nil }
        let upwards = target.bottom + margin - top
        up = upwards <= limit ? upwards : nil
        let downwards = bottom + margin - target.top
        down = target.bottom + downwards <= cover.output.bottom ? downwards : nil
        covered = min(target.bottom, bottom) - max(target.top, top)
    }

    /// Up, or down if negative: the shorter way, up at a tie; 0 if there is none.
    public var distance: Double {
        switch (up, down) {
        case (let up?, let down?): up <= down ? up : -down
        case (let up?, nil): up
        case (nil, let down?): -down
        case (nil, nil): 0
        }
    }

    /// What of the target stays covered after that.
    public var residual: Double { up == nil && down == nil ? covered : 0 }
}

extension Cover {
    /// The top and bottom of those parts that share area with `target`, the room for candidates included.
    fileprivate func extent(over target: Rect) -> (top: Double, bottom: Double)? {
        guard !regions.isEmpty else {
            let part = frame.extendedUpwards(by: room)
            return part.overlaps(target) ? (part.top, part.bottom) : nil
        }
        var extent: (top: Double, bottom: Double)?
        for region in regions where !region.isEmpty {
            let part = region.extendedUpwards(by: room)
            guard part.overlaps(target) else { continue }
            extent = (min(extent?.top ?? part.top, part.top), max(extent?.bottom ?? part.bottom, part.bottom))
        }
        return extent
    }
}

extension Rect {
    /// Whether both share area; a caret without width counts where it stands inside.
    fileprivate func overlaps(_ other: Rect) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}
