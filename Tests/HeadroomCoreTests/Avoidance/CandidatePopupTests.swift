import HeadroomCore
import Testing

/// Where popups with candidates go (rules P1 to P4).
@Suite("Candidate popup")
struct CandidatePopupTests {
    private let outputs = [
        Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 800)),
        Output(name: "B", frame: Rect(x: 1000, y: 0, width: 1000, height: 800)),
    ]

    private func popup(
        _ cursor: Rect, window: Rect? = nil, keyboard: Rect? = nil, size: Size = Size(width: 300, height: 200)
    ) -> Point? {
        CandidatePopup(size: size, gap: 4, cursor: cursor, window: window, keyboard: keyboard).origin(on: outputs)
    }

    @Test("below the caret, else above, else at the bottom; held on the screen")
    func popupPlaces() {
        let keyboard = Rect(x: 0, y: 500, width: 1000, height: 300)
        #expect(popup(Rect(x: 100, y: 100, width: 2, height: 20)) == Point(x: 100, y: 124))
        #expect(popup(Rect(x: 900, y: 700, width: 2, height: 20)) == Point(x: 700, y: 496))
        #expect(popup(Rect(x: 100, y: 400, width: 2, height: 20), keyboard: keyboard) == Point(x: 100, y: 196))
        #expect(popup(Rect(x: 100, y: 100, width: 2, height: 350), keyboard: keyboard) == Point(x: 100, y: 300))
        #expect(
            popup(Rect(x: 100, y: 100, width: 2, height: 20), keyboard: Rect(x: 0, y: 100, width: 1000, height: 300))
                == Point(x: 100, y: 124))
        #expect(popup(Rect(x: 1500, y: 400, width: 2, height: 20), keyboard: keyboard) == Point(x: 1500, y: 424))
        // Too large for the screen: its beginning is seen.
        #expect(
            popup(Rect(x: 100, y: 100, width: 2, height: 20), size: Size(width: 5000, height: 5000))
                == Point(x: 0, y: 0))
    }

    @Test("a caret belongs to the output of its middle, outside every output to the nearest")
    func popupNearest() {
        let stacked = [
            Output(name: "above", frame: Rect(x: 0, y: 0, width: 500, height: 400)),
            Output(name: "below", frame: Rect(x: 0, y: 400, width: 500, height: 400)),
        ]
        let between = CandidatePopup(
            size: Size(width: 100, height: 50), gap: 4, cursor: Rect(x: 100, y: 390, width: 2, height: 24))
        #expect(between.origin(on: stacked) == Point(x: 100, y: 418))
        #expect(popup(Rect(x: 1500, y: 900, width: 2, height: 20)) == Point(x: 1500, y: 696))
        #expect(popup(Rect(x: -50, y: 100, width: 2, height: 20)) == Point(x: 0, y: 124))
        #expect(CandidatePopup(size: Size(width: 1, height: 1), gap: 0, cursor: .zero).origin(on: []) == nil)
    }

    @Test("a caret that nobody knows puts it at the window's bottom left")
    func popupWithoutCaret() {
        let window = Rect(x: 1200, y: 100, width: 400, height: 900)
        #expect(popup(.zero, window: Rect(x: 200, y: 100, width: 400, height: 500)) == Point(x: 200, y: 400))
        #expect(popup(.zero) == Point(x: 0, y: 600))
        #expect(popup(.zero, window: window) == Point(x: 1200, y: 600))
        #expect(popup(Rect(x: .nan, y: 0, width: 2, height: 2)) == Point(x: 0, y: 600))
    }
}
