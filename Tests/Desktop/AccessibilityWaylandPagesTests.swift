import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with real browsers and squeekboard on sway. The truth is the page's own, placed by where its mark
    /// is painted, and what is painted.
    @Suite(.serialized) struct AccessibilityWaylandPagesTests {
        typealias Browser = FieldsWindow.Browser

        private static let rounding = SwayFields.rounding
        /// How high the page's footer is.
        private static let footer = 52.0

        /// A page in a floating window, whose browser draws a frame and a shadow itself, also where it counts other pixels than
        /// sway.
        @Test(
            arguments: [(Browser.chromium, 1), (.firefox, 1)]
                + (Rounds.number == 20 ? [] : [(.chromium, 2), (.firefox, 2)]))
        func floating(_ browser: Browser, _ scale: Int) throws {
            let scene = try SwayFields(.floating, scale: scale) {
                try FieldsWindow($0, browser, pixels: Double(scale))
            }
            let covered = try scene.coveredField()
            let before = try scene.begin(with: covered)
            #expect(before.field.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            let shown = try scene.expectInSight(covered)
            #expect(shown.field.bottom >= scene.limit - Self.rounding, "it moved further than it had to")
            let report = try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            #expect(abs(report.shiftY + (shown.offset - before.offset)) <= 1)
            #expect(report.parts.keys.sorted() == ["scroll"])
            for name in ["e17", "e14", "e18", "e2", covered] {
                try scene.window.focus(name)
                try scene.expectInSight(name)
            }
            try scene.hide()
            // Firefox tells its places in whole pixels of the page, each of which is two of a large output's.
            let tolerance = browser == .firefox && scale > 1 ? 0.5 : 0
            try scene.window.wait("the page is where it was", log: scene.log) {
                abs($0.offset - before.offset) <= tolerance
            }
            try scene.plugin.wait("the last report") { $0.outcome == "restored" }
        }

        /// A page in a tiled window, which sway shrinks, and its footer comes up with it.
        @Test(arguments: Browser.some(.chromium)) func tiled(_ browser: Browser) throws {
            let scene = try SwayFields(.tiled) { try FieldsWindow($0, browser) }
            let covered = try scene.coveredField()
            let before = try scene.begin(with: covered)
            #expect(before.field.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            func expectAboveFooter(_ name: String) throws -> FieldsWindow.Truth {
                try scene.window.focus(name)
                let truth = try scene.window.wait("\(name) is above the footer", log: scene.log) {
                    $0.view.bottom <= scene.keyboardTop && $0.focus == name
                        && $0.field.bottom <= $0.view.bottom - Self.footer && $0.field.top >= $0.view.top
                }
                try scene.expectPainted(truth)
                return truth
            }
            let shown = try expectAboveFooter(covered)
            // Browsers scroll to the field themselves as their window gets smaller, and leave it there.
            let report = try scene.plugin.wait("a report") { ["clear", "not-needed"].contains($0.outcome) }
            let own = shown.offset + report.shiftY
            #expect(own >= before.offset - 1)
            for name in ["e17", "e14", "e18", "e2", covered] { _ = try expectAboveFooter(name) }
            try scene.window.focus("pinned")
            let pinned = try scene.window.wait("it comes up with the window", log: scene.log) {
                $0.focus == "pinned" && $0.field.bottom <= scene.keyboardTop
            }
            try scene.expectPainted(pinned)
            try scene.hide()
            try scene.window.wait("the page is where the browser has it", log: scene.log) { abs($0.offset - own) <= 1 }
        }

        /// The caret of a text area is followed, in the area and in the page around it.
        @Test(arguments: Browser.some(.firefox)) func area(_ browser: Browser) throws {
            let scene = try SwayFields(.floating) { try FieldsWindow($0, browser) }
            _ = try scene.begin(with: "area")
            try scene.window.caret(line: 12)
            let before = try scene.window.wait("line 12 is shown in the area") { $0.focus == "area" && $0.showsCaret }
            #expect(before.caret.bottom > scene.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            for line in [12, 13, 20, 45, 3] {
                try scene.window.caret(line: line)
                try scene.expectCaretInSight("line \(line)")
            }
            let moved = try scene.window.truth()
            try scene.hide()
            // The area is where the browser put it; the page is where it was.
            try scene.window.wait("the page is where it was", log: scene.log) {
                $0.offset == before.offset && $0.inner <= moved.inner
            }
        }

        /// In a floating window a field that is fixed in it stays where it is, and that it is covered is said, with how much.
        @Test(arguments: Browser.some(.chromium)) func pinned(_ browser: Browser) throws {
            let scene = try SwayFields(.floating) { try FieldsWindow($0, browser) }
            let before = try scene.begin(with: "pinned")
            #expect(before.field.top > scene.keyboardTop, "it is not covered, so nothing is tested")
            try scene.show()
            let report = try scene.plugin.wait("a report that it is covered") { $0.outcome == "impossible" }
            #expect(abs((report.residual ?? 0) - before.field.height) <= 2)
            #expect(report.parts.isEmpty)
            try scene.window.wait("nothing is moved", log: scene.log) { $0 == before }
            try scene.hide()
            try scene.plugin.wait("that nothing is covered any more") { $0.outcome != "impossible" }
        }
    }
}
