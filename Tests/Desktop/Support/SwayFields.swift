import Foundation
package import HeadroomCore
import Support

/// The accessibility plugin at work on sway: squeekboard, the daemon, the plugin, and a window with fields.
package struct SwayFields {
    /// How sway has the window.
    package enum Placement: String, CaseIterable, Sendable {
        /// It is shrunk when the keyboard comes.
        case tiled
        /// It lies under the keyboard.
        case floating
    }

    package let desktop: Desktop
    package let story: Story
    package let plugin: AccessibilityHelper
    package let window: FieldsWindow
    /// What ``Desktop/ibus()`` returns, if that is there.
    package let candidates: Teller?
    /// Where squeekboard's top is.
    package let keyboardTop: Double
    private let scale: Double

    /// The output.
    package static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
    /// The window, if it is floating.
    package static let floating = Rect(x: 300, y: 60, width: 500, height: 640)

    /// Starts everything; the keyboard is hidden.
    ///
    /// - Parameters:
    ///   - placement: how sway has the window.
    ///   - scale: of the output, 1 or 2; its size in logical pixels is the same.
    ///   - border: of windows, as sway has it.
    ///   - typesChinese: whether there is IBus with pinyin; what is opened has to use it.
    ///   - open: opens the window and waits until it is active.
    /// - Throws: if something does not start, with its log.
    package init(
        _ placement: Placement, scale: Int = 1, border: String = "none", typesChinese: Bool = false,
        _ open: (Desktop) throws -> FieldsWindow
    ) throws {
        let size = SwayFields.screen.size
        keyboardTop = scale == 1 ? 400 : 589
        self.scale = Double(scale)
        var lines = [
            "output HEADLESS-1 mode \(Int(size.width) * scale)x\(Int(size.height) * scale) scale \(scale)",
            "default_border \(border)", "default_floating_border \(border)",
        ]
        // By what windows are known for as they come: a browser's title is another one then, and Firefox does not follow what is
        // made of its window soon after.
        switch placement {
        case .tiled: lines.append("for_window [app_id=\".+\"] floating disable")
        case .floating:
            let frame = SwayFields.floating
            lines.append(
                "for_window [app_id=\".+\"] floating enable, resize set \(Int(frame.width)) \(Int(frame.height)), "
                    + "move absolute position \(Int(frame.x)) \(Int(frame.y))")
        }
        desktop = try Desktop(.sway, configuration: lines.joined(separator: "\n"), startsServices: true)
        try FieldsWindow.paintFocus(on: desktop)
        _ = try desktop.squeekboard()
        candidates = typesChinese ? try desktop.ibus() : nil
        story = try Story(desktop)
        try story.waitForObservers(["OSK0": "active"].merging(typesChinese ? ["IBus": "active"] : [:]) { $1 })
        plugin = try AccessibilityHelper(desktop)
        window = try open(desktop)
    }

    package var log: String { plugin.log + story.log }

    package func show() throws {
        try desktop.setVisible(true)
        try wait(for: "shown")
    }

    package func hide() throws {
        try desktop.setVisible(false)
        try wait(for: "hidden")
    }

    private func wait(for phase: String) throws {
        for _ in 0..<1500 {
            if try desktop.published().phase == phase { return }
            try desktop.pass(microseconds: 10_000)
        }
        throw TestFailure("the keyboard is not \(phase)\n\(log)")
    }

    /// Waits until the field with the focus is painted there.
    package func expectPainted(_ truth: FieldsWindow.Truth) throws {
        try window.expectPainted(truth, scale: scale) { try desktop.screenshot() }
    }

    /// Puts the focus on a field and the keyboard away: squeekboard comes with the focus, a moment later.
    ///
    /// - Returns: where everything is then.
    package func begin(with name: String) throws -> FieldsWindow.Truth {
        try window.focus(name)
        func isCalm() throws -> Bool {
            try desktop.published().phase == "hidden" && plugin.reports().allSatisfy { $0.shiftY == 0 }
        }
        for _ in 0..<30 {
            var calm = 0
            for _ in 0..<300 where calm < 10 {
                try desktop.setVisible(false)
                try desktop.pass(microseconds: 50_000)
                calm = try isCalm() ? calm + 1 : 0
            }
            let truth = try window.wait("\(name) has the focus", log: log) { $0.focus == name }
            // On a slow machine it comes after that.
            if try isCalm() { return truth }
        }
        throw TestFailure("the keyboard does not stay away\n\(log)")
    }

    /// The first field of a list that the keyboard covers as a whole.
    package func coveredField() throws -> String {
        let first = try begin(with: "e0").field.top
        let pitch = try begin(with: "e1").field.top - first
        return "e\(Int(((limit - first) / pitch).rounded(.up)))"
    }

    /// Where a field with the focus has to end.
    package var limit: Double { keyboardTop - 10 }
    /// What is made of a place that toolkit and plugin both round, in pixels.
    package static let rounding = 2.5

    /// Waits until a field has the focus and ends above the keyboard, and nothing moves; and until it is painted there.
    @discardableResult
    package func expectInSight(_ name: String) throws -> FieldsWindow.Truth {
        let limit = limit
        let truth = try window.wait("\(name) is above the keyboard", log: log) {
            $0.focus == name && $0.field.bottom <= limit + SwayFields.rounding && $0.field.top >= 0
        }
        try expectPainted(truth)
        return truth
    }

    /// Waits until the caret of the text area, which has the focus, is seen above the keyboard, and nothing moves.
    package func expectCaretInSight(_ what: String) throws {
        let limit = limit
        try window.wait("\(what) is above the keyboard", log: log) {
            $0.focus == "area" && $0.caret.bottom <= limit + SwayFields.rounding && $0.caret.top >= $0.view.top
                && $0.showsCaret
        }
    }
}

