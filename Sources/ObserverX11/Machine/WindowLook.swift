import HeadroomCore

/// How a window is on the screen.
struct WindowLook: Sendable, Hashable {
    /// Whether it and all around it are mapped.
    var isViewable: Bool
    /// The window without its border, in the root window.
    var frame: Rect
    /// The shape in which it is painted, and the one in which it takes pointers, relative to it; nil: the whole window.
    var bounding: [Rect]?
    var input: [Rect]?
    /// The window manager's frame around it, in the root window, of which a shaded window shows nothing but a bar; nil: none.
    var around: Rect?
    /// Whether window managers keep away from it, and whether it says that it keeps users from all else of its program;
    /// looked at in popups only.
    var isUnmanaged = false
    var isModal = false

    /// The window's own rectangle of which its program makes a keyboard: the input shape within the bounding shape within
    /// the window within its frame, in the root window, also where that ends beyond the screen; nil if nothing is left.
    ///
    /// The bubble over a pressed key is part of the shape for as long as the key is down, and no part of the keyboard: rows
    /// less than half as wide as the widest do not count.
    var body: Rect? {
        guard frame.isBelievable else { return nil }
        var body = Rect(x: 0, y: 0, width: frame.width, height: frame.height)
        if let bounding { body = body.intersection(WindowLook.extent(bounding[...])) }
        if let input {
            let inside = input.map { $0.intersection(body) }.filter { !$0.isEmpty }
            body = WindowLook.extent(WindowLook.broad(inside)[...])
        }
        body = body.moved(dx: frame.x, dy: frame.y)
        if let around { body = body.intersection(around) }
        return body.isEmpty ? nil : body
    }

    /// The rectangles of those rows that are at least half as wide as the widest.
    private static func broad(_ rectangles: [Rect]) -> [Rect] {
        guard rectangles.count > 1 else { return rectangles }
        // The server gives a shape in rows: rectangles of one row have top and bottom in common.
        var widths: [SIMD2<Double>: Double] = [:]
        for rectangle in rectangles { widths[SIMD2(rectangle.top, rectangle.bottom), default: 0] += rectangle.width }
        let widest = widths.values.max() ?? 0
        return rectangles.filter { (widths[SIMD2($0.top, $0.bottom)] ?? 0) >= widest / 2 }
    }

    private static func extent(_ rectangles: ArraySlice<Rect>) -> Rect {
        guard let first = rectangles.first else { return .zero }
        return rectangles.dropFirst().reduce(first) { $0.union($1) }
    }
}
