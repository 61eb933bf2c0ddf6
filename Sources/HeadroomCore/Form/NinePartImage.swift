/// An image that fills any rectangle: its four corners keep their size, its edges and its middle fill what is between.
public struct NinePartImage: Sendable, Hashable {
    /// The image's size in logical pixels.
    public let size: Size
    /// The corners' widths and heights, in the image; never negative, and at least 1 px is left between opposite ones
    /// (or all of an image that is smaller), since something has to fill the middle.
    public let caps: EdgeInsets
    public let filling: Filling

    /// How edges and middle fill their places.
    public enum Filling: String, Sendable, Hashable, CaseIterable {
        case stretch
        /// They are laid side by side from the top left, the last one cut off.
        case tile
    }

    /// A cap that is negative or not finite counts as 0. Of caps that leave too little between them the right and the
    /// bottom one give way first (UIKit's `stretchableImage(withLeftCapWidth:topCapHeight:)`).
    public init(size: Size, caps: EdgeInsets, filling: Filling = .stretch) {
        self.size = size
        let (left, right) = NinePartImage.room(for: caps.left, caps.right, in: size.width)
        let (top, bottom) = NinePartImage.room(for: caps.top, caps.bottom, in: size.height)
        self.caps = EdgeInsets(top: top, left: left, bottom: bottom, right: right)
        self.filling = filling
    }

    private static func room(for first: Double, _ last: Double, in length: Double) -> (Double, Double) {
        guard length.isFinite else { return (0, 0) }
        let most = max(0, length - 1)
        let first = first.isFinite ? min(max(0, first), most) : 0
        return (first, last.isFinite ? min(max(0, last), most - first) : 0)
    }

    /// What to paint where to fill `target`: at most nine parts that do not overlap and together cover it exactly.
    ///
    /// Where the caps do not fit, all of them shrink by one factor, so that corners keep their shape (CSS Backgrounds
    /// and Borders, where border images have the same rule). Empty if image or target have no area or may not be
    /// believed.
    public func parts(filling target: Rect) -> [NinePart] {
        let image = Rect(x: 0, y: 0, width: size.width, height: size.height)
        guard image.isBelievable, image.area > 0, target.isBelievable, target.area > 0 else { return [] }
        let scale = min(1, target.width / (caps.left + caps.right), target.height / (caps.top + caps.bottom))
        let columns = NinePartImage.spans(
            of: image.left, image.right, onto: target.left, target.right, caps: (caps.left, caps.right), scale: scale)
        let rows = NinePartImage.spans(
            of: image.top, image.bottom, onto: target.top, target.bottom, caps: (caps.top, caps.bottom), scale: scale)
        var parts: [NinePart] = []
        parts.reserveCapacity(9)
        for row in rows where row.end > row.start {
            for column in columns where column.end > column.start {
                parts.append(
                    NinePart(
                        source: Rect(
                            left: column.sourceStart, top: row.sourceStart, right: column.sourceEnd,
                            bottom: row.sourceEnd),
                        destination: Rect(left: column.start, top: row.start, right: column.end, bottom: row.end),
                        tile: tile(column, row, scale: scale)))
            }
        }
        return parts
    }

    /// A column or row: a piece of the image, and what it fills.
    private struct Span {
        var sourceStart: Double
        var sourceEnd: Double
        var start: Double
        var end: Double
        /// Whether it is between the caps.
        var isMiddle = false
    }

    private static func spans(
        of sourceStart: Double, _ sourceEnd: Double, onto start: Double, _ end: Double,
        caps: (first: Double, last: Double), scale: Double
    ) -> [Span] {
        let (first, last) = (sourceStart + caps.first, sourceEnd - caps.last)
        let middle = min(end, start + caps.first * scale)
        let tail = max(middle, end - caps.last * scale)
        return [
            Span(sourceStart: sourceStart, sourceEnd: first, start: start, end: middle),
            Span(sourceStart: first, sourceEnd: last, start: middle, end: tail, isMiddle: true),
            Span(sourceStart: last, sourceEnd: sourceEnd, start: tail, end: end),
        ]
    }

    /// How large one piece of a part is; all of it where it is not repeated.
    private func tile(_ column: Span, _ row: Span, scale: Double) -> Size {
        func length(_ span: Span) -> Double {
            let all = span.end - span.start
            switch filling {
            case .stretch: return all
            case .tile:
                let one = (span.sourceEnd - span.sourceStart) * scale
                return span.isMiddle && one >= Rect.smallest ? min(one, all) : all
            }
        }
        return Size(width: length(column), height: length(row))
    }
}
