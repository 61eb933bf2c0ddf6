import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with real programs and squeekboard on sway. The truth is the toolkit's own, placed by sway's
    /// tree, and what is painted.
    @Suite(.serialized) struct AccessibilityWaylandTests {
        typealias Toolkit = FieldsWindow.Toolkit
        typealias Placement = SwayFields.Placement

        private static let limit = SwayFields.limit
        private static let rounding = SwayFields.rounding

        /// Under the keyboard a field of a floating window is scrolled into sight by just what is needed, five moves of the
        /// focus neither drift nor double, and hiding restores exactly.
        @Test(arguments: Toolkit.allCases) func floating(_ toolkit: Toolkit) throws {
            let scene = try SwayFields(.floating) { try FieldsWindow($0, toolkit) }
            let covered = "e10"
            let before = try scene.begin(with: covered)
            #expect(before.field.bottom > Self.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight(covered)
            #expect(shown.field.bottom >= Self.limit - Self.rounding, "it moved further than it had to")
            let report = try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            #expect(abs(report.shiftY + (shown.offset - before.offset)) <= 1)
            #expect(report.parts.keys.sorted() == ["scroll"])
            for name in ["e12", "e9", "e14", "e2", covered] {
                try scene.window.focus(name)
                try scene.expectInSight(name)
            }
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
            try scene.plugin.wait("the last report") { $0.outcome == "restored" }
        }
    }
}
