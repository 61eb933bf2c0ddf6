import HeadroomCore
import Testing

/// What a report comes down to (rules G1 to G4, B1, D3).
@Suite("Cover")
struct CoverTests {
    let outputs = [
        Output(name: "A", frame: Rect(x: 0, y: 0, width: 1000, height: 800)),
        Output(
            name: "B", frame: Rect(x: 1000, y: 0, width: 1000, height: 800),
            workArea: Rect(x: 1000, y: 0, width: 1000, height: 740)),
    ]
    let content = Rect(x: 0, y: 0, width: 1000, height: 800)

    private func cover(_ report: KeyboardReport, content: Rect? = nil) -> Cover? {
        var hold = BarHold()
        return Cover(report, on: outputs, content: content ?? self.content, hold: &hold)
    }

    private func cover(_ report: KeyboardReport, room: Double) -> Cover? {
        var report = report
        report.roomBelowCaret = room
        return cover(report)
    }

    private func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> KeyboardReport {
        KeyboardReport(.frame(Rect(x: x, y: y, width: width, height: height)))
    }

    @Test("impossible numbers reject the whole report")
    func acceptable() {
        #expect(frame(0, 500, 1000, 300).isAcceptable)
        #expect(!frame(.nan, 500, 1000, 300).isAcceptable)
        #expect(!frame(0, 500, 1000, -1).isAcceptable)
        #expect(!KeyboardReport(.height(.infinity)).isAcceptable)
        #expect(KeyboardReport(.height(-5)).isAcceptable)
        #expect(!KeyboardReport(.height(5), candidateBar: .init(height: .nan)).isAcceptable)
        #expect(!KeyboardReport(.height(5), roomBelowCaret: .infinity).isAcceptable)
        #expect(!KeyboardReport(.height(5), regions: [Rect(x: 0, y: 0, width: -1, height: 1)]).isAcceptable)
    }

    @Test("half a pixel covers something, less covers nothing")
    func empty() {
        #expect(frame(0, 500, 0.5, 300).isEmpty == false)
        #expect(cover(frame(0, 500, 0.4, 300)) == nil)
        #expect(cover(KeyboardReport(.height(-5))) == nil)
        #expect(cover(KeyboardReport(.height(0.4))) == nil)
        #expect(cover(frame(0, 800, 1000, 300)) == nil)
    }

