package import HeadroomCore
import Support

/// A GTK 4 window with fields of every kind, `forms-gtk4.py`, and a user who types, taps and drags in it.
package final class FormsWindow {
    package let desktop: XDesktop
    package let teller: Teller
    private let truth: XDesktop.Truth
    private let keys: Teller
    private let pointer: Teller
    /// Where the desktop has one: then everything is tapped with a finger.
    private let touch: TouchScreen?
    private var origin = Point.zero

    /// Starts it and waits until its window is active.
    package init(_ desktop: XDesktop, touch: TouchScreen? = nil) throws {
        self.desktop = desktop
        self.touch = touch
        keys = try desktop.python("xkey.py")
        pointer = try desktop.python("xpoint.py")
        truth = try XDesktop.Truth(desktop, of: "forms-gtk4.py")
        let library = try GTK4Library(desktop)
        teller = try library.start(
            "/usr/bin/python3", ["\(desktop.programs)/forms-gtk4.py", try library.bringExamples()])
        try teller.wait(for: "active")
        try truth.wait("the window") { $0.frame != nil }
        try steady("place(first)")
        // It has no shadow here, where nothing composes windows.
        origin = try truth.frame().map { Point(x: $0.x, y: $0.y) } ?? .zero
    }

    // MARK: What it is asked

    /// Runs a Python statement in it.
    ///
    /// - Throws: what it says that went wrong.
    package func run(_ statement: String) throws {
        if let error = try refusal(statement) { throw TestFailure("\(statement): \(error)\n\(teller.process.log)") }
    }

    /// Runs a statement that is refused.
    ///
    /// - Returns: why; nil: it is not refused.
    package func refusal(_ statement: String) throws -> String? {
        teller.skip()
        teller.process.write("do \(statement)\n")
        let line = try teller.wait(for: "that it is done") { $0.hasPrefix("error ") || $0 == "ok do \(statement)" }
        guard line.hasPrefix("error ") else { return nil }
        try teller.wait(for: "ok do \(statement)")
        return String(line.dropFirst("error ".count))
    }

    /// The value of a Python expression in it, as Python prints it.
    package func ask(_ expression: String) throws -> String {
        teller.skip()
        teller.process.write("ask \(expression)\n")
        let line = try teller.wait(for: "an answer") { $0.hasPrefix("answer ") || $0.hasPrefix("error ") }
        guard line.hasPrefix("answer ") else {
            throw TestFailure("\(expression): \(line)\n\(teller.process.log)")
        }
        return String(line.dropFirst("answer ".count))
    }

    /// Asks until the answer is this one, and stays so.
    package func expect(_ expression: String, _ value: String) throws {
        let last = try steady(expression) { $0 == value }
        guard last == value else {
            throw TestFailure("\(expression) is \(last), not \(value)\n\(teller.process.log)")
        }
    }

    /// Asks until an answer fits and is the same several times in a row.
    ///
    /// - Returns: the last one.
    @discardableResult
    package func steady(_ expression: String, where fits: (String) -> Bool = { _ in true }) throws -> String {
        var (last, count) = ("", 0)
        for _ in 0..<1500 {
            let now = try ask(expression)
            count = now == last && fits(now) ? count + 1 : 0
            last = now
            if count == FormsWindow.calm { break }
            try desktop.pass(microseconds: 10_000)
        }
        return last
    }

    /// How many answers in a row have to be the same.
    private static let calm = 8

    /// The numbers in an answer.
    package func numbers(_ expression: String) throws -> [Double] {
        FormsWindow.numbers(in: try steady(expression))
    }

    private static func numbers(in text: String) -> [Double] {
        text.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
    }

    /// Where a widget is in the window, once it stays there.
    package func place(_ widget: String) throws -> Rect {
        let numbers = try numbers("place(\(widget))")
        guard numbers.count == 4 else { throw TestFailure("\(widget) is nowhere: \(numbers)") }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Where a widget is on the screen.
    package func screenPlace(_ widget: String) throws -> Rect { try place(widget).moved(dx: origin.x, dy: origin.y) }

    /// What the screen shows, and where a widget is in it.
    package func picture(of widget: String) throws -> (shot: Screenshot, place: Rect) {
        let place = try screenPlace(widget)
        return (try truth.screenshot(), place)
    }

    /// Leaves a picture of the screen for people to look at.
    package func keepPicture(as name: String) throws {
        _ = try truth.screenshot()
        try KeptScreenshots.keep(desktop, as: "gtk4-forms-\(name)")
    }

    // MARK: What its user does

    /// Presses keys, by their X names, and waits until each has come to the window.
    package func type(_ names: String...) throws {
        for name in names {
            try run("pressed = False")
            keys.process.write("press \(name)\n")
            try keys.wait(for: "that it pressed") { $0.hasPrefix("pressed ") }
            try expect("pressed", "True")
        }
    }

    /// Presses the button, or a finger, in the middle of a widget, or so far from its left end; and lets it go, perhaps
    /// elsewhere; perhaps with a second finger beside it from the beginning.
    package func tap(
        _ widget: String, x: Double? = nil, draggedBy distance: Double = 0, withTwoFingers isPinch: Bool = false
    ) throws {
        let place = try screenPlace(widget)
        let (x, y) = (Int(place.x + (x ?? place.width / 2)), Int(place.y + min(place.height / 2, 30)))
        try press(x, y)
        if isPinch { try touch?.down(1, x: x + 40, y: y) }
        if distance != 0 {
            // In steps, as a hand does.
            for step in 1...4 { try move(x, y - Int(distance) * step / 4) }
        }
        if isPinch { try touch?.up(1) }
        try release()
        clicks += isPinch ? 2 : 1
        try expect("clicks", "\(clicks)")
    }

    private func press(_ x: Int, _ y: Int) throws {
        if let touch { return try touch.down(x: x, y: y) }
        try pointer.tell("move \(x) \(y)")
        try pointer.tell("press")
    }

    private func move(_ x: Int, _ y: Int) throws {
        if let touch { return try touch.move(x: x, y: y) }
        try pointer.tell("move \(x) \(y)")
    }

    private func release() throws {
        if let touch { return try touch.up() }
        try pointer.tell("release")
    }

    /// Turns the wheel over the middle of a widget.
    package func wheel(over widget: String) throws {
        let place = try screenPlace(widget)
        try pointer.tell("move \(Int(place.x + place.width / 2)) \(Int(place.y + min(place.height / 2, 30)))")
        try pointer.tell("wheel")
    }

    private var clicks = 0

    /// Ends it; GTK has warned of nothing.
    package func end() throws {
        try teller.tell("quit")
        let warnings = teller.process.log.split(separator: "\n").filter {
            // What GLib warns of, Python passes on as warnings of its own.
            $0.contains("-WARNING **") || $0.contains("-CRITICAL **") || $0.contains("Warning: g_")
        }
        guard warnings.isEmpty else { throw TestFailure("GTK warns:\n\(warnings.joined(separator: "\n"))") }
    }
}
