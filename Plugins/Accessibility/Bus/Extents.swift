import HeadroomCore

/// A rectangle as an application answers it. Toolkits say "nowhere" in several ways.
struct Extents: Hashable, Sendable {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32

    /// The rectangle, in the application's unit; nil if this says nothing: GTK 3 answers the least number for what it
    /// takes to be off the screen, Firefox -1 four times before it has looked, Qt and the browsers zeros for a caret
    /// behind the last character.
    var rect: Rect? {
        guard x != .min, y != .min, width > 0, height > 0, !(x == -1 && y == -1 && width <= 1 && height <= 1),
            [x, y, width, height].allSatisfy({ $0.magnitude <= Extents.furthest })
        else { return nil }
        return Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    }

    /// As ``rect``, for a caret, which may have no width.
    var caret: Rect? {
        var extents = self
        extents.width = max(1, width)
        return extents.rect
    }

    /// The furthest place that is believed. (contract, section 3)
    private static let furthest: UInt32 = 1_000_000
}
