import HeadroomCore
import HeadroomDesktop
import Testing

@testable import ObserverX11

/// Where a window is a keyboard.
@Suite struct WindowLookTests {
    static let frame = Rect(x: 10, y: 20, width: 1280, height: 800)

    static func body(bounding: [Rect]? = nil, input: [Rect]? = nil, frame: Rect = frame) -> Rect? {
        WindowLook(isViewable: true, frame: frame, bounding: bounding, input: input).body
    }

    @Test func theWholeWindowWithoutAShape() { #expect(WindowLookTests.body() == WindowLookTests.frame) }

    @Test func theInputShapeWithinTheBoundingShapeWithinTheWindow() {
        let input = Rect(x: -5, y: 400, width: 2000, height: 900)
        #expect(WindowLookTests.body(input: [input]) == Rect(x: 10, y: 420, width: 1280, height: 400))
        let bounding = Rect(x: 100, y: 0, width: 500, height: 700)
        #expect(
            WindowLookTests.body(bounding: [bounding], input: [input]) == Rect(x: 110, y: 420, width: 500, height: 300))
        #expect(WindowLookTests.body(bounding: [bounding]) == Rect(x: 110, y: 20, width: 500, height: 700))
    }

    /// Restored from the taskbar under openbox, a window flies up in a frame of which only the title is left.
    @Test func withinTheFrameAround() {
        func body(_ around: Rect) -> Rect? {
            WindowLook(isViewable: true, frame: WindowLookTests.frame, bounding: nil, input: nil, around: around).body
        }
        #expect(body(Rect(x: 9, y: 0, width: 1282, height: 20)) == nil)
        #expect(body(Rect(x: 9, y: 0, width: 1282, height: 825)) == WindowLookTests.frame)
        #expect(body(Rect(x: 9, y: 0, width: 641, height: 120)) == Rect(x: 10, y: 20, width: 640, height: 100))
    }

    @Test func nothingIsLeft() {
        #expect(WindowLookTests.body(input: []) == nil)
        #expect(WindowLookTests.body(bounding: []) == nil)
        #expect(WindowLookTests.body(input: [Rect(x: 2000, y: 0, width: 5, height: 5)]) == nil)
        #expect(WindowLookTests.body(frame: .zero) == nil)
    }

    /// The bubble over a pressed key does not make the keyboard higher; two halves and a bar do.
    @Test func rows() {
        let keys = Rect(x: 0, y: 400, width: 1280, height: 400)
        let bubble = Rect(x: 300, y: 330, width: 90, height: 70)
        #expect(WindowLookTests.body(input: [bubble, keys]) == keys.moved(dx: 10, dy: 20))
        let bar = Rect(x: 0, y: 360, width: 1280, height: 40)
        #expect(WindowLookTests.body(input: [bar, keys])?.height == 440)
        let halves = [Rect(x: 0, y: 360, width: 340, height: 40), Rect(x: 900, y: 360, width: 340, height: 40)]
        #expect(WindowLookTests.body(input: halves + [keys])?.height == 440)
    }

    /// Whatever a server says of a window, what comes of it lies in the window.
    @Test func hostileShapes() {
        let extremes: [Double] = [-32_768, -1, 0, 1, 32_767, 65_535]
        for x in extremes {
            for size in extremes {
                let frame = Rect(x: x, y: x, width: max(0, size), height: max(0, size))
                let shapes = extremes.map { Rect(x: $0, y: x, width: max(0, size), height: max(0, $0)) }
                guard let body = WindowLookTests.body(bounding: shapes, input: shapes, frame: frame) else { continue }
                #expect(body.intersection(frame) == body)
                #expect(!body.isEmpty)
            }
        }
        for value in [Double.nan, .infinity, -.infinity] {
            #expect(WindowLookTests.body(frame: Rect(x: value, y: 0, width: 10, height: 10)) == nil)
        }
    }