    @Test("a height stands at the bottom of the content's output")
    func height() {
        let onB = Rect(x: 1200, y: 100, width: 300, height: 300)
        #expect(cover(KeyboardReport(.height(300)))?.frame == Rect(x: 0, y: 500, width: 1000, height: 300))
        #expect(
            cover(KeyboardReport(.height(300)), content: onB)?.frame == Rect(x: 1000, y: 500, width: 1000, height: 300))
        let nowhere = Rect(x: 5000, y: 5000, width: 10, height: 10)
        #expect(cover(KeyboardReport(.height(300)), content: nowhere)?.outputIndex == 1)
    }

    @Test("bars outside the frame extend it upwards, bars within do not")
    func bars() {
        var report = frame(0, 500, 1000, 300)
        report.candidateBar = .init(height: 40, isIncluded: false)
        report.accessory = .init(height: 30, isIncluded: false)
        #expect(cover(report)?.frame == Rect(x: 0, y: 430, width: 1000, height: 370))
        report.candidateBar.isIncluded = true
        report.accessory.isIncluded = true
        #expect(cover(report)?.frame == Rect(x: 0, y: 500, width: 1000, height: 300))
    }

    @Test("a frame outside every output covers nothing, whatever stands on it")
    func outside() {
        var report = frame(0, 799.7, 1000, 300)
        report.candidateBar = .init(height: 40, isIncluded: false)
        #expect(cover(report) == nil)
        report.extent = .frame(Rect(x: 0, y: 799.5, width: 1000, height: 300))
        #expect(cover(report)?.visible == Rect(x: 0, y: 759.5, width: 1000, height: 40.5))
    }

    @Test("room below the caret counts at most half the output and is no part of the frame")
    func room() {
        var report = frame(0, 500, 1000, 300)
        report.roomBelowCaret = 35
        #expect(cover(report)?.top == 465)
        #expect(cover(report)?.visible.top == 500)
        report.roomBelowCaret = 5000
        #expect(cover(report)?.top == 100)
        #expect(cover(frame(0, 200, 1000, 600), room: 5000)?.top == 0)
        report.roomBelowCaret = -5
        #expect(cover(report)?.top == 500)
    }

    @Test(
        "docked is what the placement says, else what reaches the bottom or the panels there",
        arguments: [
            (Rect(x: 0, y: 500, width: 1000, height: 300), nil, true),
            (Rect(x: 0, y: 484, width: 1000, height: 300), nil, true),
            (Rect(x: 0, y: 483, width: 1000, height: 300), nil, false),
            (Rect(x: 1000, y: 424, width: 1000, height: 300), nil, true),
            (Rect(x: 1000, y: 423, width: 1000, height: 300), nil, false),
            (Rect(x: 0, y: 500, width: 1000, height: 300), .floating, false),
            (Rect(x: 0, y: 500, width: 1000, height: 300), .split, false),
            (Rect(x: 0, y: 300, width: 1000, height: 300), .docked, true),
            (Rect(x: 0, y: 500, width: 1000, height: 300), Placement(rawValue: "sideways"), true),
            (Rect(x: 0, y: 300, width: 1000, height: 300), .hardware, false),
            // At the top, at the side, over the whole screen.
            (Rect(x: 0, y: 0, width: 1000, height: 300), .docked, false),
            (Rect(x: 0, y: 16, width: 300, height: 784), .docked, false),
            (Rect(x: 0, y: 17, width: 300, height: 783), .docked, true),
        ] as [(Rect, Placement?, Bool)])
    func docked(_ frame: Rect, _ placement: Placement?, _ isDocked: Bool) {
        #expect(cover(KeyboardReport(.frame(frame), placement: placement))?.isDocked == isDocked)
    }

    @Test("a keyboard is on the output with which it shares most")
    func output() {
        #expect(cover(frame(400, 500, 1000, 300))?.outputIndex == 0)
        #expect(cover(frame(600, 500, 1000, 300))?.outputIndex == 1)
        // At a tie the smaller y, then x, of the output's origin.
        #expect(cover(frame(500, 500, 1000, 300))?.outputIndex == 0)
    }

    @Test("only what reaches below the keyboard's top on its own output is covered, with its own bottom")
    func overlap() throws {
        let cover = try #require(self.cover(frame(0, 500, 600, 300)))
        func overlap(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Double {
            let rect = Rect(x: x, y: y, width: width, height: height)
            return cover.overlap(rect, onOutput: outputs.index(holding: rect))
        }
        #expect(overlap(0, 0, 600, 800) == 300)
        #expect(overlap(0, 0, 600, 500) == 0)
        #expect(overlap(0, 0, 600, 830) == 330)
        #expect(overlap(0, 700, 600, 50) == 50)
        #expect(overlap(600, 0, 300, 800) == 0)
        #expect(overlap(1100, 0, 300, 800) == 0)
        // Mostly on the other output, though partly under the keyboard.
        #expect(overlap(500, 0, 1200, 800) == 0)
    }

    @Test("where the compositor keeps the window clear nothing is covered, and it is laid out above")
    func compositor() throws {
        var report = frame(0, 500, 1000, 300)
        report.compositorAvoids = true
        let cover = try #require(self.cover(report))
        #expect(cover.overlap(content, onOutput: 0) == 0)
        #expect(cover.laidOut(content, onOutput: 0) == Rect(x: 0, y: 0, width: 1000, height: 500))
        #expect(cover.laidOut(content, onOutput: 1) == content)
    }

    @Test("a caret without width has an x in common, also at the very edge")
    func horizontal() throws {
        let cover = try #require(self.cover(frame(0, 500, 600, 300)))
        func shares(_ x: Double, _ width: Double) -> Bool {
            cover.sharesHorizontalRange(with: Rect(x: x, y: 0, width: width, height: 20))
        }
        #expect(shares(0, 0) && shares(300, 0) && shares(600, 0))
        #expect(!shares(-1, 0) && !shares(601, 0))
        #expect(shares(599, 10) && !shares(600, 10))
    }

    @Test("a notification says it to a window in one state and not to one in another")
    func notification() {
        var details = Notification.Details(placement: .docked, isEstimated: true)
        details.compositorAvoids = ["maximized"]
        details.roomBelowCaret = 20
        let notification = Notification(
            kind: .willShow, serial: 1, output: "A", frameBegin: .zero,
            frameEnd: Rect(x: 0, y: 500, width: 1000, height: 300), bottomInset: 300, candidateBarHeight: 40,
            durationMS: 250, details: details)
        let report = KeyboardReport(notification, windowStates: ["maximized"])
        #expect(report.compositorAvoids && report.isEstimated && report.roomBelowCaret == 20)
        #expect(!KeyboardReport(notification, windowStates: ["fullscreen"]).compositorAvoids)
        #expect(cover(KeyboardReport(notification))?.frame.top == 500)
    }
}
