import HeadroomCore
import Testing

/// The examples of the documentation, word for word; a claim in a comment there is an expectation here.
@Suite("Examples of the documentation")
struct ArticleExamples {
    /// This file, for whoever compares.
    static let file = #filePath

    @Test("Dismissing-the-keyboard 1")
    func dismissingTheKeyboard1() {
        let taps = TapOutside(
            keyboard: Rect(x: 0, y: 407, width: 375, height: 260), reservedOnly: 44,
            field: Rect(x: 16, y: 300, width: 343, height: 40),
            exemptions: [Rect(x: 0, y: 363, width: 375, height: 44)])
        #expect(taps.place(of: Point(x: 100, y: 380)) == .exemption(0))
        #expect(taps.place(of: Point(x: 100, y: 430)) == .outside)
        #expect(taps.place(of: Point(x: 100, y: 451)) == .keyboard)
    }

    @Test("Dismissing-the-keyboard 2")
    func dismissingTheKeyboard2() {
        var pull = InteractiveDismissal()
        pull.keyboardChanged(to: Rect(x: 0, y: 500, width: 375, height: 300))
        pull.began(at: 420)
        let above = pull.moved(to: 499)
        #expect(above == nil)
        let pulled = InteractiveDismissal.Progress(distance: 45, progress: 0.85)
        let following = pull.moved(to: 545)
        #expect(following == pulled)
        let end = pull.ended(velocity: 0)
        #expect(end == .hide(from: pulled, velocity: 0))
    }

    @Test("Getting-started")
    func gettingStarted() {
        let screen = Output(name: "phone", frame: Rect(x: 0, y: 0, width: 375, height: 667))
        let password = Target(field: Rect(x: 16, y: 520, width: 343, height: 40))
        let name = Target(field: Rect(x: 16, y: 100, width: 343, height: 40))
        var session = AvoidanceSession(
            scene: Scene(outputs: [screen], container: screen.frame, target: password),
            options: AvoidanceOptions(margin: 10))

        let keyboard = KeyboardReport(.frame(Rect(x: 0, y: 409, width: 375, height: 258)))
        let shown = session.keyboard(keyboard, at: 0)
        #expect(shown.isCommand)
        #expect(shown.adjustment.shift == 161)
        let moved = session.focus(name, at: 1_000_000)
        #expect(moved.adjustment.shift == 0)
        let gone = session.hide(at: 2_000_000)
        #expect(gone.isCommand == false)
    }

    @Test("Motion-and-curves")
    func motionAndCurves() {
        let way = [50.0, 100, 125, 250].map {
            (Curve.uiKit.progress(elapsed: $0, duration: 500) * 10_000).rounded() / 100
        }
        #expect(way == [23.22, 54.48, 66.5, 94.2])
    }

    @Test("Moving-windows")
    func movingWindows() throws {
        let screen = Output(name: "screen", frame: Rect(x: 0, y: 0, width: 1000, height: 700))
        var hold = BarHold()
        let report = KeyboardReport(.frame(Rect(x: 0, y: 500, width: 1000, height: 200)))
        let cover = try #require(Cover(report, on: [screen], content: screen.frame, hold: &hold))
        let resize = WindowResize(
            of: Rect(x: 0, y: 100, width: 600, height: 600), onOutput: 0, under: cover,
            usable: Rect(x: 0, y: 40, width: 1000, height: 660))
        #expect(resize.shift == 60)
        #expect(resize.shrinking == 140)
        #expect(resize.frame == Rect(x: 0, y: 40, width: 600, height: 460))
    }

    @Test("Nine-part-images")
    func ninePartImages() {
        let image = NinePartImage(
            size: Size(width: 30, height: 20), caps: EdgeInsets(top: 4, left: 10, bottom: 6, right: 8))
        let large = image.parts(filling: Rect(x: 0, y: 0, width: 118, height: 60))
        #expect(large[4].source == Rect(x: 10, y: 4, width: 12, height: 10))
        #expect(large[4].destination == Rect(x: 10, y: 4, width: 100, height: 50))
        let small = image.parts(filling: Rect(x: 0, y: 0, width: 9, height: 15))
        #expect(small.map(\.destination.width) == [5, 4, 5, 4, 5, 4])
        #expect(small.map(\.destination.height) == [2, 2, 10, 10, 3, 3])
    }

