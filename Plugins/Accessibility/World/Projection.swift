import HeadroomCore

/// From an application's own coordinates to the global space, in logical pixels.
struct Projection: Hashable, Sendable {
    /// What is added after the scaling.
    var origin = Point.zero
    /// How many logical pixels an application's unit is.
    var scale = 1.0

    func placed(_ rect: Rect) -> Rect {
        Rect(
            x: origin.x + rect.x * scale, y: origin.y + rect.y * scale, width: rect.width * scale,
            height: rect.height * scale)
    }

    /// Where `inside`, what the application says its window's content is, lies on `content`.
    init(_ inside: Rect, on content: Rect, scale: Double) {
        self.scale = scale
        origin = Point(x: content.x - inside.x * scale, y: content.y - inside.y * scale)
    }

    init(scale: Double = 1) { self.scale = scale }

    /// The same for what lies in the page of a reading.
    func inPage(of reading: Reading) -> Projection {
        var projection = self
        projection.scale *= reading.pageScale
        return projection
    }

    // MARK: Scales

    /// How many logical pixels a unit is of an application on X11, by the widths of its window: the real one, and what it
    /// says. What window managers put around it may be in the latter.
    static func scale(real: Double, told: Double) -> Double {
        guard real >= least, told >= least else { return 1 }
        let ratio = real / told
        let quarters = (ratio * 4).rounded() / 4
        guard quarters >= 0.5, abs(ratio / quarters - 1) > nearness else { return max(0.5, quarters) }
        return ratio
    }

    /// As ``scale(real:told:)``, where the unit is a logical pixel or a device pixel of an output of this scale: the
    /// nearer, since there may be a shadow in what it says.
    static func scale(real: Double, told: Double, outputScale: Double) -> Double {
        guard real >= least, told >= least, outputScale > 0 else { return 1 }
        // Half way between the two, as factors go.
        let middle = (1 / outputScale).squareRoot()
        let ratio = real / told
        return outputScale >= 1 ? (ratio < middle ? 1 / outputScale : 1) : (ratio > middle ? 1 / outputScale : 1)
    }

    /// Narrower windows say nothing, in pixels. (chosen)
    private static let least = 50.0
    /// By how much what a window manager adds may change a scale.
    private static let nearness = 0.02
}

extension Size {
    /// Whether both are the same but for what rounding makes of them, in logical pixels.
    func isNear(_ other: Size) -> Bool {
        abs(width - other.width) <= Size.rounding && abs(height - other.height) <= Size.rounding
    }

    /// Two places, each rounded, and a scale.
    private static let rounding = 2.0
}
