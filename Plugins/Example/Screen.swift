internal import Glibc

/// Draws the view: in a terminal as it is, elsewhere a line of words for each change.
final class Screen {
    private let view: TextView
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var before: termios?
    private var last = ""

    init(_ view: TextView) { self.view = view }

    deinit { leave() }

    /// How many rows the terminal has; nil: it is none.
    static var rows: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1 else { return nil }
        return Int(size.ws_row)
    }

    /// Keys come one by one, and the terminal's own text is kept for later.
    func enter() {
        var state = termios()
        if isTerminal, tcgetattr(STDIN_FILENO, &state) == 0 {
            before = state
            state.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &state)
            // Another screen, no cursor, and word of the focus.
            put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1004h")
        }
        draw()
    }

    /// The terminal is as it was.
    func leave() {
        guard var state = before else { return }
        before = nil
        tcsetattr(STDIN_FILENO, TCSANOW, &state)
        put("\u{1B}[?1004l\u{1B}[?25h\u{1B}[?1049l")
    }

    func draw() {
        let text = isTerminal ? picture : words
        guard text != last else { return }
        last = text
        put(text)
    }

    private var picture: String {
        let rows = (0..<view.rows).map { row in
            let number = view.firstLine + row
            let line = number < view.lines.count ? view.lines[number] : "~"
            return number == view.caret ? "\u{1B}[7m\(line)\u{1B}[0m" : line
        }
        return "\u{1B}[H" + rows.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n")
    }

    private var words: String {
        "line \(view.caret) is in row \(view.caret - view.firstLine) of \(view.rows - view.coveredRows)\n"
    }

    private func put(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