    @Test func tenThousandRectangles() {
        let comb = (0..<10_000).map { Rect(x: Double($0 % 640) * 2, y: Double($0 / 640), width: 1, height: 1) }
        #expect(WindowLookTests.body(input: comb) != nil)
        let stairs = (0..<10_000).map { Rect(x: 0, y: Double($0) / 20, width: Double($0 % 1280), height: 0.05) }
        #expect(WindowLookTests.body(input: stairs) == nil)
    }

    // MARK: - Struts

    static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)

    @Test func strutsThatCanBeTrue() throws {
        let docked = try #require(Strut([0, 0, 0, 205, 0, 0, 0, 0, 0, 0, 0, 1279]))
        #expect(docked.isPossible(on: WindowLookTests.screen))
        #expect(docked.area(at: .bottom, on: WindowLookTests.screen) == Rect(x: 0, y: 595, width: 1280, height: 205))
        #expect(docked.area(at: .top, on: WindowLookTests.screen) == nil)
        let narrow = try #require(Strut([0, 0, 300, 0, 0, 0, 0, 0, 290, 989, 0, 0]))
        #expect(narrow.area(at: .top, on: WindowLookTests.screen) == Rect(x: 290, y: 0, width: 700, height: 300))
        let old = try #require(Strut([40, 0, 0, 0]))
        #expect(old.isPossible(on: WindowLookTests.screen))
        #expect(old.area(at: .left, on: WindowLookTests.screen) == Rect(x: 0, y: 0, width: 40, height: 800))
    }

    @Test(
        arguments: [
            // As matchbox-keyboard writes them.
            [0, 480, 0, 0, 0, 0, 10, 3_424_850_944, 0, 1_751_161_936, 1_751_162_080, 1],
            [0, 480, 0, 0, 0, 0, 10, 81_318_144, 0, 4_067_167_312, 4_067_167_456, 1],
            // Deeper than the screen; an end before its beginning; an end beyond the screen.
            [0, 0, 0, 800], [0, 0, 0, .max], [0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 500, 400],
            [0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 1280],
        ] as [[UInt32]])
    func strutsThatCannot(_ words: [UInt32]) throws {
        let strut = try #require(Strut(words))
        #expect(!strut.isPossible(on: WindowLookTests.screen))
    }

    @Test func whatIsNoStrut() {
        for count in [0, 1, 3, 5, 11, 13, 64] { #expect(Strut(Array(repeating: 1, count: count)) == nil) }
    }

    // MARK: - What windows say of themselves

    @Test func traitsAreDecoded() {
        func words(_ words: [UInt32]) -> X11Property {
            X11Property(format: 32, bytes: words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } })
        }
        func text(_ text: String) -> X11Property { X11Property(format: 8, bytes: Array(text.utf8)) }
        let atoms: [UInt32: X11Atom] = [1: .typeDock, 2: .typeNormal]
        let traits = X11Decoder.traits(
            [
                .wmClass: text("onboard\0Onboard\0"), .wmName: text("Title"), .windowType: words([99, 1, 2]),
                .strut: words([0, 0, 0, 300]), .strutPartial: words([0, 0, 0, 205, 0, 0, 0, 0, 0, 0, 0, 1279]),
            ], atom: { atoms[$0] })
        #expect(traits.instance == "onboard")
        #expect(traits.className == "Onboard")
        #expect(traits.title == "Title")
        #expect(traits.types == [.typeDock, .typeNormal])
        #expect(traits.strut?[.bottom].depth == 205)
        #expect(traits.isDock)
        // Garbage is as if there were none.
        let garbage = X11Decoder.traits(
            [
                .wmClass: words([1, 2]), .wmName: words([3]), .windowType: text("dock"), .strut: text("strut"),
                .strutPartial: words([1, 2, 3]),
            ], atom: { atoms[$0] })
        #expect(garbage == WindowTraits())
        let long = X11Decoder.traits([.wmClass: text(String(repeating: "x", count: 100_000))], atom: { _ in nil })
        #expect(long.instance.utf8.count == 256)
    }
}
