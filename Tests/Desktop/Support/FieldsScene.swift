package import HeadroomCore
import Support

/// The accessibility plugin at work on a desktop: the docked Onboard, the daemon, the plugin, and a window with fields.
package final class FieldsScene {
    package let desktop: XDesktop
    package internal(set) var onboard: Onboard
    /// If it writes Chinese, one of these.
    package let ibus: IBus?
    package let fcitx5: Fcitx5?
    package internal(set) var story: Story
    package internal(set) var plugin: AccessibilityHelper
    package internal(set) var window: FieldsWindow
    let open: (XDesktop) throws -> FieldsWindow
    /// The observers that this desktop has work for.
    let active: [String: String]

    /// Where the keyboard's top is.
    package static let keyboard = 595.0
    /// The same less the margin.
    package static let limit = keyboard - margin
    package static let margin = 10.0
    /// What is made of a place that toolkit and plugin both round, in pixels.
    package static let rounding = 2.5

    /// Starts everything; the keyboard is hidden, and `open` opens the window.
    ///
    /// `method`: the input method that somebody writes pinyin with; nil: none is there. What is opened has to use it.
    /// `server`: options of the X server.
    package init(
        _ method: WritingDesk.Method? = nil, server: [String] = [],
        _ open: @escaping (XDesktop) throws -> FieldsWindow
    ) throws {
        self.open = open
        desktop = try XDesktop(server: server)
        onboard = try Onboard(desktop)
        ibus = method == .ibus ? try IBus(desktop) : nil
        fcitx5 = method == nil || method == .ibus ? nil : try Fcitx5(desktop)
        story = try Story(desktop)
        let observers = ["Onboard", "X11"] + (method.map { [$0.observer] } ?? [])
        active = Dictionary(uniqueKeysWithValues: observers.map { ($0, "active") })
        try story.waitForObservers(active)
        plugin = try AccessibilityHelper(desktop)
        window = try open(desktop)
    }

    /// The same with the window of a toolkit. `program`: the one with the fields, where it is not the toolkit's plain one.
    package convenience init(
        _ toolkit: FieldsWindow.Toolkit, _ method: WritingDesk.Method? = nil, program: String? = nil
    ) throws {
        try self.init(method) {
            try FieldsWindow($0, toolkit, program: program, environment: method?.environment ?? [:])
        }
    }

    package func show() throws {
        try onboard.show()
        try onboard.wait(shown: true)
    }

    package func hide() throws {
        try onboard.hide()
        try onboard.wait(shown: false)
    }

    package var log: String { plugin.log + story.log }

    /// Waits until a field has the focus and is seen above the keyboard, and nothing moves.
    @discardableResult
    package func expectInSight(_ name: String) throws -> FieldsWindow.Truth {
        try window.wait("\(name) is above the keyboard", log: log) {
            $0.focus == name && $0.field.bottom <= FieldsScene.limit + FieldsScene.rounding
                && $0.field.top >= $0.view.top - FieldsScene.rounding
        }
    }

    /// Waits until the caret of the text area, which has the focus, is seen above the keyboard, and nothing moves.
    package func expectCaretInSight(_ what: String) throws {
        try window.wait("\(what) is above the keyboard", log: log) {
            $0.focus == "area" && $0.caret.bottom <= FieldsScene.limit + FieldsScene.rounding
                && $0.caret.top >= $0.view.top && $0.showsCaret
        }
    }

    /// Waits until the field with the focus is painted there, as a whole but for its border, and nowhere below that.
    package func expectPainted(_ field: Rect) throws {
        var seen: Rect?
        for _ in 0..<30 {
            seen = try onboard.truth.screenshot().bounds(of: FieldsWindow.focused).map {
                Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
            }
            if let seen, seen.isWithin(Self.border, of: field), seen.bottom <= Self.limit + Self.rounding { return }
        }
        throw TestFailure("the focused field is painted at \(String(describing: seen)), not \(field)\n\(log)")
    }

    /// How thick a field's border is at most, in pixels.
    private static let border = 6.0
}
