import HeadroomCore
import Testing

@Suite("Dismissal by dragging")
struct DragDismissalTests {
    @Test(
        "asks once a drag, beyond the threshold, in any direction",
        arguments: [(0.0, 8.01), (8.01, 0), (-6, 6), (0, -9)])
    func asks(_ dx: Double, _ dy: Double) {
        var drag = DragDismissal()
        drag.began(at: Point(x: 100, y: 200))
        #expect(drag.moved(to: Point(x: 100, y: 208)) == false)
        #expect(drag.state == .down(Point(x: 100, y: 200)))
        #expect(drag.moved(to: Point(x: 100 + dx, y: 200 + dy)) == true)
        #expect(drag.state == .asked)
        #expect(drag.moved(to: Point(x: 300, y: 400)) == false)
        drag.ended()
        #expect(drag.moved(to: Point(x: 0, y: 0)) == false)
        drag.began(at: .zero)
        #expect(drag.moved(to: Point(x: 9, y: 0)) == true)
    }

    @Test("numbers that cannot be move nothing", arguments: [Double.nan, .infinity, -.infinity])
    func hostile(_ number: Double) {
        var drag = DragDismissal()
        drag.began(at: Point(x: number, y: 0))
        #expect(drag.state == .idle)
        drag.began(at: .zero)
        #expect(drag.moved(to: Point(x: 0, y: number)) == false)
        #expect(drag.moved(to: Point(x: number, y: 20)) == false)
        #expect(drag.moved(to: Point(x: 0, y: 20)) == true)
    }
}
