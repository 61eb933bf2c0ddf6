import HeadroomCore
import Testing

@Suite("Nine-part image")
struct NinePartTests {
    private func image(_ filling: NinePartImage.Filling = .stretch) -> NinePartImage {
        NinePartImage(
            size: Size(width: 30, height: 20), caps: EdgeInsets(top: 4, left: 10, bottom: 6, right: 8), filling: filling
        )
    }

    private func destinations(_ image: NinePartImage, _ target: Rect) -> [Rect] {
        image.parts(filling: target).map(\.destination)
    }

    @Test("corners keep their size, the rest is stretched")
    func large() {
        let parts = image().parts(filling: Rect(x: 100, y: 200, width: 118, height: 60))
        let columns = [(0.0, 10.0, 100.0, 10.0), (10, 12, 110, 100), (22, 8, 210, 8)]
        let rows = [(0.0, 4.0, 200.0, 4.0), (4, 10, 204, 50), (14, 6, 254, 6)]
        #expect(parts.count == 9)
        for (index, part) in parts.enumerated() {
            let (column, row) = (columns[index % 3], rows[index / 3])
            #expect(part.source == Rect(x: column.0, y: row.0, width: column.1, height: row.1))
            #expect(part.destination == Rect(x: column.2, y: row.2, width: column.3, height: row.3))
            #expect(Array(part.tiles) == [.init(source: part.source, destination: part.destination)])
        }
    }

    @Test("at its own size it is itself")
    func same() {
        for part in image().parts(filling: Rect(x: 0, y: 0, width: 30, height: 20)) {
            #expect(part.source == part.destination)
        }
    }

