import HeadroomCore
import Testing

@Suite("Tap outside")
struct TapOutsideTests {
    private let field = Rect(x: 16, y: 300, width: 343, height: 40)
    private let button = Rect(x: 320, y: 305, width: 30, height: 30)
    private let bar = Rect(x: 0, y: 365, width: 375, height: 44)

    @Test(
        "what a tap is on",
        arguments: [
            (Point(x: 100, y: 100), TapOutside.Place.outside), (Point(x: 100, y: 310), .field),
            (Point(x: 330, y: 310), .exemption(0)), (Point(x: 10, y: 380), .exemption(1)),
            (Point(x: 10, y: 409), .keyboard), (Point(x: 374.9, y: 666.9), .keyboard),
            (Point(x: 375, y: 500), .outside),
            (Point(x: 16, y: 340), .outside), (Point(x: .nan, y: 100), .nowhere), (Point(x: 0, y: .infinity), .nowhere),
        ])
    func places(_ point: Point, _ place: TapOutside.Place) {
        let taps = TapOutside(
            keyboard: Rect(x: 0, y: 409, width: 375, height: 258), reservedOnly: 0, field: field,
            exemptions: [button, bar])
        #expect(taps.place(of: point) == place)
        #expect(taps.dismisses(point) == (place == .outside))
    }

    @Test("room that is only reserved for candidates is content (rule B3)")
    func reserved() {
        // Keys from 451 on, 44 px above them kept free for the pinyin row, which is not there now.
        var hold = BarHold(policy: .reserve, learnedBar: 44)
        let report = KeyboardReport(
            .frame(Rect(x: 0, y: 451, width: 375, height: 216)),
            candidateBar: .init(height: 0, isIncluded: false))
        let screen = Output(name: "A", frame: Rect(x: 0, y: 0, width: 375, height: 667))
        let cover = Cover(report, on: [screen], content: screen.frame, hold: &hold)
        #expect(cover?.frame.top == 407)
        let taps = TapOutside(
            keyboard: cover?.frame ?? .zero, reservedOnly: hold.reservedOnly, field: field)
        #expect(taps.dismisses(Point(x: 100, y: 450.9)))
        #expect(!taps.dismisses(Point(x: 100, y: 451)))
    }

    @Test("the gap of a split keyboard is outside")
    func split() {
        let taps = TapOutside(
            keyboard: Rect(x: 0, y: 450, width: 1280, height: 250), reservedOnly: 0,
            regions: [
                Rect(x: 0, y: 450, width: 320, height: 250), Rect(x: 960, y: 450, width: 320, height: 250),
            ], field: nil)
        #expect(taps.place(of: Point(x: 100, y: 500)) == .keyboard)
        #expect(taps.dismisses(Point(x: 640, y: 500)))
        #expect(taps.place(of: Point(x: 1000, y: 500)) == .keyboard)
    }

    @Test(
        "padding: a near miss is a hit",
        arguments: [(0.0, true), (5, true), (5.01, false), (-9, true), (.nan, true), (.infinity, true)])
    func padding(_ padding: Double, _ dismisses: Bool) {
        let taps = TapOutside(keyboard: [], field: field, padding: padding)
        #expect(taps.dismisses(Point(x: 100, y: 345)) == dismisses)
        #expect(taps.dismisses(Point(x: 364, y: 320)) == dismisses)
        // The left and the top edge belong to what they enclose.
        #expect(taps.dismisses(Point(x: 100, y: 294.999)) == dismisses)
        #expect(taps.dismisses(Point(x: 10.999, y: 320)) == dismisses)
    }

    @Test(
        "a rectangle that cannot be covers nothing",
        arguments: [
            Rect(x: 0, y: 0, width: .infinity, height: 500), Rect(x: 0, y: .nan, width: 500, height: 500),
            Rect(x: 500, y: 500, width: -500, height: -500), .zero,
        ])
    func hostile(_ rect: Rect) {
        let taps = TapOutside(keyboard: rect, reservedOnly: .nan, field: rect, exemptions: [rect])
        #expect(taps.dismisses(Point(x: 100, y: 100)))
        let all = TapOutside(keyboard: [rect], field: rect, exemptions: [rect], padding: 20)
        #expect(all.dismisses(Point(x: 100, y: 100)))
    }

    @Test("reserved more than there is: no keyboard is left", arguments: [258.0, 1e9, .infinity])
    func allReserved(_ reserved: Double) {
        let taps = TapOutside(
            keyboard: Rect(x: 0, y: 409, width: 375, height: 258), reservedOnly: reserved, field: nil)
        #expect(taps.dismisses(Point(x: 100, y: 600)) == reserved.isFinite)
    }
}
