/// A point in logical pixels, y down. The space is the owner's to say.
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Point(x: 0, y: 0)
}

/// A size in logical pixels.
public struct Size: Sendable, Hashable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// A rectangle in logical pixels, origin top left, y down.
///
/// The core computes in one global space (rule C1); a rectangle in any other space is named so where it stands.
/// Any values can be held, also such as no rectangle may have: what comes from outside is judged by ``isValid``
/// before it is used (rule G1).
public struct Rect: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle between two corners; an end before its beginning gives a size of zero.
    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }

    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    public var left: Double { x }
    public var top: Double { y }
    public var right: Double { x + width }
    public var bottom: Double { y + height }
    public var origin: Point { Point(x: x, y: y) }
    public var size: Size { Size(width: width, height: height) }
    public var area: Double { width * height }
}

extension Rect {
    /// The size from which on a rectangle covers something, in logical pixels (rule G1).
    public static let smallest = 0.5

    /// The largest coordinate or size believed, in logical pixels (contract, section 3).
    public static let farthest = 1e6

    /// Whether every member is finite and no size negative. An invalid rectangle from outside changes nothing (rule G1).
    public var isValid: Bool {
        x.isFinite && y.isFinite && width.isFinite && height.isFinite && width >= 0 && height >= 0
    }

    /// Whether it is valid and no member lies beyond ±``farthest``.
    public var isBelievable: Bool {
        isValid && abs(x) <= Rect.farthest && abs(y) <= Rect.farthest && width <= Rect.farthest
            && height <= Rect.farthest
    }

    /// Whether it covers nothing: narrower or lower than ``smallest`` (rule G1).
    public var isEmpty: Bool { !(width >= Rect.smallest && height >= Rect.smallest) }

    /// What both cover; of zero size where they share nothing.
    public func intersection(_ other: Rect) -> Rect {
        Rect(
            left: max(left, other.left), top: max(top, other.top),
            right: min(right, other.right), bottom: min(bottom, other.bottom))
    }

    /// The smallest rectangle around both.
    public func union(_ other: Rect) -> Rect {
        Rect(
            left: min(left, other.left), top: min(top, other.top),
            right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    /// The same rectangle moved by `dx` to the right and `dy` down.
    public func moved(dx: Double = 0, dy: Double = 0) -> Rect {
        Rect(x: x + dx, y: y + dy, width: width, height: height)
    }

    /// The same rectangle with its top edge moved up by `amount`, the bottom staying (a bar docked above it, rule G2).
    public func extendedUpwards(by amount: Double) -> Rect {
        Rect(x: x, y: y - amount, width: width, height: height + amount)
    }

    /// Whether some part of both has the same x (rule G6).
    public func sharesHorizontalRange(with other: Rect) -> Bool {
        min(right, other.right) > max(left, other.left)
    }

    /// Whether no member differs from the other's by more than `tolerance`.
    public func isWithin(_ tolerance: Double, of other: Rect) -> Bool {
        abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance && abs(width - other.width) <= tolerance
            && abs(height - other.height) <= tolerance
    }
}
