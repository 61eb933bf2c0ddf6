extension [Output] {
    /// The place of the output on which `rect` lies, as ``holding(_:)`` finds it (rule D3), without a copy of it.
    public func index(holding rect: Rect) -> Int? {
        var best: Int?
        var bestArea = 0.0
        for index in indices {
            let area = self[index].frame.intersection(rect).area
            guard area > 0 else { continue }
            if best == nil || area > bestArea || (area == bestArea && isEarlier(index, than: best)) {
                best = index
                bestArea = area
            }
        }
        return best
    }

    /// The place of the output that contains `point`, else of the one nearest to it (rule P1); at a tie the one whose
    /// origin has the smaller y, then the smaller x. Nil only without any output.
    public func index(nearest point: Point) -> Int? {
        var best: Int?
        var bestDistance = 0.0
        for index in indices {
            let frame = self[index].frame
            // The right and bottom edges belong to the next output, if there is one.
            let isInside = frame.contains(point)
            let distance = isInside ? -1 : frame.squaredDistance(to: point)
            if best == nil || distance < bestDistance || (distance == bestDistance && isEarlier(index, than: best)) {
                best = index
                bestDistance = distance
            }
        }
        return best
    }

    /// Whether at least ``Rect/smallest`` of `rect` in both directions lies inside an output (rule T0).
    public func shows(_ rect: Rect) -> Bool {
        guard !rect.isEmpty else { return false }
        for index in indices where !self[index].frame.intersection(rect).isEmpty { return true }
        return false
    }

    /// Whether the origin of one output comes before another's: the smaller y, then the smaller x (rule D3).
    private func isEarlier(_ index: Int, than other: Int?) -> Bool {
        guard let other else { return true }
        let (a, b) = (self[index].frame, self[other].frame)
        return a.y < b.y || (a.y == b.y && a.x < b.x)
    }
}

extension Rect {
    /// Whether `point` lies inside; the right and the bottom edge are outside.
    public func contains(_ point: Point) -> Bool {
        point.x >= left && point.x < right && point.y >= top && point.y < bottom
    }

    /// The square of the distance from `point` to the nearest point of the rectangle, in square pixels.
    func squaredDistance(to point: Point) -> Double {
        let dx = Swift.max(left - point.x, 0, point.x - right)
        let dy = Swift.max(top - point.y, 0, point.y - bottom)
        return dx * dx + dy * dy
    }
}
