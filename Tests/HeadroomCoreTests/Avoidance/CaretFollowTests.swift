import HeadroomCore
import Testing

/// Following a caret while its user types (rule N3).
@Suite("Caret follow")
struct CaretFollowTests {
    private func caret(_ y: Double) -> Target {
        Target(field: Rect(x: 16, y: 100, width: 343, height: 540), caret: Rect(x: 20, y: y, width: 2, height: 20))
    }

    @Test("within the visible strip nothing moves, beyond it whole lines do")
    func shift() {
        var session = AvoidanceSession(scene: .phone(target: caret(300)))
        _ = session.keyboard(.docked, at: 0)
        #expect(session.caret(caret(379), at: 1).adjustment.shift == 0)
        // One pixel too low: a line of 20.
        #expect(session.caret(caret(380), at: 2).adjustment.shift == 20)
        #expect(session.caret(caret(399), at: 3).adjustment.shift == 20)
        #expect(session.caret(caret(440), at: 4).adjustment.shift == 80)
        // Up again: it stays, as long as the caret is in sight.
        #expect(!session.caret(caret(120), at: 5).isCommand)
        #expect(session.caret(caret(70), at: 6).adjustment.shift == 60)
        // Focus is solved afresh.
        #expect(session.focus(caret(120), at: 7).adjustment.shift == 0)
    }

    @Test("the moving end of a selection is followed like a caret")
    func selection() {
        func end(_ y: Double) -> Target {
            Target(selection: Selection(end: Rect(x: 20, y: y, width: 2, height: 20)))
        }
        var session = AvoidanceSession(scene: .phone(target: end(300)))
        _ = session.keyboard(.docked, at: 0)
        #expect(session.caret(end(380), at: 1).adjustment.shift == 20)
    }

    @Test("never further than the caps")
    func caps() {
        var session = AvoidanceSession(scene: .phone(target: caret(300)))
        _ = session.keyboard(.docked, at: 0)
        #expect(session.caret(caret(640), at: 1).adjustment.shift == 258)
        _ = session.hide(at: 2)
        #expect(session.caret(caret(640), at: 3).adjustment.shift == 0)
    }

    @Test("a scroll view follows by whole lines, too, and keeps a place the user scrolled to no longer")
    func scroll() {
        var session = AvoidanceSession(scene: .list(target: caret(300)))
        _ = session.keyboard(.docked, at: 0)
        #expect(session.caret(caret(380), at: 1).adjustment.offset == 20)
        #expect(!session.caret(caret(390), at: 2).isCommand)
        _ = session.userScrolled(to: 500, at: 3)
        #expect(session.caret(caret(490), at: 4).adjustment.offset == 480)
        #expect(!session.isKeepingPlace)
    }

    @Test("a line of unknown height is followed exactly")
    func noLine() {
        var session = AvoidanceSession(scene: .phone(target: caret(300)))
        _ = session.keyboard(.docked, at: 0)
        let flat = Target(caret: Rect(x: 20, y: 410, width: 2, height: 0))
        #expect(session.caret(flat, at: 1).adjustment.shift == 11)
        let noCaret = Target(field: Rect(x: 16, y: 400, width: 343, height: 30))
        #expect(session.caret(noCaret, at: 2).adjustment.shift == 31)
    }
}
