import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with real programs and the real, docked Onboard. The truth is the toolkit's own.
    @Suite(.serialized) struct AccessibilityTests {
        typealias Toolkit = FieldsWindow.Toolkit

        private static let limit = FieldsScene.limit
        private static let rounding = FieldsScene.rounding

        private func makeScene(_ toolkit: Toolkit) throws -> FieldsScene {
            try FieldsScene { try FieldsWindow($0, toolkit) }
        }

        /// A field that the keyboard covers is scrolled into sight, five moves of the focus neither drift nor double, and
        /// hiding restores exactly.
        @Test(arguments: Toolkit.allCases) func list(_ toolkit: Toolkit) throws {
            let scene = try makeScene(toolkit)
            try scene.window.focus(toolkit.covered)
            let before = try scene.window.wait("it has the focus") { $0.focus == toolkit.covered }
            #expect(before.field.bottom > Self.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight(toolkit.covered)
            #expect(shown.field.bottom >= Self.limit - Self.rounding, "it moved further than it had to")
            let report = try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            #expect(abs(report.shiftY + (shown.offset - before.offset)) <= 1)
            #expect(report.parts.keys.sorted() == ["scroll"])
            for name in ["e17", "e15", "e18", "e2", toolkit.covered] {
                try scene.window.focus(name)
                try scene.expectInSight(name)
            }
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
            try scene.plugin.wait("the last report") { $0.outcome == "restored" }
        }

        /// The caret of a text area is followed, in the area and in the list around it, and not by less than it has to.
        @Test(arguments: [Toolkit.gtk3, .qt5]) func area(_ toolkit: Toolkit) throws {
            let scene = try makeScene(toolkit)
            try scene.window.focus("area")
            try scene.window.caret(line: 11)
            let before = try scene.window.truth()
            #expect(before.caret.bottom > Self.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            for line in [11, 12, 13, 20, 45, 3] {
                try scene.window.caret(line: line)
                try scene.window.wait("line \(line) is above the keyboard", log: scene.log) {
                    $0.focus == "area" && $0.caret.bottom <= Self.limit + Self.rounding && $0.caret.top >= 0
                }
            }
            let moved = try scene.window.truth()
            try scene.hide()
            // The area is where the application put it; the list is where it was.
            try scene.window.wait("the list is where it was", log: scene.log) {
                $0.offset == before.offset && $0.inner <= moved.inner
            }
        }

        /// A field that nothing scrolls stays where it is, and that it is covered is said, with how much.
        @Test(arguments: Toolkit.allCases) func pinned(_ toolkit: Toolkit) throws {
            let scene = try makeScene(toolkit)
            try scene.window.focus("pinned")
            let before = try scene.window.wait("it has the focus") { $0.focus == "pinned" }
            #expect(before.field.top > 595, "it is not covered, so nothing is tested")
            try scene.show()
            let report = try scene.plugin.wait("a report that it is covered") { $0.outcome == "impossible" }
            // GTK 4's field is its text, without the border around that.
            #expect(abs((report.residual ?? 0) - before.field.height) <= 2)
            #expect(report.parts.isEmpty)
            try scene.window.wait("nothing is moved", log: scene.log) { $0 == before }
            // From there to a field of the list, and back.
            try scene.window.focus("e16")
            try scene.expectInSight("e16")
            try scene.window.focus("pinned")
            try scene.plugin.wait("the same report") { $0.outcome == "impossible" }
            try scene.hide()
        }

        /// What its user has scrolled stays when the keyboard goes.
        @Test(arguments: [Toolkit.gtk3, .qt5]) func userScrolls(_ toolkit: Toolkit) throws {
            let scene = try makeScene(toolkit)
            try scene.window.focus("e16")
            try scene.show()
            try scene.expectInSight("e16")
            try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            try scene.window.scroll(to: 260)
            try scene.window.wait("it stays there", log: scene.log) { $0.offset == 260 }
            try scene.hide()
            try scene.window.wait("it stays there", log: scene.log) { $0.offset == 260 }
            try scene.plugin.wait("the last report") { $0.parts.isEmpty }
        }

        /// A plugin that is killed leaves things where they are; the next one goes on from there, and puts them back.
        @Test(arguments: [Toolkit.gtk3, .qt5]) func killed(_ toolkit: Toolkit) throws {
            let scene = try makeScene(toolkit)
            try scene.window.focus("e16")
            let before = try scene.window.truth()
            try scene.show()
            let shown = try scene.expectInSight("e16")
            scene.plugin.teller.process.kill()
            let second = try AccessibilityHelper(scene.desktop)
            try second.wait("the second one's report") { $0.outcome == "clear" }
            try scene.window.wait("it stays in sight", log: second.log) { $0.offset == shown.offset }
            try scene.hide()
            try scene.window.wait("the list is where it was", log: second.log) {
                $0.offset == before.offset
            }
        }
    }
}
