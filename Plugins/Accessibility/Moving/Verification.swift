import HeadroomCore

/// What setting scroll bars has really done. No toolkit's word is taken for it: bars that take a value and move nothing,
/// and bars whose unit is not the pixel but a row, are known by the places before and after.
enum Verification {
    /// What the unit of the pane at `index` is by two readings of the same field, in pixels; nil: `unit`, as it was thought
    /// to be; 0: it moves nothing. `told` is what its bar was set to between the two. Of a page the unit is the pixel.
    static func unit(
        of index: Int, from before: Reading, to after: Reading, told: Double?, thought unit: Double,
        isPage: Bool = false
    ) -> Double? {
        guard unit > 0, index < before.panes.count, index < after.panes.count else { return nil }
        let (old, new) = (before.panes[index], after.panes[index])
        let way = new.value - old.value
        if let told, abs(told - old.value) * unit > least, abs(way) * unit <= 1 {
            // At its end a bar stays where it is.
            let isAtEnd = told > old.value ? old.value >= old.maximum - 1 : old.value <= 1
            return isAtEnd ? nil : 0
        }
        let byCaret = !isPage && hasCaret(before, after)
        guard abs(way) * unit >= least, let from = place(before, index, byCaret), let to = place(after, index, byCaret)
        else { return nil }
        let moved = from - to
        guard abs(moved - way * unit) > tolerance else { return nil }
        let real = moved / way
        if isPage { return abs(moved) <= tolerance ? 0 : nil }
        return real * abs(way) < 1 || real > greatest ? 0 : real
    }

    /// Whether in both readings everything is at the same place in its pane.
    static func isInPlace(_ reading: Reading, as other: Reading) -> Bool {
        let byCaret = hasCaret(reading, other)
        return reading.panes.indices.allSatisfy { index in
            guard let here = place(reading, index, byCaret), let there = place(other, index, byCaret)
            else { return true }
            return abs(here - there) <= tolerance
        }
    }

    private static func hasCaret(_ a: Reading, _ b: Reading) -> Bool { a.caret != nil && b.caret != nil }

    /// Where what lies in a pane is, from the pane's top. A text area that scrolls by itself stays where it is, and its
    /// caret moves.
    private static func place(_ reading: Reading, _ index: Int, _ byCaret: Bool) -> Double? {
        guard let frame = reading.panes[index].frame else { return nil }
        let target = byCaret ? reading.caret : reading.field
        let inside = index == 0 ? target : reading.panes[index - 1].frame
        return inside.map { $0.y - frame.y }
    }

    /// Below this way nothing is concluded, in pixels. (chosen)
    private static let least = 8.0
    /// What rounding makes of a way, in pixels.
    private static let tolerance = 2.0
    /// No unit is greater, in pixels. (chosen: a screen)
    private static let greatest = 2000.0
}
