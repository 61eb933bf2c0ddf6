import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with real programs and the real, docked Onboard. The truth is the toolkit's own.
    @Suite(.serialized) struct AccessibilityTests {
        typealias Toolkit = FieldsWindow.Toolkit

        /// Where the keyboard's top is, less the margin.
        static let limit = 595.0 - 10

        private struct Scene {
            let desktop: XDesktop
            let onboard: Onboard
            let story: Story
            let plugin: AccessibilityHelper
            let window: FieldsWindow

            init(_ toolkit: Toolkit) throws {
                desktop = try XDesktop()
                onboard = try Onboard(desktop)
                story = try Story(desktop)
                try story.waitForObservers(["Onboard": "active"])
                plugin = try AccessibilityHelper(desktop)
                window = try FieldsWindow(desktop, toolkit)
            }

            func show() throws {
                try onboard.show()
                try onboard.wait(shown: true)
            }

            func hide() throws {
                try onboard.hide()
                try onboard.wait(shown: false)
            }

            var log: String { plugin.teller.process.log + story.log }

            /// Waits until a field has the focus and ends above the keyboard, and nothing moves.
            @discardableResult
            func expectInSight(_ name: String) throws -> FieldsWindow.Truth {
                try window.wait("\(name) is above the keyboard", log: log) {
                    $0.focus == name && $0.field.bottom <= AccessibilityTests.limit + 0.5 && $0.field.top >= 0
                }
            }
        }

        /// A field that the keyboard covers is scrolled into sight, five moves of the focus neither drift nor double, and
        /// hiding restores exactly.
        @Test(arguments: [Toolkit.gtk3, .qt5]) func list(_ toolkit: Toolkit) throws {
            let scene = try Scene(toolkit)
            try scene.window.focus("e16")
            let before = try scene.window.truth()
            #expect(before.field.bottom > Self.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight("e16")
            #expect(shown.field.bottom >= Self.limit - 1.5, "it moved further than it had to")
            let report = try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" && $0.hasLatency }
            #expect(abs(report.shiftY + (shown.offset - before.offset)) <= 1)
            #expect(report.parts.keys.sorted() == ["scroll"])
            for name in ["e17", "e15", "e18", "e2", "e16"] {
                try scene.window.focus(name)
                try scene.expectInSight(name)
            }
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
            try scene.plugin.wait("the last report") { $0.outcome == "restored" }
        }
    }
}
