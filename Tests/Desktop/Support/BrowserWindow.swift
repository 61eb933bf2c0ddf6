import HeadroomCore
import Support

extension FieldsWindow {
    /// Browsers that nobody made for us.
    package enum Browser: String, CaseIterable, Sendable {
        case chromium, firefox

        /// The class of its windows.
        fileprivate var windowClass: String {
            switch self {
            case .chromium: "Chromium"
            case .firefox: "firefox-esr"
            }
        }
    }

    /// What scrolls in a page, and what stands over it.
    package enum Page: String, Sendable {
        /// The page scrolls, over a footer at its window's bottom.
        case plain
        /// A part of the page scrolls.
        case inner
        /// As the first, in a maximised window, which ends above the keyboard, and so the footer with it.
        case sticky
    }

    /// What is painted where the page says that its mark is.
    private static let mark = 0x00cc66
    /// What is painted where the field with the focus is, unless it is the text area.
    package static let focused = 0xcc3300

    /// Starts a browser and waits until its page is there and active.
    package convenience init(_ desktop: XDesktop, _ browser: Browser, _ page: Page = .plain) throws {
        let teller = try desktop.start(
            "/usr/bin/python3",
            ["\(desktop.programs)/fields-web.py", browser.rawValue, desktop.folder, page.rawValue],
            environment: ["NO_AT_BRIDGE": "0", "GTK_A11Y": "atspi"])
        try teller.wait(for: "active", seconds: 60)
        let truth = try XDesktop.Truth(desktop, of: browser.windowClass)
        try truth.wait("the window") { $0.frame != nil }
        self.init(desktop, teller, origin: try FieldsWindow.origin(of: teller, on: truth))
    }

    /// Where a page begins on the screen, by its mark, once that is painted at the same place twice.
    private static func origin(of teller: Teller, on truth: XDesktop.Truth) throws -> Point {
        var last: Point?
        for _ in 0..<300 {
            teller.skip()
            teller.process.write("truth\n")
            let line = try teller.wait(for: "the truth") { $0.hasPrefix("truth ") }
            let words = line.split(separator: " ").first { $0.hasPrefix("mark=") }?.dropFirst(5)
            let said = (words ?? "").split(separator: ",").compactMap { Double($0) }
            guard let painted = try truth.screenshot().bounds(of: mark), said.count == 4,
                Double(painted.width) == said[2], Double(painted.height) == said[3]
            else { continue }
            let origin = Point(x: Double(painted.x) - said[0], y: Double(painted.y) - said[1])
            if origin == last { return origin }
            last = origin
        }
        throw TestFailure("the page's mark is not painted\n\(teller.process.log)")
    }

    /// Waits until the field with the focus is painted where the page says that it is.
    package func expectPainted(_ truth: Truth, on screen: XDesktop.Truth) throws {
        var seen: Rect?
        for _ in 0..<300 {
            seen = try screen.screenshot().bounds(of: FieldsWindow.focused).map {
                Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
            }
            if let seen, seen.isWithin(1, of: truth.field) { return }
        }
        throw TestFailure("the field is painted at \(String(describing: seen)), not at \(truth.field)")
    }
}
