import Foundation
import HeadroomBus
import HeadroomCore
import Support

/// A desktop with the docked Onboard, the daemon, the accessibility plugin and a program with fields, each of which can be
/// killed and comes back.
package final class AccessibleDesk {
    package let desktop: XDesktop
    package private(set) var onboard: Onboard
    package private(set) var story: Story
    package private(set) var plugin: AccessibilityHelper
    package private(set) var window: FieldsWindow
    package let toolkit: FieldsWindow.Toolkit

    /// Where what is typed has to end: the keyboard's top, less the margin, and what rounding makes of places.
    private static let limit = 595.0 - 10 + 1.5

    /// `program`: the one with the fields, where it is not the toolkit's plain one.
    package init(_ toolkit: FieldsWindow.Toolkit, program: String? = nil) throws {
        self.toolkit = toolkit
        desktop = try XDesktop()
        onboard = try Onboard(desktop)
        story = try Story(desktop)
        try story.waitForObservers(["Onboard": "active"])
        plugin = try AccessibilityHelper(desktop)
        window = try FieldsWindow(desktop, toolkit, program: program)
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

    /// Waits until a field has the focus and is above the keyboard, and nothing moves.
    @discardableResult
    package func waitInSight(_ name: String) throws -> FieldsWindow.Truth {
        try window.wait("\(name) is above the keyboard", log: log) {
            $0.focus == name && $0.field.bottom <= AccessibleDesk.limit && $0.field.top >= 0
        }
    }

    /// Waits until the list is scrolled so far, and nothing moves.
    package func wait(offset: Double) throws {
        try window.wait("the list is at \(offset)", log: log) { $0.offset == offset }
    }

    // MARK: - Killing, and coming back

    package func killPlugin() { plugin.teller.process.kill() }
    package func restartPlugin() throws { plugin = try AccessibilityHelper(desktop) }

    package func killDaemon() { story.daemon.process.kill() }

    package func restartDaemon() throws {
        story = try Story(desktop)
        try story.waitForObservers(["Onboard": "active"])
    }

    package func killOnboard() { onboard.process.process.kill() }
    package func restartOnboard() throws { onboard = try Onboard(desktop) }

    package func killWindow() { window.teller.process.kill() }
    package func restartWindow() throws { window = try FieldsWindow(desktop, toolkit) }

    /// What the plugin has written down of what it has moved, an application a line.
    package var writtenDown: [String] {
        let text = try? String(contentsOfFile: "\(desktop.folder)/headroom/moved-accessibility", encoding: .utf8)
        return (text ?? "").split(separator: "\n").dropFirst().map(String.init)
    }

    /// Waits until nothing is written down as moved, and the daemon knows of nothing.
    package func waitUntilNothingIsMoved() throws {
        for _ in 0..<1000 {
            if writtenDown.isEmpty, try plugin.reports().allSatisfy({ $0.shiftY == 0 }) { return }
            try desktop.pass(microseconds: 20_000)
        }
        throw TestFailure("something is still moved: \(writtenDown) \(try plugin.reports())\n\(log)")
    }
}
