import Foundation
package import HeadroomCore
import Support

/// A program with a list of fields, as `fields-gtk3.py` and `fields-qt.py` describe it, that nobody made for us.
package final class FieldsWindow {
    package enum Toolkit: String, CaseIterable, Sendable {
        case gtk3, gtk4, qt5, qt6

        /// The program, by its file, which is also the class of its window.
        package var program: String {
            switch self {
            case .gtk3: "fields-gtk3.py"
            case .gtk4: "fields-gtk4.py"
            case .qt5, .qt6: "fields-qt.py"
            }
        }

        var arguments: [String] {
            switch self {
            case .gtk3, .gtk4: []
            case .qt5: ["5"]
            case .qt6: ["6"]
            }
        }

        /// A field of the list that the keyboard covers as the window begins, and the toolkit shows when it has the focus.
        package var covered: String { self == .qt6 ? "e18" : "e16" }

        /// These; all with `HEADROOM_LONG=1`.
        package static func some(_ few: Toolkit...) -> [Toolkit] {
            ProcessInfo.processInfo.environment["HEADROOM_LONG"] == "1" ? allCases : few
        }
    }

    /// What it says itself of where things are, in pixels of the root window.
    package struct Truth: Sendable, Hashable {
        package var focus: String
        /// The field with the focus; nowhere, and nothing, if none has it.
        package var field: Rect
        /// Where the list is seen; nil: nobody says.
        package var view: Rect
        /// The caret of the text area.
        package var caret: Rect
        /// How far the list is scrolled, and the text area in it.
        package var offset: Double
        package var inner: Double

        /// Whether the caret is within the focused field, the text area.
        package var showsCaret: Bool { caret.top >= field.top && caret.bottom <= field.bottom }
    }

    package let desktop: Session
    package let teller: Teller
    /// Where its window is, for a toolkit that knows no place but in its window.
    package var origin = Point.zero
    /// How many pixels one of what it says is.
    package var scale = 1.0
    /// What knows where its window is, for such a toolkit, and how large that was when it was asked.
    private var screen: XDesktop.Truth?
    private var placed: Size?

    /// What is painted where the field with the focus is, unless it is the text area.
    package static let focused = 0xcc3300

    /// Starts it and waits until its window is active.
    ///
    /// `program`: another one that has such a window, with the toolkit.
    package convenience init(
        _ desktop: XDesktop, _ toolkit: Toolkit, program: String? = nil, environment: [String: String] = [:]
    ) throws {
        let teller = try FieldsWindow.start(
            program ?? toolkit.program, toolkit.arguments, on: desktop, environment: environment)
        self.init(desktop, teller, origin: .zero)
        if toolkit == .gtk4 { screen = try XDesktop.Truth(desktop, of: program ?? toolkit.program) }
    }

    /// The same, with pixels as small as on a screen of so many times the usual number, in a window of 1000x700.
    ///
    /// `isSandboxed`: among processes of its own.
    package convenience init(
        _ desktop: XDesktop, _ toolkit: Toolkit, scale: Double, isSandboxed: Bool = false
    ) throws {
        let teller = try FieldsWindow.start(
            toolkit.program, toolkit.arguments + FieldsWindow.painting(toolkit, on: desktop), on: desktop,
            in: isSandboxed ? ["bwrap", "--die-with-parent", "--unshare-pid", "--dev-bind", "/", "/"] : [],
            environment: ["GDK_SCALE": "\(Int(scale))", "QT_SCALE_FACTOR": "\(scale)"])
        self.init(desktop, teller, origin: .zero)
        self.scale = scale
        try desktop.run(
            "xdotool", ["search", "--name", "^fields$", "windowsize", "1000", "700", "windowmove", "100", "40"])
        let truth = try XDesktop.Truth(desktop, of: toolkit.program)
        try truth.wait("the window's new size") { $0.frame?.size == Size(width: 1000, height: 700) }
        if toolkit == .gtk4 { screen = truth }
    }

    /// Has its window say that it is of this process.
    package func nameProcess(_ process: Int) throws {
        try desktop.run("xprop", ["-name", "fields", "-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID", "\(process)"])
    }

    /// Starts one of the programs as a user's session does, and waits until its window is active. `launcher`: what starts it.
    static func start(
        _ program: String, _ arguments: [String], on desktop: Session, in launcher: [String] = [],
        environment more: [String: String] = [:]
    ) throws -> Teller {
        let environment = ["NO_AT_BRIDGE": "0", "GTK_A11Y": "atspi", "QT_QPA_PLATFORM": "xcb"].merging(more) { $1 }
        let command = launcher + ["/usr/bin/python3", "\(desktop.programs)/\(program)"] + arguments
        let teller = try desktop.start(command[0], Array(command.dropFirst()), environment: environment)
        try teller.wait(for: "active")
        return teller
    }

    /// A window that a program of another kind has; it is active already.
    ///
    /// `origin`: of its places on the screen.
    init(_ desktop: Session, _ teller: Teller, origin: Point) {
        self.desktop = desktop
        self.teller = teller
        self.origin = origin
    }

    /// Puts the focus on a field.
    package func focus(_ name: String) throws { try teller.tell("focus \(name)") }

    /// Puts the caret of the text area on a line; GTK 3 scrolls there 150 ms later if `isLate`.
    package func caret(line: Int, isLate: Bool = false) throws {
        try teller.tell("\(isLate ? "late" : "caret") \(line)")
    }

    /// Puts the caret of the text area behind its last character.
    package func caretAtEnd() throws { try teller.tell("end") }

    /// Scrolls the list as its user would.
    package func scroll(to offset: Int) throws { try teller.tell("scroll \(offset)") }

    /// Where everything is now.
    package func truth() throws -> Truth {
        let said = try said()
        func rect(_ key: String) throws -> Rect {
            let numbers = said.numbers(key)
            guard numbers.count == 4 else { throw TestFailure("no rectangle: \(said.line)") }
            return Rect(
                x: numbers[0] * scale, y: numbers[1] * scale, width: numbers[2] * scale, height: numbers[3] * scale
            ).moved(dx: origin.x, dy: origin.y)
        }
        guard let focus = said.words["focus"], let offset = said.numbers("offset").first,
            let inner = said.numbers("inner").first
        else {
            throw TestFailure("not the truth: \(said.line)")
        }
        offsets.append(offset)
        return Truth(
            focus: focus, field: focus == "none" ? .zero : try rect("field"), view: try rect("view"),
            caret: try rect("caret"), offset: offset,
            inner: inner)
    }

    /// A line of the truth, word by word.
    private struct Said {
        let line: String
        var words: [String: String] = [:]

        init(_ line: String) {
            self.line = line
            for word in line.split(separator: " ").dropFirst() {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 { words[String(parts[0])] = String(parts[1]) }
            }
        }

        func numbers(_ key: String) -> [Double] {
            (words[key] ?? "").split(separator: ",").compactMap { Double($0) }
        }
    }

    /// What it says now. What knows only places in its window says how large that is, too: until the window has that size on the
    /// screen nobody can say where the places are.
    private func said() throws -> Said {
        var frame: Rect?
        for _ in 0..<1500 {
            teller.skip()
            teller.process.write("truth\n")
            let said = Said(try teller.wait(for: "the truth") { $0.hasPrefix("truth ") })
            guard let screen else { return said }
            let numbers = said.numbers("size").map { $0 * scale }
            guard numbers.count == 2 else { throw TestFailure("no size: \(said.line)") }
            let size = Size(width: numbers[0], height: numbers[1])
            if size == placed { return said }
            frame = try screen.frame()
            // Of a window that is no whole number of its units large, it has one unit less or more.
            if let frame, abs(frame.width - size.width) < scale, abs(frame.height - size.height) < scale {
                origin = frame.origin
                placed = size
                continue
            }
            try desktop.pass(microseconds: 10_000)
        }
        throw TestFailure(
            "its window has another size on the screen: \(String(describing: frame))\n\(teller.process.log)")
    }

    private var offsets: [Double] = []

    /// Every offset of the list that was seen while something was done.
    package func offsets(while act: () throws -> Void) throws -> [Double] {
        offsets = []
        _ = try truth()
        try act()
        return offsets
    }

    /// Asks until everything is where it should be, and stays there for so many answers.
    ///
    /// - Returns: the last answer.
    @discardableResult
    package func wait(
        _ what: String, log: @autoclosure () throws -> String = "", where fits: (Truth) -> Bool
    ) throws -> Truth {
        var last: Truth?
        var count = 0
        for _ in 0..<1500 {
            let truth = try truth()
            last = truth
            count = fits(truth) ? count + 1 : 0
            if count == FieldsWindow.steady { return truth }
            try desktop.pass(microseconds: 10_000)
        }
        throw TestFailure("\(what) is not so: \(String(describing: last))\n\(try log())\n\(teller.process.log)")
    }

    /// How many answers in a row have to be right: more than a movement takes.
    private static let steady = 30
}