    @Test("Placeholders-and-clearing 1")
    func placeholdersAndClearing1() throws {
        struct Font: TextMeasuring {
            func size(of text: String, width: Double, lines: Int?) -> Size { Size(width: 120, height: 18) }
        }
        let placeholder = Placeholder("Your notes", offset: Point(x: 3, y: 0), cursorOffset: Point(x: 1, y: 0))
        let layout = try #require(
            placeholder.layout(in: Size(width: 300, height: 120), inset: Point(x: 8, y: 6), measuredBy: Font()))
        #expect(layout.space.width == 300 - 2 * (8 - 3))
        #expect(layout.frame == Rect(x: 5, y: 6, width: 120, height: 18))
        #expect(layout.caret == Point(x: 6, y: 6))
    }

    @Test("Placeholders-and-clearing 2")
    func placeholdersAndClearing2() {
        var secret = FieldClearing(isSecure: true)
        let came = secret.beginEditing(hasText: true)
        #expect(came == .keep)
        let first = secret.edit()
        #expect(first == .clear)
        let second = secret.edit()
        #expect(second == .keep)
    }

    @Test("Return-keys")
    func returnKeys() {
        let form = [
            FormField(id: 3, frame: Rect(x: 0, y: 60, width: 300, height: 30)),
            FormField(id: 2, frame: Rect(x: 160, y: 0, width: 140, height: 30)),
            FormField(id: 1, frame: Rect(x: 0, y: 4, width: 140, height: 30)),
        ]
        let chain = ReturnKeyChain(form, order: .position(), ending: .init(key: .go, action: .submit))
        #expect(chain.reachable == [1, 2, 3])
        #expect(chain.returnKey(of: 1) == .next)
        #expect(chain.returnPressed(in: 1) == .focus(2))
        #expect(chain.returnKey(of: 3) == .go)
        #expect(chain.returnPressed(in: 3) == .done(.submit))
        let arabic = ReturnKeyChain(form, order: .position(direction: .rightToLeft))
        #expect(arabic.reachable == [2, 1, 3])
    }

    @Test("Sessions-and-restoring")
    func sessionsAndRestoring() {
        var ledger = Ledger()
        ledger.set(258, over: 49)
        #expect(ledger.undo(over: 258) == 49)
        ledger.set(258, over: 49)
        #expect(ledger.undo(over: 80) == 80)
    }

    @Test("Whom-to-believe")
    func whomToBelieve() throws {
        let output = Output(name: "eDP-1", frame: Rect(x: 0, y: 0, width: 360, height: 720))
        let frame = Rect(x: 0, y: 510, width: 360, height: 210)
        var arbiter = Arbiter()
        _ = arbiter.update(
            .observer("Windows"),
            Facts(keyboard: KeyboardWitness(name: "window", frame: .rect(frame)), outputs: [output]), at: 0)
        let facts = arbiter.update(
            .observer("OSK0"), Facts(keyboard: KeyboardWitness(name: "squeekboard", isVisible: true, since: 1)), at: 1)
        #expect(facts.isFlagged)
        #expect(facts.origin == "squeekboard")
        #expect(facts.frame == .rect(frame))
        let belief = try #require(arbiter.beliefs().first { $0.field == .frame })
        #expect(belief.source == .observer("Windows"))
        #expect(belief.because == ["borrowed-frame"])

        var several = Arbiter()
        let window = KeyboardWitness(name: "onboard", isVisible: true, since: 5, frame: .rect(frame))
        _ = several.update(.observer("X11"), Facts(keyboard: window), at: 5)
        let word = KeyboardWitness(name: "onboard", isVisible: false, since: 6)
        let onboard = several.update(.observer("Onboard"), Facts(keyboard: word), at: 6)
        #expect(!onboard.isFlagged)
        #expect(onboard.frame == .rect(frame))
        #expect(several.beliefs().first?.because == ["same-keyboard", "own-flag"])

        var desk = Arbiter()
        let area = OutputArea(
            output: "eDP-1", usable: Rect(x: 0, y: 0, width: 360, height: 510), compositorAvoids: ["maximized"],
            seesStrips: false)
        let docked = KeyboardWitness(name: "onboard", isVisible: true, frame: .rect(frame), placement: .docked)
        let clear = desk.update(
            .observer("X11"), Facts(keyboard: docked, areas: [area], outputs: [output]), at: 0)
        #expect(clear.usable == area.usable)
        #expect(clear.compositorAvoids == ["maximized"])
    }
}
