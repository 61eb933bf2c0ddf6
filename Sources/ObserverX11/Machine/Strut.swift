import HeadroomCore

/// The edges of the screen that a window wants to be kept free, by `_NET_WM_STRUT_PARTIAL` or `_NET_WM_STRUT`.
///
/// Programs get it wrong: matchbox-keyboard writes words of 64 bits, so that most of its numbers are chance, and Onboard
/// keeps the height that it had before. So a strut is a hint, and only one that can be true.
struct Strut: Sendable, Hashable {
    /// How far it reaches in from each edge of the screen, and where along the edge: from the first to the last pixel,
    /// in the root window.
    struct Side: Sendable, Hashable {
        var depth: UInt32
        var first: UInt32
        var last: UInt32
    }

    private(set) var left: Side
    private(set) var right: Side
    private(set) var top: Side
    private(set) var bottom: Side

    /// Of the four numbers of the older property, or the twelve of the newer one; nil for any other count.
    init?(_ words: [UInt32]) {
        guard words.count == 4 || words.count == 12 else { return nil }
        func side(_ index: Int) -> Side {
            words.count == 4
                ? Side(depth: words[index], first: 0, last: .max)
                : Side(depth: words[index], first: words[4 + 2 * index], last: words[5 + 2 * index])
        }
        (left, right, top, bottom) = (side(0), side(1), side(2), side(3))
        hasExtent = words.count == 12
    }

    private let hasExtent: Bool

    subscript(edge: Edge) -> Side {
        switch edge {
        case .left: left
        case .right: right
        case .top: top
        case .bottom: bottom
        }
    }

    /// Whether it can be true on a screen of this size: what it wants lies on it.
    func isPossible(on screen: Rect) -> Bool {
        Edge.allCases.allSatisfy { edge in
            let side = self[edge]
            let isUpright = edge == .left || edge == .right
            let across = isUpright ? screen.width : screen.height
            let along = isUpright ? screen.height : screen.width
            guard Double(side.depth) < across else { return false }
            guard side.depth > 0, hasExtent else { return true }
            return side.first <= side.last && Double(side.last) < along
        }
    }

    /// What it wants at an edge, as a rectangle of the screen; nil: nothing.
    func area(at edge: Edge, on screen: Rect) -> Rect? {
        let side = self[edge]
        guard side.depth > 0 else { return nil }
        let depth = Double(side.depth)
        let first = Double(side.first)
        let isUpright = edge == .left || edge == .right
        let last = min(Double(side.last) + 1, isUpright ? screen.height : screen.width)
        switch edge {
        case .left: return Rect(left: 0, top: first, right: depth, bottom: last)
        case .right: return Rect(left: screen.width - depth, top: first, right: screen.width, bottom: last)
        case .top: return Rect(left: first, top: 0, right: last, bottom: depth)
        case .bottom: return Rect(left: first, top: screen.height - depth, right: last, bottom: screen.height)
        }
    }
}