extension FieldsWindow {
    /// Has the toolkits paint the field with the focus in a colour, by what the user may have them do.
    package static func paintFocus(on desktop: Session) throws {
        let style = "entry:focus, entry:focus-within { background: #cc3300; color: #cc3300; caret-color: #cc3300; }\n"
        try desktop.write(style, to: ".config/gtk-3.0/gtk.css")
        try desktop.write(style, to: ".config/gtk-4.0/gtk.css")
        try desktop.write(
            "QLineEdit:focus { background: #cc3300; color: #cc3300; selection-background-color: #cc3300; }\n",
            to: "qt.css")
    }

    /// The arguments of one of the programs with which it paints so.
    package static func painting(_ toolkit: Toolkit, on desktop: Session) -> [String] {
        toolkit == .qt5 || toolkit == .qt6 ? ["-stylesheet", "\(desktop.folder)/qt.css"] : []
    }

    /// Starts one of the programs on sway.
    package convenience init(_ desktop: Desktop, _ toolkit: Toolkit, environment: [String: String] = [:]) throws {
        let teller = try FieldsWindow.start(
            toolkit.program, toolkit.arguments + FieldsWindow.painting(toolkit, on: desktop), on: desktop,
            environment: ["QT_QPA_PLATFORM": "wayland"].merging(environment) { $1 })
        self.init(desktop, teller, origin: try desktop.swayWindow().content.origin)
    }

    /// Starts a browser on sway; `pixels`: the output's scale.
    package convenience init(
        _ desktop: Desktop, _ browser: Browser, _ page: Page = .plain, pixels: Double = 1,
        environment: [String: String] = [:]
    ) throws {
        let teller = try FieldsWindow.start(
            browser, page, on: desktop, environment: environment.merging(browser.onWayland) { $1 })
        self.init(desktop, teller, origin: .zero)
        origin = try pageOrigin(pixels: pixels) { try desktop.screenshot() }
    }

    /// Waits until the field with the focus is painted, at the same place in three pictures.
    package func wherePainted(_ shot: () throws -> Screenshot) throws -> Rect {
        var last: Rect?
        var count = 0
        for _ in 0..<300 {
            let seen = try shot().bounds(of: FieldsWindow.focused).map {
                Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
            }
            count = seen == last ? count + 1 : 0
            last = seen
            if count == 3, let seen { return seen }
        }
        throw TestFailure("the field is not painted, or does not stand: \(String(describing: last))")
    }

    /// Waits until the field with the focus is painted where it is said to be, but for its border.
    ///
    /// - Parameters:
    ///   - truth: where that is.
    ///   - scale: how many pixels of the picture one of that is.
    ///   - shot: takes a picture.
    /// - Returns: where it is painted.
    /// - Throws: if it is painted elsewhere, or not at all.
    @discardableResult
    package func expectPainted(
        _ truth: Truth, scale: Double = 1, _ shot: () throws -> Screenshot
    ) throws -> Rect {
        var seen: Rect?
        for _ in 0..<200 {
            seen = try shot().bounds(of: FieldsWindow.focused).map {
                Rect(
                    x: Double($0.x) / scale, y: Double($0.y) / scale, width: Double($0.width) / scale,
                    height: Double($0.height) / scale)
            }
            let (field, border) = (truth.field, 6.0)
            if let seen, abs(seen.top - field.top) <= border, abs(seen.bottom - field.bottom) <= border,
                abs(seen.left - field.left) <= border
            {
                return seen
            }
        }
        throw TestFailure("the field is painted at \(String(describing: seen)), not at \(truth.field)")
    }
}

extension Desktop {
    /// Where sway has the window with the fields, without what it draws around it, and in which state.
    package func swayWindow() throws -> (content: Rect, type: String) {
        let text = try run("swaymsg", ["-s", swaySocket, "-r", "-t", "get_tree"]).joined(separator: "\n")
        guard let tree = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
            let node = Desktop.find(in: tree), let frame = Desktop.rect(node["rect"]),
            let inside = Desktop.rect(node["window_rect"])
        else { throw TestFailure("no window: \(text)") }
        return (
            Rect(x: frame.x + inside.x, y: frame.y + inside.y, width: inside.width, height: inside.height),
            node["type"] as? String ?? ""
        )
    }

    private static func find(in node: [String: Any]) -> [String: Any]? {
        if node["pid"] != nil, (node["name"] as? String)?.hasPrefix("fields") == true { return node }
        for key in ["nodes", "floating_nodes"] {
            for child in node[key] as? [[String: Any]] ?? [] {
                if let found = find(in: child) { return found }
            }
        }
        return nil
    }

    private static func rect(_ value: Any?) -> Rect? {
        guard let value = value as? [String: Any], let x = value["x"] as? Double, let y = value["y"] as? Double,
            let width = value["width"] as? Double, let height = value["height"] as? Double
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }
}
