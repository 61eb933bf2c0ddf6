import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with real browsers and the real, docked Onboard. The truth is the page's own, and what is
    /// painted.
    @Suite(.serialized) struct AccessibilityWebTests {
        typealias Browser = FieldsWindow.Browser

        private static let limit = FieldsScene.limit
        private static let rounding = FieldsScene.rounding
        private static let browsers = Browser.allCases
        /// How high the page's footer is.
        private static let footer = 52.0

        private func makeScene(_ browser: Browser, _ page: FieldsWindow.Page = .plain) throws -> FieldsScene {
            try FieldsScene { try FieldsWindow($0, browser, page) }
        }

        /// A field of the list that the keyboard covers and nothing else does.
        private func covered(_ scene: FieldsScene) throws -> (name: String, before: FieldsWindow.Truth) {
            try scene.window.scroll(to: 40)
            for number in 12..<24 {
                try scene.window.focus("e\(number)")
                let truth = try scene.window.truth()
                if truth.field.top > Self.limit - 4 {
                    return ("e\(number)", try scene.window.wait("it has the focus") { $0 == truth })
                }
            }
            throw TestFailure("no field is covered, so nothing is tested")
        }

        /// A field that the keyboard covers is scrolled into sight, five moves of the focus neither drift nor double, and
        /// hiding restores exactly.
        @Test(arguments: browsers) func list(_ browser: Browser) throws {
            let scene = try makeScene(browser)
            let (name, before) = try covered(scene)
            try scene.show()
            let shown = try scene.expectInSight(name)
            #expect(shown.field.bottom >= Self.limit - Self.rounding, "it moved further than it had to")
            try scene.window.expectPainted(shown, on: scene.onboard.truth)
            let report = try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            #expect(abs(report.shiftY + (shown.offset - before.offset)) <= 1)
            #expect(report.parts.keys.sorted() == ["scroll"])
            for next in ["e17", "e15", "e18", "e2", name] {
                try scene.window.focus(next)
                try scene.window.expectPainted(try scene.expectInSight(next), on: scene.onboard.truth)
            }
            try scene.hide()
            try scene.window.wait("the page is where it was", log: scene.log) { $0.offset == before.offset }
            try scene.plugin.wait("the last report") { $0.outcome == "restored" }
        }

        /// The caret of a text area is followed, in the area and in the page around it.
        @Test(arguments: browsers) func area(_ browser: Browser) throws {
            let scene = try makeScene(browser)
            try scene.window.focus("area")
            try scene.window.caret(line: 12)
            let before = try scene.window.truth()
            #expect(before.caret.bottom > Self.limit, "nothing is covered, so nothing is tested")
            try scene.show()
            for line in [12, 13, 20, 45, 3] {
                try scene.window.caret(line: line)
                try scene.window.wait("line \(line) is above the keyboard", log: scene.log) {
                    $0.focus == "area" && $0.caret.bottom <= Self.limit + Self.rounding && $0.caret.top >= 0
                }
            }
            let moved = try scene.window.truth()
            try scene.hide()
            // The area is where the browser put it; the page is where it was.
            try scene.window.wait("the page is where it was", log: scene.log) {
                $0.offset == before.offset && $0.inner <= moved.inner
            }
        }

        /// A field that is fixed in its window stays where it is, and that it is covered is said, with how much.
        @Test(arguments: Browser.some(.firefox)) func pinned(_ browser: Browser) throws {
            let scene = try makeScene(browser)
            try scene.window.focus("pinned")
            let before = try scene.window.wait("it has the focus") { $0.focus == "pinned" }
            #expect(before.field.top > 595, "it is not covered, so nothing is tested")
            try scene.show()
            let report = try scene.plugin.wait("a report that it is covered") { $0.outcome == "impossible" }
            #expect(abs((report.residual ?? 0) - before.field.height) <= 2)
            #expect(report.parts.isEmpty)
            try scene.window.wait("nothing is moved", log: scene.log) { $0 == before }
            // From there to a field of the list, and back.
            try scene.window.focus("e14")
            try scene.expectInSight("e14")
            try scene.window.focus("pinned")
            // The page stays scrolled for the other one: the least movement is none.
            try scene.plugin.wait("that it is covered again") {
                $0.outcome == "partial" && $0.residual == report.residual
            }
            try scene.hide()
            try scene.window.wait("the page is where it was", log: scene.log) { $0.offset == before.offset }
        }

        /// A footer that the smaller window puts in front of the field is noticed, and the field lifted above it. A browser that
        /// has scrolled it there by itself leaves no margin; as soon as its window is smaller, so that is where the page belongs,
        /// if it was first.
        @Test(arguments: browsers) func sticky(_ browser: Browser) throws {
            let scene = try makeScene(browser, .sticky)
            let (name, before) = try covered(scene)
            try scene.show()
            func expectAboveFooter(_ name: String) throws -> FieldsWindow.Truth {
                let shown = try scene.window.wait("\(name) is above the footer", log: scene.log) {
                    $0.view.bottom <= 595 && $0.focus == name && $0.field.bottom <= $0.view.bottom - Self.footer
                        && $0.field.top >= 0
                }
                try scene.window.expectPainted(shown, on: scene.onboard.truth)
                return shown
            }
            let shown = try expectAboveFooter(name)
            let report = try scene.plugin.wait("a report") { ["clear", "not-needed"].contains($0.outcome) }
            let own = shown.offset + report.shiftY
            #expect(own >= before.offset - 1)
            for next in ["e17", "e15", "e18", "e2", name] {
                try scene.window.focus(next)
                _ = try expectAboveFooter(next)
            }
            try scene.hide()
            try scene.window.wait("the page is where it was", log: scene.log) { abs($0.offset - own) <= 1 }
            try scene.plugin.wait("the last report") { $0.outcome == "restored" }
        }

        /// What its user has scrolled stays when the keyboard goes.
        @Test(arguments: Rounds.number == 20 ? [.chromium] : browsers) func userScrolls(_ browser: Browser) throws {
            let scene = try makeScene(browser)
            let (name, _) = try covered(scene)
            try scene.show()
            try scene.expectInSight(name)
            try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            try scene.plugin.waitUntilAllStands()
            try scene.window.scroll(to: 260)
            try scene.window.wait("it stays there", log: scene.log) { $0.offset == 260 }
            try scene.hide()
            try scene.window.wait("it stays there", log: scene.log) { $0.offset == 260 }
            try scene.plugin.wait("the last report") { $0.parts.isEmpty }
        }

        /// A plugin that is killed leaves things where they are; the next one goes on from there, and puts them back.
        @Test(arguments: Rounds.number == 20 ? [.firefox] : browsers) func killed(_ browser: Browser) throws {
            let scene = try makeScene(browser)
            let (name, before) = try covered(scene)
            try scene.show()
            let shown = try scene.expectInSight(name)
            scene.plugin.teller.process.kill()
            let second = try AccessibilityHelper(scene.desktop)
            try second.wait("the second one's report") { $0.outcome == "clear" }
            try scene.window.wait("it stays in sight", log: second.log) { $0.offset == shown.offset }
            try scene.hide()
            try scene.window.wait("the page is where it was", log: second.log) { $0.offset == before.offset }
        }
    }
}
