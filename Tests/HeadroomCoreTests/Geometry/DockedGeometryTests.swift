import HeadroomCore
import Testing

@Suite struct DockedGeometryTests {
    private let output = Rect(x: 100, y: 50, width: 1280, height: 800)
    private let bottom = Rect(x: 100, y: 590, width: 1280, height: 260)
    private let top = Rect(x: 100, y: 50, width: 1280, height: 260)
    private let left = Rect(x: 100, y: 50, width: 300, height: 800)
    private let right = Rect(x: 1080, y: 50, width: 300, height: 800)

    @Test func edges() {
        #expect(DockedGeometry.edge(of: bottom, on: output) == .bottom)
        #expect(DockedGeometry.edge(of: top, on: output) == .top)
        #expect(DockedGeometry.edge(of: left, on: output) == .left)
        #expect(DockedGeometry.edge(of: right, on: output) == .right)
        #expect(DockedGeometry.edge(of: output, on: output) == .bottom)
        // A row above a panel, and a square near the bottom's corner.
        #expect(DockedGeometry.edge(of: bottom.moved(dy: -40), on: output) == .bottom)
        #expect(
            DockedGeometry.edge(of: Rect(x: 100, y: 550, width: 300, height: 300), on: output) == .bottom)
    }

    /// Contract, section 2: the same size just outside the edge; else of zero height at its own place.
    @Test func hiddenFrames() {
        func hidden(_ frame: Rect) -> Rect { DockedGeometry.hidden(frame, placement: .docked, on: output) }
        #expect(hidden(bottom) == Rect(x: 100, y: 850, width: 1280, height: 260))
        #expect(hidden(top) == Rect(x: 100, y: -210, width: 1280, height: 260))
        #expect(hidden(left) == Rect(x: -200, y: 50, width: 300, height: 800))
        #expect(hidden(right) == Rect(x: 1380, y: 50, width: 300, height: 800))
        for frame in [bottom, top, left, right] {
            #expect(hidden(frame).intersection(output).isEmpty)
            #expect(hidden(hidden(frame)) == hidden(frame) || frame != bottom)
        }
        let flat = Rect(x: 100, y: 590, width: 1280, height: 0)
        for placement in [Placement.floating, .split, .candidatesOnly, .hardware, Placement(rawValue: "new")] {
            #expect(DockedGeometry.hidden(bottom, placement: placement, on: output) == flat)
        }
        #expect(DockedGeometry.hidden(bottom, placement: .docked, on: nil) == flat)
    }

    /// Rule G3: what a docked keyboard covers up from the bottom; nothing at the top, the side or everywhere.
    @Test func bottomInset() {
        func inset(_ frame: Rect, _ placement: Placement = .docked) -> Double {
            DockedGeometry.bottomInset(of: frame, placement: placement, on: output)
        }
        #expect(inset(bottom) == 260)
        #expect(inset(bottom.moved(dy: 100)) == 160)
        #expect(inset(bottom.moved(dy: -40)) == 300)
        #expect(inset(bottom.moved(dy: 260)) == 0)
        #expect(inset(top) == 0)
        #expect(inset(left) == 0)
        #expect(inset(output) == 0)
        // Not more than 16 px below the output's top: it throws nothing to the top.
        #expect(inset(Rect(x: 100, y: 66, width: 1280, height: 784)) == 0)
        #expect(inset(Rect(x: 100, y: 66.5, width: 1280, height: 783.5)) == 783.5)
        #expect(inset(bottom, .floating) == 0)
        #expect(inset(bottom, .split) == 0)
        #expect(inset(Rect(x: 100, y: 849.7, width: 1280, height: 260)) == 0)
    }

    /// Rule G3 where nobody says: 16 px, measured from the panels at the bottom.
    @Test func looksDocked() {
        func docked(_ frame: Rect, above bottom: Double = 850) -> Bool {
            DockedGeometry.looksDocked(frame, on: output, above: bottom)
        }
        #expect(docked(bottom))
        #expect(docked(bottom.moved(dy: -16)))
        #expect(!docked(bottom.moved(dy: -16.1)))
        #expect(docked(bottom.moved(dy: -56), above: 810))
        #expect(!docked(bottom.moved(dy: -57), above: 810))
        #expect(docked(bottom.moved(dy: 100)))
        #expect(!docked(bottom.moved(dy: 260)))
        #expect(!docked(bottom.moved(dx: 2000)))
    }
}
