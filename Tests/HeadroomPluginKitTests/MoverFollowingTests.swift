import HeadroomClient
import HeadroomCore
import Testing

@testable import HeadroomPluginKit

/// What the machine makes of an application that lays out and scrolls things itself while the keyboard is shown.
@Suite("Movers, and what applications do themselves")
struct MoverFollowingTests {
    private static let output = Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 1000))

    /// A view of 1000 px whose content ends 1000 further down, with a line from 950 to 970.
    private func text(offset: Double, line: Double = 950) -> Measurement {
        var measured = Measurement(
            Scene(
                outputs: [],
                scroll: ScrollArea(
                    frame: Self.output.frame, contentHeight: 2000, offset: offset, takesInset: false),
                target: Target(caret: Rect(x: 0, y: line, width: 1, height: 20))))
        measured.scrollsToCaret = true
        return measured
    }

    /// An area of so many px at 600 in the same view, with a line at `line` in its 350 px.
    private func area(offset: Double, inner: Double, height: Double = 300, line: Double = 100) -> Measurement {
        var measured = text(offset: offset, line: line)
        measured.scene.inner = [
            InnerScroll(
                frame: Rect(x: 0, y: 600, width: 1000, height: height), contentHeight: 350, offset: inner)
        ]
        return measured
    }

    private func told(_ kind: Notification.Kind, _ serial: UInt64, avoids: [String] = [], usable: Rect? = nil)
        -> KeyboardUpdate
    {
        let (up, down) = (Rect(x: 0, y: 600, width: 1000, height: 400), Rect(x: 0, y: 1000, width: 1000, height: 400))
        let isHide = kind.phase == .hiding
        return .notification(
            Notification(
                kind: kind, serial: serial, output: "A", frameBegin: isHide ? up : down, frameEnd: isHide ? down : up,
                bottomInset: isHide ? 0 : 400, candidateBarHeight: 0, durationMS: 0,
                details: Notification.Details(
                    startTime: 0, placement: .docked, outputFrame: Self.output.frame, usable: usable,
                    compositorAvoids: avoids)))
    }

    /// One that holds the claim, with the keyboard just told of.
    private func mover(avoids: [String] = []) -> Mover {
        var mover = Mover(frames: .none)
        _ = mover.claim(true, at: 0)
        #expect(mover.keyboard(told(.willShow, 1, avoids: avoids), at: 0) == [.measure(1)])
        return mover
    }

    /// Where everything is put when this is measured.
    private func puts(_ measured: Measurement, _ number: UInt64, _ mover: inout Mover) -> [Position] {
        var actions = mover.measured(measured, number: number, at: number)
        for case .report(_, let number?) in actions { actions += mover.permitted(number, at: number) }
        #expect(mover.brokenInvariant() == nil)
        return actions.compactMap { action in if case .apply(let position) = action { position } else { nil } }
    }

    @Test("where an application has scrolled a text of its own to the caret, that stays when all goes back")
    func caret() {
        var mover = mover()
        #expect(puts(text(offset: 0), 1, &mover) == [Position(offset: 380)])
        _ = mover.world(.caret, at: 2)
        #expect(puts(text(offset: 300), 2, &mover) == [Position(offset: 380)])
        _ = mover.keyboard(told(.willHide, 2), at: 3)
        #expect(puts(text(offset: 380), 3, &mover) == [Position(offset: 300)])
        #expect(mover.isIdle)
    }

    @Test(
        "what a view that was made lower for the keyboard no longer shows is scrolled into its sight, although nothing covers it"
    )
    func lowered() {
        func list(_ height: Double, offset: Double = 0) -> Measurement {
            var measured = text(offset: offset, line: 570)
            measured.scene.scroll?.frame.height = height
            measured.scrollsToCaret = false
            return measured
        }
        var mover = mover()
        // The line ends at 590, 10 above the keyboard, as it should.
        #expect(puts(list(1000), 1, &mover) == [])
        // The view ends at 560.
        _ = mover.world(.layout, at: 2)
        #expect(puts(list(560), 2, &mover) == [Position(offset: 40)])
        _ = mover.world(.layout, at: 3)
        #expect(puts(list(560, offset: 40), 3, &mover) == [])
        // Where its user scrolls it, it stays.
        _ = mover.world(.scrolled, at: 4)
        #expect(puts(list(560, offset: 10), 4, &mover) == [])
        _ = mover.world(.focus, at: 5)
        #expect(puts(list(560, offset: 10), 5, &mover) == [])
        _ = mover.keyboard(told(.willHide, 2), at: 6)
        #expect(puts(list(560, offset: 10), 6, &mover) == [])
        #expect(mover.isIdle)
    }

    @Test("a Did that is the first to tell what the compositor leaves to windows has them looked at again")
    func layoutOfADid() {
        var mover = mover(avoids: ["tiled"])
        _ = puts(text(offset: 0), 1, &mover)
        let above = Rect(x: 0, y: 0, width: 1000, height: 600)
        #expect(mover.keyboard(told(.didShow, 2, avoids: ["tiled"]), at: 2) == [])
        #expect(mover.keyboard(told(.didShow, 3, avoids: ["tiled"], usable: above), at: 3) == [.measure(2)])
        _ = puts(text(offset: 0), 2, &mover)
        #expect(mover.keyboard(told(.didShow, 4, avoids: ["tiled"], usable: above), at: 4) == [])
    }

    @Test("a view that always ended above the keyboard is where its user has scrolled it")
    func low() {
        func list(_ height: Double) -> Measurement {
            var measured = text(offset: 0, line: 570)
            measured.scene.scroll?.frame.height = height
            return measured
        }
        var mover = mover()
        #expect(puts(list(560), 1, &mover) == [])
        // It grows, and is as low again.
        _ = mover.world(.layout, at: 2)
        #expect(puts(list(580), 2, &mover) == [])
        _ = mover.world(.layout, at: 3)
        #expect(puts(list(560), 3, &mover) == [Position(offset: 40)])
    }

    @Test("a text that scrolls to its caret by itself, bit by bit, is followed after each bit")
    func bits() {
        var mover = mover()
        #expect(puts(text(offset: 0), 1, &mover) == [Position(offset: 380)])
        func typed(offset: Double) -> Measurement {
            var measured = text(offset: offset, line: 1150)
            measured.scrollsToCaret = false
            return measured
        }
        _ = mover.world(.caret, at: 2)
        #expect(puts(typed(offset: 380), 2, &mover) == [Position(offset: 580)])
        for (number, offset) in [(3, 400.0), (5, 500)] as [(UInt64, Double)] {
            // Its first word is that somebody scrolled, and then that it was for the caret.
            _ = mover.world(.scrolled, at: number)
            #expect(puts(typed(offset: offset), number, &mover) == [])
            _ = mover.world(.caret, at: number + 1)
            #expect(puts(typed(offset: offset), number + 1, &mover) == [Position(offset: 580)])
        }
    }

    @Test("so it does in a text within another view, which goes back to where it was")
    func caretInArea() {
        var mover = mover()
        // The line ends at 720, and 130 are missing: the area has 50.
        #expect(puts(area(offset: 0, inner: 0), 1, &mover) == [Position(offset: 80, inner: [50])])
        _ = mover.world(.caret, at: 2)
        #expect(puts(area(offset: 80, inner: 20), 2, &mover) == [Position(offset: 80, inner: [50])])
        _ = mover.keyboard(told(.willHide, 2), at: 3)
        #expect(puts(area(offset: 80, inner: 50), 3, &mover) == [Position(inner: [20])])
        #expect(mover.isIdle)
    }

    @Test("after a new layout it goes on from where everything is, and at the end all is as it was")
    func layout() {
        var mover = mover()
        _ = puts(area(offset: 0, inner: 0), 1, &mover)
        _ = mover.world([.layout, .focus], at: 2)
        // In sight as things are, not as they were without us.
        #expect(puts(area(offset: 80, inner: 50, height: 280, line: 60), 2, &mover) == [])
        _ = mover.keyboard(told(.willHide, 2), at: 3)
        #expect(puts(area(offset: 80, inner: 50, height: 280, line: 60), 3, &mover) == [Position(inner: [0])])
        #expect(mover.isIdle)
    }

    @Test("where its user has scrolled, a new layout moves nothing")
    func layoutAfterScrolling() {
        var mover = mover()
        _ = puts(area(offset: 0, inner: 0), 1, &mover)
        _ = mover.world(.scrolled, at: 2)
        #expect(puts(area(offset: 10, inner: 50), 2, &mover) == [])
        _ = mover.world(.layout, at: 3)
        #expect(puts(area(offset: 10, inner: 50, height: 280), 3, &mover) == [])
        _ = mover.keyboard(told(.willHide, 2), at: 4)
        #expect(puts(area(offset: 10, inner: 50, height: 280), 4, &mover) == [Position(offset: 10, inner: [0])])
    }

    /// Ends at the keyboard, with its line out of sight.
    private func laidOut(_ state: String) -> Measurement {
        var measured = text(offset: 0)
        measured.scene.scroll?.frame.height = 600
        measured.windowStates = [state]
        return measured
    }

    @Test("a window that is maximised after the keyboard was told is kept clear from then on")
    func maximized() {
        var mover = mover(avoids: ["maximized"])
        #expect(puts(laidOut("floating"), 1, &mover) == [])
        _ = mover.world(.layout, at: 2)
        #expect(puts(laidOut("maximized"), 2, &mover) == [Position(offset: 380)])
    }

    @Test(
        "a maximised window that ends at the keyboard is kept clear, though nobody has told that; a floating one is not"
    )
    func laidOutBeside() {
        for (state, offset) in [("maximized", 380.0), ("tiled", 380), ("floating", 0)] {
            var mover = mover()
            #expect(puts(laidOut(state), 1, &mover) == [])
            var measured = laidOut(state)
            measured.windowFrame = Rect(x: 0, y: 0, width: 1000, height: 600)
            _ = mover.world(.layout, at: 2)
            #expect(puts(measured, 2, &mover) == (offset == 0 ? [] : [Position(offset: offset)]))
        }
    }

    @Test("that windows are kept clear may be told as late as by the Did")
    func late() {
        var mover = mover()
        #expect(puts(laidOut("maximized"), 1, &mover) == [])
        #expect(mover.keyboard(told(.didShow, 2, avoids: ["maximized"]), at: 2) == [.measure(2)])
        #expect(puts(laidOut("maximized"), 2, &mover) == [Position(offset: 380)])
        #expect(mover.keyboard(told(.didShow, 3, avoids: ["maximized"]), at: 3) == [])
    }
}
