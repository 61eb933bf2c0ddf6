import HeadroomCore
import Testing

/// What a popup at the caret asks for (rule B1).
@Suite struct RoomBelowCaretTests {
    private let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
    private let caret = Rect(x: 222, y: 133, width: 1, height: 32)

    private func room(_ popup: Rect, _ caret: Rect?) -> Double {
        RoomBelowCaret.needed(by: popup, at: caret, on: screen)
    }

    @Test func belowTheCaretItsHeightAndTheGap() {
        #expect(room(Rect(x: 222, y: 165, width: 327, height: 64), caret) == 64)
        #expect(room(Rect(x: 222, y: 169, width: 327, height: 64), caret) == 68)
        // XIM: the spot is the base line, so the window begins above the caret's bottom.
        #expect(room(Rect(x: 222, y: 160, width: 332, height: 58), caret) == 53)
    }

    @Test func aboveTheCaretNone() {
        #expect(room(Rect(x: 222, y: 69, width: 327, height: 64), caret) == 0)
        #expect(room(Rect(x: 222, y: 60, width: 327, height: 64), caret) == 0)
        #expect(room(Rect(x: 222, y: 75, width: 327, height: 64), caret) == 0)
    }

    @Test func withoutTheCaretItsHeight() {
        let popup = Rect(x: 222, y: 165, width: 327, height: 64)
        #expect(room(popup, nil) == 64)
        #expect(RoomBelowCaret.needed(by: popup, at: nil, on: screen, gapWithoutCaret: 10) == 74)
        #expect(RoomBelowCaret.needed(by: popup, at: caret, on: screen, gapWithoutCaret: 10) == 64)
        // The caret has moved on, and the window does not stand at it yet.
        #expect(room(popup, caret.moved(dy: -25)) == 64)
        #expect(room(popup, caret.moved(dy: -24)) == 88)
        #expect(room(popup, caret.moved(dy: 160)) == 64)
    }

    @Test func atMostHalfTheOutput() {
        #expect(room(Rect(x: 0, y: 165, width: 300, height: 600), caret) == 400)
        #expect(RoomBelowCaret.bounded(-5, on: nil) == 0)
        #expect(RoomBelowCaret.bounded(.infinity, on: nil) == Rect.farthest)
    }
}
