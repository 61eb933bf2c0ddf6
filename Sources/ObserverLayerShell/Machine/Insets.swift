import HeadroomCore

/// How far an area stays away from each edge of its output, in logical pixels.
///
/// The compositor lays surfaces out one after another, each in what those before it left free, so along its order
/// insets only grow. Counted from the edges they outlast a rotation or a change of scale.
struct Insets: Sendable, Hashable {
    var top = 0
    var bottom = 0
    var left = 0
    var right = 0

    init(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) {
        self.top = top
        self.bottom = bottom
        self.left = left
        self.right = right
    }

    /// The insets of an area at `x`, `y` of `width` x `height` on an output of `size`; nil if it is not inside it.
    init?(x: Int, y: Int, width: Int, height: Int, on size: (width: Int, height: Int)) {
        guard x >= 0, y >= 0, width >= 0, height >= 0 else { return nil }
        guard x <= size.width, y <= size.height, width <= size.width - x, height <= size.height - y else { return nil }
        self.init(top: y, bottom: size.height - y - height, left: x, right: size.width - x - width)
    }

    static let zero = Insets()

    subscript(edge: Edge) -> Int {
        get {
            switch edge {
            case .top: top
            case .bottom: bottom
            case .left: left
            case .right: right
            }
        }
        set {
            switch edge {
            case .top: top = newValue
            case .bottom: bottom = newValue
            case .left: left = newValue
            case .right: right = newValue
            }
        }
    }

    var sum: Int { top + bottom + left + right }

    /// Whether an area with `other` lies within the area with these.
    func encloses(_ other: Insets) -> Bool {
        top <= other.top && bottom <= other.bottom && left <= other.left && right <= other.right
    }

    /// The area in the global space, of an output that has `frame` there.
    func area(of frame: Rect) -> Rect {
        Rect(
            left: frame.left + Double(left), top: frame.top + Double(top), right: frame.right - Double(right),
            bottom: frame.bottom - Double(bottom))
    }
}
