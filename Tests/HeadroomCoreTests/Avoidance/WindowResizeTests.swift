import HeadroomCore
import Testing

/// A window that nobody can look into (window resize).
@Suite("Window resize")
struct WindowResizeTests {
    private let outputs = [Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 800))]

    @Test("a window stands on the keyboard, and becomes lower only where it would pass the top")
    func resize() throws {
        var hold = BarHold()
        let report = KeyboardReport(.frame(Rect(x: 0, y: 500, width: 1000, height: 300)))
        let cover = try #require(Cover(report, on: outputs, content: .zero, hold: &hold))
        func resize(_ y: Double, _ height: Double, least: Double = 0) -> WindowResize {
            WindowResize(
                of: Rect(x: 0, y: y, width: 500, height: height), onOutput: 0, under: cover,
                usable: Rect(x: 0, y: 30, width: 1000, height: 770), leastHeight: least)
        }
        #expect(resize(400, 200).frame == Rect(x: 0, y: 300, width: 500, height: 200))
        #expect(resize(100, 600).frame == Rect(x: 0, y: 30, width: 500, height: 470))
        #expect(resize(100, 600).shift == 70)
        #expect(resize(100, 600, least: 550).shrinking == 50)
        #expect(resize(100, 300).frame == Rect(x: 0, y: 100, width: 500, height: 300))
    }
}