    @Test("smaller than the caps: all of them shrink by one factor")
    func small() {
        // 18 px of caps into 9: half. Of the height 2 + 3 px are caps then.
        #expect(
            destinations(image(), Rect(x: 0, y: 0, width: 9, height: 15)) == [
                Rect(x: 0, y: 0, width: 5, height: 2), Rect(x: 5, y: 0, width: 4, height: 2),
                Rect(x: 0, y: 2, width: 5, height: 10), Rect(x: 5, y: 2, width: 4, height: 10),
                Rect(x: 0, y: 12, width: 5, height: 3), Rect(x: 5, y: 12, width: 4, height: 3),
            ])
        // Lower still: a quarter.
        #expect(
            destinations(image(), Rect(x: 0, y: 0, width: 9, height: 2.5)) == [
                Rect(x: 0, y: 0, width: 2.5, height: 1), Rect(x: 2.5, y: 0, width: 4.5, height: 1),
                Rect(x: 7, y: 0, width: 2, height: 1), Rect(x: 0, y: 1, width: 2.5, height: 1.5),
                Rect(x: 2.5, y: 1, width: 4.5, height: 1.5), Rect(x: 7, y: 1, width: 2, height: 1.5),
            ])
    }

    @Test(
        "caps leave something to fill the middle with",
        arguments: [
            (10.0, 8.0, 10.0, 8.0), (15, 15, 15, 14), (30, 5, 29, 0), (0, 99, 0, 29), (-3, 4, 0, 4), (.nan, 4, 0, 4),
            (4, .infinity, 4, 0),
        ])
    func caps(_ left: Double, _ right: Double, _ first: Double, _ last: Double) {
        let wide = NinePartImage(
            size: Size(width: 30, height: 30), caps: EdgeInsets(top: 0, left: left, bottom: 0, right: right))
        #expect((wide.caps.left, wide.caps.right) == (first, last))
        let high = NinePartImage(
            size: Size(width: 30, height: 30), caps: EdgeInsets(top: left, left: 0, bottom: right, right: 0))
        #expect((high.caps.top, high.caps.bottom) == (first, last))
    }

    @Test("tiles are laid from the top left, the last one cut off")
    func tiles() throws {
        let parts = image(.tile).parts(filling: Rect(x: 0, y: 0, width: 48, height: 35))
        // The top edge: 12 px of image into 30.
        #expect(
            Array(parts[1].tiles) == [
                .init(
                    source: Rect(x: 10, y: 0, width: 12, height: 4),
                    destination: Rect(x: 10, y: 0, width: 12, height: 4)),
                .init(
                    source: Rect(x: 10, y: 0, width: 12, height: 4),
                    destination: Rect(x: 22, y: 0, width: 12, height: 4)),
                .init(
                    source: Rect(x: 10, y: 0, width: 6, height: 4),
                    destination: Rect(x: 34, y: 0, width: 6, height: 4)),
            ])
        // A corner is painted once, the middle three times three.
        #expect(Array(parts[0].tiles).count == 1)
        #expect(Array(parts[4].tiles).count == 9)
        #expect(
            Array(parts[4].tiles).last
                == .init(
                    source: Rect(x: 10, y: 4, width: 6, height: 5), destination: Rect(x: 34, y: 24, width: 6, height: 5)
                ))
    }

    @Test(
        "what cannot be is not painted",
        arguments: [
            Rect.zero, Rect(x: 0, y: 0, width: -10, height: 10), Rect(x: 0, y: 0, width: .nan, height: 10),
            Rect(x: .infinity, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 10, height: 1e308),
            Rect(x: 0, y: 0, width: 10, height: 0),
        ])
    func hostile(_ target: Rect) {
        #expect(image().parts(filling: target) == [])
        let odd = NinePartImage(size: target.size, caps: EdgeInsets(top: 4, left: 4, bottom: 4, right: 4))
        if !target.size.width.isFinite || target.area <= 0 || target.height > 1e6 {
            #expect(odd.parts(filling: Rect(x: 0, y: 0, width: 50, height: 50)) == [])
        }
    }

    @Test("an immense tiled target is worked out piece by piece")
    func immense() {
        let dotted = NinePartImage(size: Size(width: 1, height: 1), caps: .zero, filling: .tile)
        let parts = dotted.parts(filling: Rect(x: 0, y: 0, width: 1e6, height: 1e6))
        #expect(parts.count == 1)
        #expect(Array(parts[0].tiles.prefix(3)).map(\.destination.x) == [0, 1, 2])
        // A tile too small to be seen is stretched.
        let dust = NinePartImage(size: Size(width: 1e-9, height: 1e-9), caps: .zero, filling: .tile)
        #expect(dust.parts(filling: Rect(x: 0, y: 0, width: 1e6, height: 1e6)).flatMap { Array($0.tiles) }.count == 1)
    }

    @Test(
        "parts and tiles never overlap, never leave a gap, and take nothing from outside the image",
        arguments: 0..<300 as Range<UInt64>)
    func properties(_ seed: UInt64) {
        var random = RandomNumbers(seed)
        func side(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let size = Size(width: side(0.1...40), height: side(0.1...40))
        let image = NinePartImage(
            size: size,
            caps: EdgeInsets(
                top: side(0...0.6) * size.height, left: side(0...0.6) * size.width,
                bottom: side(0...0.6) * size.height, right: side(0...0.6) * size.width),
            filling: random.one(of: NinePartImage.Filling.allCases))
        let target = Rect(x: side(-40...40), y: side(-40...40), width: side(0.01...40), height: side(0.01...40))
        let parts = image.parts(filling: target)
        expectExact(parts.map(\.destination), cover: target)
        for part in parts {
            let tiles = Array(part.tiles)
            expectExact(tiles.map(\.destination), cover: part.destination)
            let whole = Rect(x: 0, y: 0, width: size.width, height: size.height)
            for outer in [whole, part.source] { #expect(tiles.allSatisfy { isInside($0.source, outer) }) }
        }
    }

    private func isInside(_ rect: Rect, _ outer: Rect) -> Bool {
        rect.isValid && rect.intersection(outer).isWithin(1e-9, of: rect)
    }

    /// That the areas of `pieces` sum up to the whole, and none shares any with another or with the outside.
    private func expectExact(_ pieces: [Rect], cover whole: Rect) {
        #expect(abs(pieces.reduce(0) { $0 + $1.area } - whole.area) < 1e-9 * max(1, whole.area))
        #expect(pieces.allSatisfy { isInside($0, whole) })
        for index in pieces.indices {
            let piece = pieces[index]
            #expect(pieces[..<index].allSatisfy { $0.intersection(piece).area < 1e-9 })
        }
    }
}
