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

        private static let rounding = SwayFields.rounding

        /// Under the keyboard a field of a floating window is scrolled into sight by just what is needed, five moves of the
        /// focus neither drift nor double, and hiding restores exactly.
        @Test(arguments: Toolkit.allCases) func floating(_ toolkit: Toolkit) throws {
            let scene = try SwayFields(.floating) { try FieldsWindow($0, toolkit) }
            let covered = "e10"
            let before = try scene.begin(with: covered)
            #expect(before.field.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight(covered)
            #expect(shown.field.bottom >= scene.limit - Self.rounding, "it moved further than it had to")
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

        /// The same on an output of twice the scale.
        @Test(
            arguments: [(Toolkit.gtk4, "e13"), (.qt5, "e17")]
                + (Rounds.number == 20 ? [] : [(.gtk3, "e13"), (.qt6, "e17")]))
        func scaled(_ toolkit: Toolkit, _ covered: String) throws {
            let scene = try SwayFields(.floating, scale: 2) { try FieldsWindow($0, toolkit) }
            let before = try scene.begin(with: covered)
            #expect(before.field.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight(covered)
            #expect(shown.field.bottom >= scene.limit - Self.rounding, "it moved further than it had to")
            try scene.window.focus("e20")
            try scene.expectInSight("e20")
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
        }

        /// The caret of a text area is followed, in the area and in the list around it.
        @Test(arguments: Toolkit.some(.gtk4, .qt5)) func area(_ toolkit: Toolkit) throws {
            let scene = try SwayFields(.floating) { try FieldsWindow($0, toolkit) }
            _ = try scene.begin(with: "area")
            try scene.window.caret(line: 12)
            let shown = try scene.window.wait("line 12 is shown in the area") { $0.focus == "area" && $0.showsCaret }
            // Qt shows no more of it than its first line.
            try scene.window.scroll(to: Int(shown.offset + max(0, shown.field.bottom - shown.view.bottom)))
            let before = try scene.window.wait("the whole area is seen") {
                $0.field.bottom <= $0.view.bottom + 1 && $0.showsCaret
            }
            #expect(before.caret.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            for line in [12, 13, 20, 45, 59, 30, 3] {
                try scene.window.caret(line: line)
                try scene.expectCaretInSight("line \(line)")
            }
            let moved = try scene.window.truth()
            try scene.window.caretAtEnd()
            try scene.expectCaretInSight("the end")
            try scene.window.caret(line: 3)
            try scene.expectCaretInSight("line 3 again")
            try scene.hide()
            // Line 3 is not covered where the application has it.
            try scene.window.wait("the list is where it was, the area where the application put it", log: scene.log) {
                $0.offset == before.offset && abs($0.inner - moved.inner) <= 1 && $0.showsCaret
            }
        }

        /// A window that draws its frame and its shadow itself, and says nothing of how large that is.
        @Test(arguments: [Toolkit.gtk3, .gtk4]) func ownFrame(_ toolkit: Toolkit) throws {
            let scene = try SwayFields(.floating) { try FieldsWindow($0, toolkit, environment: ["GTK_CSD": "1"]) }
            // What it says is counted from its shadow's corner, or from its content's; where that is is told by what is
            // painted. The field is as wide as the content.
            let begun = try scene.begin(with: "e8")
            let painted = try scene.window.wherePainted { try scene.desktop.screenshot() }
            let border = painted.x - SwayFields.floating.x
            scene.window.origin.x += SwayFields.floating.x - begun.field.x
            scene.window.origin.y += painted.y - border - begun.field.y
            let before = try scene.begin(with: "e10")
            #expect(before.field.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight("e10")
            #expect(shown.field.bottom >= scene.limit - Self.rounding - 1, "it moved further than it had to")
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
        }

        /// sway shrinks a tiled window: a field that is still outside then is scrolled into sight, the pinned one comes up with
        /// the window, and hiding restores exactly.
        @Test(arguments: Toolkit.some(.gtk4, .qt6)) func tiled(_ toolkit: Toolkit) throws {
            let scene = try SwayFields(.tiled) { try FieldsWindow($0, toolkit) }
            let covered = "e14"
            let before = try scene.begin(with: covered)
            #expect(before.field.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            try scene.expectInSight(covered)
            let report = try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            #expect(report.parts.keys.sorted() == ["scroll"])
            for name in ["e17", "e12", "e20", "e2", covered] {
                try scene.window.focus(name)
                try scene.expectInSight(name)
            }
            try scene.window.focus("pinned")
            let pinned = try scene.window.wait("it comes up with the window", log: scene.log) {
                $0.focus == "pinned" && $0.field.bottom <= scene.keyboardTop
            }
            try scene.expectPainted(pinned)
            try scene.plugin.wait("a report that nothing is covered") { $0.outcome == "not-needed" }
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
        }

        /// In a floating window a field that nothing scrolls stays where it is, and that it is covered is said, with how much.
        @Test(arguments: Toolkit.some(.gtk4, .qt5)) func pinned(_ toolkit: Toolkit) throws {
            let scene = try SwayFields(.floating) { try FieldsWindow($0, toolkit) }
            let before = try scene.begin(with: "pinned")
            #expect(before.field.top > scene.keyboardTop, "it is not covered, so nothing is tested")
            try scene.show()
            let report = try scene.plugin.wait("a report that it is covered") { $0.outcome == "impossible" }
            // GTK 4's field is its text, without the border around that.
            #expect(abs((report.residual ?? 0) - before.field.height) <= 2)
            #expect(report.parts.isEmpty)
            try scene.window.wait("nothing is moved", log: scene.log) { $0 == before }
            try scene.hide()
            try scene.plugin.wait("that nothing is covered any more") { $0.outcome != "impossible" }
        }
    }
}
