import Foundation
import HeadroomCore
import Support

extension FieldsWindow {
    /// Browsers that nobody made for us.
    package enum Browser: String, CaseIterable, Sendable {
        case chromium, firefox

        /// These; both with `HEADROOM_LONG=1`.
        package static func some(_ few: Browser...) -> [Browser] {
            ProcessInfo.processInfo.environment["HEADROOM_LONG"] == "1" ? allCases : few
        }

        /// What has it paint pages so many times as large on X11.
        fileprivate func scaled(by scale: Double) -> [String: String] {
            switch self {
            case .chromium: ["BROWSER_OPTIONS": "--force-device-scale-factor=\(scale)"]
            case .firefox: ["GDK_SCALE": "\(Int(scale))"]
            }
        }

        /// What has it be a client of a Wayland compositor.
        var onWayland: [String: String] {
            switch self {
            case .chromium: ["BROWSER_OPTIONS": "--ozone-platform=wayland"]
            case .firefox: ["MOZ_ENABLE_WAYLAND": "1"]
            }
        }

        /// The class of its windows.
        package var windowClass: String {
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

    /// Starts a browser and waits until its page is there and active.
    ///
    /// `scale`: how many pixels one of the page's is.
    package convenience init(
        _ desktop: XDesktop, _ browser: Browser, _ page: Page = .plain, scale: Double = 1,
        environment: [String: String] = [:]
    ) throws {
        let options = scale == 1 ? [:] : browser.scaled(by: scale)
        let teller = try FieldsWindow.start(
            browser, page, on: desktop, environment: environment.merging(options) { $1 })
        let truth = try XDesktop.Truth(desktop, of: browser.windowClass)
        try truth.wait("the window") { $0.frame != nil }
        self.init(desktop, teller, origin: .zero)
        self.scale = scale
        origin = try pageOrigin { try truth.screenshot() }
    }

    static func start(
        _ browser: Browser, _ page: Page, on desktop: Session, environment more: [String: String]
    ) throws -> Teller {
        let teller = try desktop.start(
            "/usr/bin/python3",
            ["\(desktop.programs)/fields-web.py", browser.rawValue, desktop.folder, page.rawValue],
            environment: ["NO_AT_BRIDGE": "0", "GTK_A11Y": "atspi"].merging(more) { $1 })
        try teller.wait(for: "active", seconds: 60)
        return teller
    }

    /// Where a page begins on the screen, by its mark, once that is painted at the same place twice.
    ///
    /// `pixels`: how many pixels of the picture one of the screen's is.
    func pageOrigin(pixels: Double = 1, _ shot: () throws -> Screenshot) throws -> Point {
        var last: Point?
        var seen = ""
        for _ in 0..<300 {
            teller.skip()
            teller.process.write("truth\n")
            let line = try teller.wait(for: "the truth") { $0.hasPrefix("truth ") }
            let words = line.split(separator: " ").first { $0.hasPrefix("mark=") }?.dropFirst(5)
            let said = (words ?? "").split(separator: ",").compactMap { Double($0) }.map { $0 * scale }
            let bounds = try shot().bounds(of: FieldsWindow.mark)
            seen = "\(line) painted at \(String(describing: bounds))"
            guard let painted = bounds, said.count == 4, Double(painted.width) == said[2] * pixels,
                Double(painted.height) == said[3] * pixels
            else { continue }
            let origin = Point(x: Double(painted.x) / pixels - said[0], y: Double(painted.y) / pixels - said[1])
            if origin == last { return origin }
            last = origin
        }
        throw TestFailure("the page's mark is not painted: \(seen)\n\(teller.process.log)")
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
