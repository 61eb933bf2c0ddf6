import HeadroomCore
import Testing

/// A font all of whose letters are equally wide, breaking anywhere.
private struct Typewriter: TextMeasuring {
    var letter = 8.0
    var line = 20.0

    func size(of text: String, width: Double, lines: Int?) -> Size {
        let fitting = max(1, Int(width / letter))
        let wanted = (text.count + fitting - 1) / fitting
        let lines = min(wanted, lines ?? wanted)
        return Size(
            width: Double(min(text.count, lines > 1 ? fitting : text.count)) * letter, height: Double(lines) * line)
    }
}

/// A font that says what it is told to.
private struct Oracle: TextMeasuring {
    var answer: Size

    func size(of text: String, width: Double, lines: Int?) -> Size { answer }
}

@Suite("Placeholder")
struct PlaceholderTests {
    private let container = Size(width: 300, height: 120)
    private let inset = Point(x: 8, y: 6)

    @Test("hides with text, and while an input method composes")
    func visibility() {
        let placeholder = Placeholder("Notes")
        #expect(placeholder.isVisible(hasText: false))
        #expect(!placeholder.isVisible(hasText: true))
        #expect(!placeholder.isVisible(hasText: false, isComposing: true))
        #expect(!Placeholder("").isVisible(hasText: false))
    }

    @Test(
        "its width is the container's less 2 x (inset - offset)",
        arguments: [(0.0, 284.0), (4, 292), (8, 300), (-4, 276), (12, 308), (.nan, 284), (.infinity, 284)])
    func width(_ offset: Double, _ width: Double) throws {
        let layout = try #require(
            Placeholder("Notes", offset: Point(x: offset, y: 0)).layout(
                in: container, inset: inset, measuredBy: Typewriter()))
        #expect(layout.space.width == width)
        #expect(layout.space.left + layout.space.right == container.width)
        #expect(layout.frame == Rect(x: layout.space.left, y: 6, width: 40, height: 20))
    }

    @Test("it stands at inset - offset, the caret at its beginning plus the cursor offset")
    func place() throws {
        let placeholder = Placeholder("Notes", offset: Point(x: 3, y: -2), cursorOffset: Point(x: -1, y: 2))
        let layout = try #require(placeholder.layout(in: container, inset: inset, measuredBy: Typewriter()))
        #expect(layout.space == Rect(x: 5, y: 8, width: 290, height: 104))
        #expect(layout.frame == Rect(x: 5, y: 8, width: 40, height: 20))
        #expect(layout.caret == Point(x: 4, y: 10))
    }

    @Test("from right to left it ends where it would begin, and the caret with it")
    func rightToLeft() throws {
        let placeholder = Placeholder("Notes", offset: Point(x: 3, y: 0), cursorOffset: Point(x: -1, y: 0))
        let layout = try #require(
            placeholder.layout(in: container, inset: inset, direction: .rightToLeft, measuredBy: Typewriter()))
        #expect(layout.frame == Rect(x: 255, y: 6, width: 40, height: 20))
        #expect(layout.caret == Point(x: 296, y: 6))
    }

    @Test("it follows font and width: more lines in a larger font and a narrower field")
    func wrapping() {
        // 60 letters in 284 px: 35 a line; at 16 px a letter 17 a line; in a field 100 wide 10 a line.
        let placeholder = Placeholder(String(repeating: "a", count: 60))
        func height(_ width: Double, letter: Double, line: Double = 20) -> Double? {
            placeholder.layout(
                in: Size(width: width, height: 400), inset: inset, measuredBy: Typewriter(letter: letter, line: line))?
                .frame.height
        }
        #expect(height(300, letter: 8) == 40)
        #expect(height(300, letter: 16, line: 40) == 160)
        #expect(height(100, letter: 8) == 120)
    }

    @Test("one line stays one line, and is cut off; several lines end with the field")
    func limits() {
        let text = String(repeating: "a", count: 600)
        let one = Placeholder(text, isMultiLine: false).layout(in: container, inset: inset, measuredBy: Typewriter())
        #expect(one?.frame == Rect(x: 8, y: 6, width: 284, height: 20))
        let several = Placeholder(text).layout(in: container, inset: inset, measuredBy: Typewriter())
        #expect(several?.frame.height == 108)
    }

    @Test(
        "where nothing is left, or nothing can be, there is none",
        arguments: [
            (Size(width: 16, height: 120), Point(x: 8, y: 6)), (Size(width: 300, height: 12), Point(x: 8, y: 6)),
            (Size(width: .nan, height: 120), Point(x: 8, y: 6)), (Size(width: 300, height: -1), Point(x: 8, y: 6)),
            (Size(width: .infinity, height: 120), Point(x: 8, y: 6)),
            (Size(width: 300, height: 120), Point(x: .nan, y: 6)),
            (Size(width: 300, height: 120), Point(x: 8, y: -.infinity)),
        ])
    func hostileContainer(_ container: Size, _ inset: Point) {
        #expect(Placeholder("Notes").layout(in: container, inset: inset, measuredBy: Typewriter()) == nil)
    }

    @Test(
        "a font that measures nonsense takes no space, or all there is",
        arguments: [
            (Size(width: .nan, height: .infinity), Size(width: 0, height: 0)),
            (Size(width: -5, height: 20), Size(width: 0, height: 20)),
            (Size(width: 1e300, height: 1e300), Size(width: 284, height: 108)),
        ])
    func hostileFont(_ answer: Size, _ expected: Size) {
        let layout = Placeholder("Notes", cursorOffset: Point(x: .nan, y: .infinity)).layout(
            in: container, inset: inset, measuredBy: Oracle(answer: answer))
        #expect(layout?.frame.size == expected)
        #expect(layout?.caret == Point(x: 8, y: 6))
    }

    @Test("colour is data, from 0 to 1")
    func color() {
        let color = Color(red: -1, green: 0.25, blue: .infinity, alpha: .nan)
        #expect(Placeholder("Notes", color: color).color == Color(red: 0, green: 0.25, blue: 1, alpha: 0))
        #expect(Color(red: 0, green: 0, blue: 0).alpha == 1)
    }
}
