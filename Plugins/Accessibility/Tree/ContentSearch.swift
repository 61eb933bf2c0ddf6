import HeadroomBus
import HeadroomCore

/// Finds what a window shows without the shadow that its toolkit draws around it: by its size, which whoever places windows
/// knows. GTK 3 has it in parts that lie in the window's top-level object, Chromium in one some levels within it.
final class ContentSearch {
    private let bus: AccessibilityBus
    private let space: Space
    private let size: Size
    private let done: (Rect?) -> Void

    /// How many levels are looked through, and how many objects of each. (chosen)
    private static let deepest = 4
    private static let mostChildren = 32

    /// `size` is what it has, in the application's unit. `done` is called once, later; with nil if nothing has that size.
    init(
        _ bus: AccessibilityBus, in window: Accessible, _ frame: Rect, _ space: Space, size: Size,
        _ done: @escaping (Rect?) -> Void
    ) {
        self.bus = bus
        self.space = space
        self.size = size
        self.done = done
        look(in: window, frame, ContentSearch.deepest)
    }

    private func look(in object: Accessible, _ frame: Rect, _ depth: Int) {
        bus.children(of: object, limit: ContentSearch.mostChildren) { [self] children in
            var parts: [(Accessible, Rect)] = []
            let all = Gathering { [self] in judge(parts, in: frame, depth) }
            for child in children ?? [] {
                bus.extents(
                    of: child, in: space,
                    all.expect {
                        if let rect = $0?.rect, rect.intersection(frame) == rect { parts.append((child, rect)) }
                    })
            }
            all.close()
        }
    }

    private func judge(_ parts: [(Accessible, Rect)], in frame: Rect, _ depth: Int) {
        let rects = parts.map(\.1)
        if let whole = rects.first(where: { $0.size.isNear(size) }) { return done(whole) }
        if let first = rects.first {
            let all = rects.dropFirst().reduce(first) { $0.union($1) }
            if all.size.isNear(size) { return done(all) }
        }
        guard depth > 1, let next = parts.first(where: { $0.1.size.isNear(frame.size) }) else { return done(nil) }
        look(in: next.0, next.1, depth - 1)
    }
}
