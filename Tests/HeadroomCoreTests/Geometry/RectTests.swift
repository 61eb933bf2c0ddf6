import HeadroomCore
import Testing

@Suite struct RectTests {
    private let rect = Rect(x: 10, y: 20, width: 100, height: 50)

    @Test func edges() {
        #expect(rect.left == 10 && rect.top == 20 && rect.right == 110 && rect.bottom == 70)
        #expect(rect.area == 5000)
        #expect(Rect(left: 10, top: 20, right: 110, bottom: 70) == rect)
        #expect(Rect(left: 10, top: 20, right: 5, bottom: 10) == Rect(x: 10, y: 20, width: 0, height: 0))
    }

    /// Rule G1: non-finite members and negative sizes are rejected, small ones cover nothing.
    @Test func validity() {
        #expect(rect.isValid)
        for bad in [Double.nan, .infinity, -.infinity] {
            #expect(!Rect(x: bad, y: 0, width: 1, height: 1).isValid)
            #expect(!Rect(x: 0, y: bad, width: 1, height: 1).isValid)
            #expect(!Rect(x: 0, y: 0, width: bad, height: 1).isValid)
            #expect(!Rect(x: 0, y: 0, width: 1, height: bad).isValid)
        }
        #expect(!Rect(x: 0, y: 0, width: -1, height: 1).isValid)
        #expect(Rect(x: -5, y: -5, width: 0, height: 0).isValid)
        #expect(Rect(x: 0, y: 0, width: 0.49, height: 9).isEmpty)
        #expect(!Rect(x: 0, y: 0, width: 0.5, height: 0.5).isEmpty)
        #expect(Rect(x: 0, y: 0, width: .nan, height: 9).isEmpty)
        #expect(Rect(x: -1e6, y: 1e6, width: 1e6, height: 1e6).isBelievable)
        #expect(!Rect(x: -1.1e6, y: 0, width: 1, height: 1).isBelievable)
        #expect(!Rect(x: 0, y: -1.1e6, width: 1, height: 1).isBelievable)
        #expect(!Rect(x: 0, y: 0, width: 1, height: 1.1e6).isBelievable)
    }

    @Test func theRightAndTheBottomEdgeAreOutside() {
        for inside in [rect.origin, Point(x: 109.9, y: 20), Point(x: 10, y: 69.9)] { #expect(rect.contains(inside)) }
        for outside in [Point(x: 110, y: 20), Point(x: 10, y: 70), Point(x: 9.9, y: 20), Point(x: 10, y: 19.9)] {
            #expect(!rect.contains(outside))
        }
    }

    @Test func intersectionAndUnion() {
        let other = Rect(x: 60, y: 50, width: 100, height: 100)
        #expect(rect.intersection(other) == Rect(x: 60, y: 50, width: 50, height: 20))
        #expect(rect.union(other) == Rect(x: 10, y: 20, width: 150, height: 130))
        #expect(rect.intersection(Rect(x: 200, y: 0, width: 5, height: 5)).isEmpty)
        #expect(rect.intersection(Rect(x: 110, y: 20, width: 5, height: 5)).area == 0)
        #expect(rect.sharesHorizontalRange(with: other))
        #expect(!rect.sharesHorizontalRange(with: Rect(x: 110, y: 20, width: 5, height: 5)))
    }

    @Test func moving() {
        #expect(rect.moved(dx: 1, dy: -2) == Rect(x: 11, y: 18, width: 100, height: 50))
        #expect(rect.extendedUpwards(by: 40) == Rect(x: 10, y: -20, width: 100, height: 90))
        #expect(rect.isWithin(0.5, of: rect.moved(dx: 0.5)))
        #expect(!rect.isWithin(0.5, of: rect.moved(dy: 0.51)))
        #expect(!rect.isWithin(0.5, of: rect.extendedUpwards(by: 0.6)))
        #expect(!rect.isWithin(0.5, of: Rect(x: .nan, y: 20, width: 100, height: 50)))
    }
}
