import HeadroomBus
import HeadroomCore

/// Finds what a page keeps in front of a field, a footer above all: places say nothing of that, but what is hit where the field
/// ought to be does.
final class Probe {
    private let bus: AccessibilityBus
    private let page: Accessible
    private let lineage: Lineage
    private let space: Space
    private let field: Rect?
    private let found: (Accessible?) -> Void

    /// What is in front, from what was hit outwards.
    private static let deepest = 20
    /// What is higher than this part of its page is no footer, and nothing can be lifted above it. (chosen)
    private static let highest = 0.5

    /// `found` is called once, later; with nil if what is seen at `rect`, the application's own place of the field or its caret,
    /// is the field, or if that is not at `field` any more. `pixel`: as ``Reading/pixel``.
    init(
        _ bus: AccessibilityBus, in page: Accessible, at rect: Rect, of lineage: Lineage, stillAt field: Rect?,
        in space: Space, pixel: Double, _ found: @escaping (Accessible?) -> Void
    ) {
        self.bus = bus
        self.page = page
        self.lineage = lineage
        self.space = space
        self.field = field
        self.found = found
        let middle = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
        hit([Point(x: middle.x, y: rect.bottom - 2), middle].map { Point(x: $0.x * pixel, y: $0.y * pixel) })
    }

    private func hit(_ points: [Point]) {
        guard let point = points.first else { return found(nil) }
        bus.object(of: page, at: Int32(point.x), y: Int32(point.y), in: space) { [self] object in
            guard let object, !object.isNobody, !lineage.way.contains(object) else {
                return hit(Array(points.dropFirst()))
            }
            climb([object])
        }
    }

    /// Up to what both lie in; what is in the field itself is not in front of it.
    private func climb(_ way: [Accessible]) {
        guard let last = way.last, way.count <= Probe.deepest else { return found(nil) }
        bus.parent(of: last) { [self] parent in
            guard let parent, !parent.isNobody, parent != lineage.field else { return found(nil) }
            if lineage.way.contains(parent) { choose(among: way) } else { climb(way + [parent]) }
        }
    }

    /// The outermost that is no more than a part of the page. Where the page has been scrolled meanwhile it is another field.
    private func choose(among way: [Accessible]) {
        var heights = [Double?](repeating: nil, count: way.count)
        var page: Double?
        var now: Rect?
        let all = Gathering { [self] in
            guard now == field else { return found(nil) }
            let limit = (page ?? 0) * Probe.highest
            found(way.indices.last { heights[$0].map { $0 <= limit } ?? false }.map { way[$0] })
        }
        bus.extents(of: self.page, in: space, all.expect { page = $0?.rect?.height })
        bus.extents(of: lineage.field, in: space, all.expect { now = $0?.rect })
        for (index, object) in way.enumerated() {
            bus.extents(of: object, in: space, all.expect { heights[index] = $0?.rect?.height })
        }
        all.close()
    }
}
