import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with real programs and the real, docked Onboard. The truth is the toolkit's own.
    @Suite(.serialized) struct AccessibilityTests {
        typealias Toolkit = FieldsWindow.Toolkit
        typealias Scene = FieldsScene

        /// A field that the keyboard covers is scrolled into sight, five moves of the focus neither drift nor double, and
        /// hiding restores exactly.
        @Test(arguments: Toolkit.allCases) func list(_ toolkit: Toolkit) throws {
            let scene = try Scene(toolkit)
            try scene.window.focus(toolkit.covered)
            let before = try scene.window.wait("it has the focus") { $0.focus == toolkit.covered }
            #expect(before.field.bottom > Scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight(toolkit.covered)
            #expect(shown.field.bottom >= Scene.limit - Scene.rounding, "it moved further than it had to")
            try scene.expectPainted(shown.field)
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

        /// The caret of a text area is followed, in the area and in the list around it: to the end of its text, never out at
        /// its top, and not while it is in sight anyway.
        @Test(arguments: Toolkit.allCases) func area(_ toolkit: Toolkit) throws {
            let scene = try Scene(toolkit)
            try scene.window.focus("area")
            try scene.window.caret(line: 12)
            let shown = try scene.window.wait("the area has the focus and shows line 12") {
                $0.focus == "area" && $0.showsCaret
            }
            // Qt shows no more of it than its first line.
            try scene.window.scroll(to: Int(shown.offset + max(0, shown.field.bottom - shown.view.bottom)))
            let before = try scene.window.wait("the whole area is seen") {
                $0.field.bottom <= $0.view.bottom + 1 && $0.showsCaret
            }
            #expect(before.caret.bottom > Scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            for line in [12, 13, 14] {
                try scene.window.caret(line: line)
                try scene.expectCaretInSight("line \(line)")
            }
            let low = try scene.window.truth()
            try scene.window.caret(line: 13)
            try scene.window.wait("nothing moves for line 13", log: scene.log) {
                $0.caret.top < low.caret.top && $0.offset == low.offset && $0.inner == low.inner
            }
            for line in [20, 45, 59, 30, 3] {
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

        /// From a field of the list into the text area in it, and back: the list goes each way once, never to and fro.
        @Test(arguments: Toolkit.some(.gtk3, .qt5)) func sharedPane(_ toolkit: Toolkit) throws {
            let scene = try Scene(toolkit)
            try scene.window.caret(line: 2)
            try scene.window.focus("e29")
            let before = try scene.window.wait("it has the focus") { $0.focus == "e29" }
            try scene.show()
            try scene.expectInSight("e29")
            let down = try scene.window.offsets {
                try scene.window.focus("area")
                try scene.expectCaretInSight("the beginning")
            }
            #expect(zip(down, down.dropFirst()).allSatisfy { $0 <= $1 }, "\(down)")
            let up = try scene.window.offsets {
                try scene.window.focus("e29")
                try scene.expectInSight("e29")
            }
            #expect(zip(up, up.dropFirst()).allSatisfy { $0 >= $1 }, "\(up)")
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) { $0.offset == before.offset }
        }

        /// A field that nothing scrolls stays where it is, and that it is covered is said, with how much.
        @Test(arguments: Toolkit.some(.gtk3, .qt6)) func pinned(_ toolkit: Toolkit) throws {
            let scene = try Scene(toolkit)
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
            try scene.plugin.wait("that nothing is covered any more") { $0.outcome != "impossible" }
        }

        /// An application that takes its time to scroll to its caret is waited for: what it has scrolled itself is not put back.
        @Test func slowArea() throws {
            let scene = try Scene(.gtk3)
            try scene.window.focus("area")
            try scene.window.caret(line: 11)
            try scene.window.wait("the area has the focus and shows line 11") { $0.focus == "area" && $0.showsCaret }
            try scene.show()
            try scene.window.caret(line: 45)
            try scene.expectCaretInSight("line 45")
            try scene.window.caret(line: 3, isLate: true)
            try scene.expectCaretInSight("line 3")
            let moved = try scene.window.truth()
            try scene.hide()
            try scene.window.wait("the area is where the application put it", log: scene.log) {
                abs($0.inner - moved.inner) <= 1 && $0.showsCaret
            }
        }

        /// What its user has scrolled stays when the keyboard goes.
        @Test(arguments: Toolkit.some(.gtk4, .qt5)) func userScrolls(_ toolkit: Toolkit) throws {
            let scene = try Scene(toolkit)
            try scene.window.focus(toolkit.covered)
            try scene.show()
            try scene.expectInSight(toolkit.covered)
            try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            try scene.plugin.waitUntilAllStands()
            try scene.window.scroll(to: 260)
            try scene.window.wait("it stays there", log: scene.log) { $0.offset == 260 }
            try scene.hide()
            try scene.window.wait("it stays there", log: scene.log) { $0.offset == 260 }
            try scene.plugin.wait("the last report") { $0.parts.isEmpty }
        }

        /// A plugin that is killed leaves things where they are; the next one goes on from there, and puts them back.
        @Test(arguments: Toolkit.some(.gtk4, .qt5)) func killed(_ toolkit: Toolkit) throws {
            let scene = try Scene(toolkit)
            try scene.window.focus(toolkit.covered)
            let before = try scene.window.wait("it has the focus") { $0.focus == toolkit.covered }
            try scene.show()
            let shown = try scene.expectInSight(toolkit.covered)
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
