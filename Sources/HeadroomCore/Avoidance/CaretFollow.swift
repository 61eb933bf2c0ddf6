/// How content follows a caret while its user types (rule N3): not at all while the caret is within the visible strip,
/// else by whole lines, so that the text does not creep. One pixel too low with lines of 20: 20 up.
enum CaretFollow {
    /// `distance` made longer to a whole number of lines; as it is if the height of a line is not known.
    static func wholeLines(_ distance: Double, line: Double) -> Double {
        guard line >= 1 else { return distance }
        return (abs(distance) / line).rounded(.up) * line * (distance < 0 ? -1 : 1)
    }

    /// The place nearest to `current` between `low` and `high`, by whole lines from there as far as they allow.
    static func place(from current: Double, low: Double, high: Double, line: Double) -> Double {
        let nearest = min(max(current, low), high)
        guard nearest != current else { return current }
        return min(max(current + wholeLines(nearest - current, line: line), low), high)
    }
}

extension ContentShift {
    /// As ``distance``, but from the shift `current`, following a caret in lines of the height `line`.
    func distance(following current: Double, line: Double) -> Double {
        let most = max(0, min(covered, limit))
        return CaretFollow.place(from: current, low: max(0, min(wanted, most)), high: most, line: line)
    }
}

extension ScrollOffset {
    /// As ``distance(toShow:margin:topMargin:)``, but following a caret in lines of the height `line`.
    func distance(following rect: Rect, line: Double, margin: Double, topMargin: Double) -> Double {
        let (low, high) = offsets(showing: rect, margin: margin, topMargin: topMargin)
        guard low <= high else { return high - area.offset }
        return CaretFollow.place(from: area.offset, low: low, high: high, line: line) - area.offset
    }
}
