/// One of the nine parts of an image that fills a rectangle.
public struct NinePart: Sendable, Hashable {
    /// A piece of the image, in the image's own space.
    public let source: Rect
    /// What it fills, in the target's space.
    public let destination: Rect
    /// How large the piece is painted, in the target's space; as large as ``destination`` unless it is repeated.
    public let tile: Size

    /// What to paint, piece by piece, row by row. Together the pieces cover ``destination`` exactly.
    public var tiles: Tiles { Tiles(of: self) }

    /// A piece of the image, and where it goes.
    public struct Tile: Sendable, Hashable {
        public let source: Rect
        public let destination: Rect

        public init(source: Rect, destination: Rect) {
            self.source = source
            self.destination = destination
        }
    }

    /// The pieces of a part. They are worked out one by one: there may be very many.
    public struct Tiles: Sequence, IteratorProtocol, Sendable {
        private let part: NinePart
        private let columns: Int
        private let rows: Int
        private var index = 0

        init(of part: NinePart) {
            self.part = part
            columns = Tiles.count(of: part.tile.width, in: part.destination.width)
            rows = Tiles.count(of: part.tile.height, in: part.destination.height)
        }

        public mutating func next() -> Tile? {
            guard index < columns * rows else { return nil }
            defer { index += 1 }
            let x = Tiles.span(
                index % columns, of: columns, length: part.tile.width, from: part.destination.left,
                to: part.destination.right)
            let y = Tiles.span(
                index / columns, of: rows, length: part.tile.height, from: part.destination.top,
                to: part.destination.bottom)
            let shares = Size(
                width: Swift.min(1, (x.end - x.start) / part.tile.width),
                height: Swift.min(1, (y.end - y.start) / part.tile.height))
            return Tile(
                source: Rect(
                    x: part.source.x, y: part.source.y, width: part.source.width * shares.width,
                    height: part.source.height * shares.height),
                destination: Rect(left: x.start, top: y.start, right: x.end, bottom: y.end))
        }

        /// How many there are in a row or column. A remainder of less than a millionth of one is left to the last.
        private static func count(of length: Double, in all: Double) -> Int {
            Int(Swift.max(1, (all / length - 1e-6).rounded(.up)))
        }

        private static func span(
            _ index: Int, of count: Int, length: Double, from start: Double, to end: Double
        ) -> (start: Double, end: Double) {
            let first = Swift.min(end, start + Double(index) * length)
            return (first, index == count - 1 ? end : Swift.min(end, start + Double(index + 1) * length))
        }
    }
}
