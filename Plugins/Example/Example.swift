internal import Glibc
import HeadroomClient
import HeadroomCore
import HeadroomPluginKit

/// A text view in a terminal that keeps its caret in sight of the on-screen keyboard.
final class Example {
    private let client: Client
    private let runner: Runner
    private let view: TextView
    private let world: TextWorld
    private let screen: Screen
    private let engagement: Engagement
    private var watches: [LoopWatch] = []

    init(_ options: Options) throws(ClientError) {
        let rows = options.rows ?? Screen.rows ?? 24
        let lines = (1...options.lines).map { "This is line \($0) of \(options.lines)." }
        let view = TextView(lines, frame: options.frame, rows: rows)
        view.moveCaret(to: rows - 1)
        let screen = Screen(view)
        let world = TextWorld(view) { screen.draw() }
        self.view = view
        self.screen = screen
        self.world = world

        client = try Client()
        runner = try Runner(client, name: "headroom-example", kind: .app)
        engagement = try runner.engage(world)
    }

    func run() throws(ClientError) -> Int32 {
        // Input that nobody can wait for, such as a file, has no keys.
        if let keys = try? client.watch(STDIN_FILENO, { [unowned self] in read() }) { watches.append(keys) }
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            watches.append(try client.watchSignal(signal) { [unowned self] in end() })
        }
        screen.enter()
        defer { screen.leave() }
        return try client.run()
    }

    /// Puts everything back, says so, and ends.
    private func end() {
        watches = []
        runner.stop { [client] in client.stop() }
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return end() }
        for key in Key.all(in: Array(bytes.prefix(count))) { press(key) }
        screen.draw()
    }

    private func press(_ key: Key) {
        switch key {
        case .up: view.moveCaret(to: view.caret - 1)
        case .down: view.moveCaret(to: view.caret + 1)
        case .first: view.moveCaret(to: 0)
        case .last: view.moveCaret(to: view.lines.count - 1)
        case .enter: view.insertLine("A new line.")
        case .scrollUp, .scrollDown:
            let distance = key == .scrollUp ? -view.lineHeight : view.lineHeight
            view.scroll(to: view.offset + distance, room: view.room)
            return engagement.userScrolled()
        case .focusIn, .focusOut:
            world.hasFocus = key == .focusIn
            return engagement.focusChanged()
        case .quit: return end()
        }
        // What the view does for its user's sake is the user's: it stays when the keyboard goes.
        if view.followCaret() { engagement.userScrolled() }
        engagement.caretMoved()
    }
}
