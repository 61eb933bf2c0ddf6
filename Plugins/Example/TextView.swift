import HeadroomCore

/// A text with a caret in one of its lines, seen through a window of so many rows.
///
/// This is the part that any program has already. It knows nothing of keyboards: it can be scrolled, and it can have
/// free room below its text.
final class TextView {
    /// Where its window is, in logical pixels of the global space.
    var frame: Rect
    let rows: Int
    private(set) var lines: [String]
    /// The line with the caret.
    private(set) var caret = 0
    /// How far it is scrolled, in pixels.
    private(set) var offset = 0.0
    /// The free room below the text, in pixels.
    private(set) var room = 0.0

    init(_ lines: [String], frame: Rect, rows: Int) {
        self.lines = lines
        self.frame = frame
        self.rows = rows
    }

    var lineHeight: Double { frame.height / Double(rows) }
    var height: Double { Double(lines.count) * lineHeight }

    /// The caret's line in the text, in pixels.
    var caretFrame: Rect {
        Rect(x: 0, y: Double(caret) * lineHeight, width: frame.width, height: lineHeight)
    }

    /// Scrolls, as far as there is anything, and makes room below the text.
    func scroll(to offset: Double, room: Double) {
        self.room = room
        self.offset = min(max(0, offset), max(0, height + room - frame.height))
    }

    func moveCaret(to line: Int) { caret = min(max(0, line), lines.count - 1) }

    /// A new line below the caret's, and the caret in it.
    func insertLine(_ text: String) {
        lines.insert(text, at: caret + 1)
        caret += 1
    }

    /// Scrolls so that the caret is in the window and not in the free room, as every text view does by itself.
    ///
    /// - Returns: whether that took any scrolling.
    func followCaret() -> Bool {
        let before = offset
        let lowest = caretFrame.bottom - frame.height + room
        scroll(to: min(max(offset, lowest), caretFrame.top), room: room)
        return offset != before
    }

    /// The line that is in the window's first row.
    var firstLine: Int { Int((offset / lineHeight).rounded()) }
    /// The rows at the bottom that something covers.
    var coveredRows: Int { min(rows, Int((room / lineHeight).rounded(.up))) }
}
