/// In which order the fields of a form follow each other.
public enum FieldOrder: Sendable, Hashable {
    /// As their owner lists them.
    case given
    /// By ``FormField/tag``, the smallest first; then those without one. Equals as given.
    case tag
    /// As a page is read: row by row from the top, a row in `direction`.
    ///
    /// A row is begun by the highest field that is in none yet, and holds all whose vertical centres are at most
    /// `tolerance` logical pixels below that field's; so a staircase of many small steps is not one row. A tolerance
    /// that is negative or not finite counts as 0. A field whose frame may not be believed comes last. Equals as given.
    case position(tolerance: Double = FieldOrder.rowTolerance, direction: ReadingDirection = .leftToRight)

    /// Fields of one row differ less than this in their vertical centres, in logical pixels (chosen: labels, fields and
    /// switches of different heights stand on one line; two lines of text are further apart).
    public static let rowTolerance = 10.0
}

/// Which way the lines of a script run.
public enum ReadingDirection: Sendable, Hashable, CaseIterable {
    case leftToRight
    case rightToLeft
}

extension FieldOrder {
    /// The places of `fields` in this order, one group after the other, the group with the smallest number first.
    ///
    /// - Complexity: O(*n* log *n*).
    public func places(of fields: [FormField]) -> [Int] {
        var keys = fields.indices.map { key(of: fields[$0], at: $0) }
        keys.sort { $0.precedes($1) }
        if case .position(let tolerance, _) = self { FieldOrder.sortRows(&keys, tolerance: tolerance) }
        return keys.map(\.place)
    }

    /// What a field is sorted by.
    private struct Key {
        var group: Int
        /// Whether it comes after all fields of its group that are measured or tagged.
        var isLast: Bool
        /// A vertical centre.
        var major: Double
        /// How far the beginning of the field is from the beginning of its row.
        var minor: Double
        var tag: Int
        var place: Int

        func precedes(_ other: Key) -> Bool {
            if group != other.group { return group < other.group }
            if isLast != other.isLast { return other.isLast }
            if tag != other.tag { return tag < other.tag }
            if major != other.major { return major < other.major }
            return place < other.place
        }

        func precedesInRow(_ other: Key) -> Bool {
            if minor != other.minor { return minor < other.minor }
            if major != other.major { return major < other.major }
            return place < other.place
        }
    }

    private func key(of field: FormField, at place: Int) -> Key {
        var key = Key(group: field.group, isLast: false, major: 0, minor: 0, tag: 0, place: place)
        switch self {
        case .given: break
        case .tag:
            key.isLast = field.tag == nil
            key.tag = field.tag ?? 0
        case .position(_, let direction):
            guard field.frame.isBelievable else {
                key.isLast = true
                break
            }
            key.major = field.frame.y + field.frame.height / 2
            key.minor =
                switch direction {
                case .leftToRight: field.frame.left
                case .rightToLeft: -field.frame.right
                }
        }
        return key
    }

    /// Sorts each row of keys that are sorted by their centres.
    private static func sortRows(_ keys: inout [Key], tolerance: Double) {
        let tolerance = tolerance.isFinite ? max(0, tolerance) : 0
        var start = 0
        for end in 1...max(1, keys.count) {
            if end < keys.count, !keys[end].isLast, keys[end].group == keys[start].group,
                keys[end].major - keys[start].major <= tolerance
            {
                continue
            }
            if end - start > 1 { keys[start..<end].sort { $0.precedesInRow($1) } }
            start = end
        }
    }
}
