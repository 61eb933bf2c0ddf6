import HeadroomCore

/// The accessibility plugin at work on a desktop: the docked Onboard, the daemon, the plugin, and a window with fields.
package struct FieldsScene {
    package let desktop: XDesktop
    package let onboard: Onboard
    package let story: Story
    package let plugin: AccessibilityHelper
    package let window: FieldsWindow

    /// Where the keyboard's top is, less the margin.
    package static let limit = 595.0 - 10
    /// What is made of a place that toolkit and plugin both round, in pixels.
    package static let rounding = 1.5

    /// Starts everything; the keyboard is hidden, and `open` opens the window.
    package init(_ open: (XDesktop) throws -> FieldsWindow) throws {
        desktop = try XDesktop()
        onboard = try Onboard(desktop)
        story = try Story(desktop)
        try story.waitForObservers(["Onboard": "active"])
        plugin = try AccessibilityHelper(desktop)
        window = try open(desktop)
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
}
