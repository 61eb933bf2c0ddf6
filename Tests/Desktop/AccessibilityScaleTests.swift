import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The accessibility plugin with programs that are painted larger on X11, and count in pixels of their own, with the real,
    /// docked Onboard.
    @Suite(.serialized) struct AccessibilityScaleTests {
        typealias Toolkit = FieldsWindow.Toolkit
        typealias Browser = FieldsWindow.Browser

        @Test(
            arguments: [(Toolkit.gtk3, 2.0), (.qt6, 1.5)]
                + (Rounds.number == 20 ? [] : [(.gtk4, 2), (.qt5, 1.5), (.qt5, 2), (.qt6, 2)]))
        func list(_ toolkit: Toolkit, _ scale: Double) throws {
            let scene = try FieldsScene {
                try FieldsWindow.paintFocus(on: $0)
                let window = try FieldsWindow($0, toolkit, scale: scale)
                // What a window says of its process is not asked where the server knows it.
                if toolkit == .gtk3 { try window.nameProcess(1) }
                return window
            }
            try check(scene, scale, unit: scale)
        }

        /// A program in a sandbox, where it has another number, which its window says.
        @Test(arguments: Rounds.number == 20 ? [Toolkit.gtk3] : [.gtk3, .gtk4]) func sandbox(_ toolkit: Toolkit) throws
        {
            let scene = try FieldsScene {
                try FieldsWindow.paintFocus(on: $0)
                return try FieldsWindow($0, toolkit, scale: 2, isSandboxed: true)
            }
            let own = try scene.desktop.run("xprop", ["-name", "fields", "_NET_WM_PID"]).joined()
            #expect(own.hasSuffix(" = 2"), "it has no number of its own: \(own)")
            try check(scene, 2, unit: 2)
        }

        /// A server that does not know its clients' processes.
        @Test func serverWithoutProcesses() throws {
            let scene = try FieldsScene(server: ["-extension", "X-Resource"]) {
                try FieldsWindow.paintFocus(on: $0)
                return try FieldsWindow($0, .gtk3, scale: 2)
            }
            try check(scene, 2, unit: 2)
        }

        @Test(arguments: Browser.some(.chromium)) func page(_ browser: Browser) throws {
            let scene = try FieldsScene { try FieldsWindow($0, browser, scale: 2) }
            // Firefox tells its places in whole pixels of the page, each of which is two.
            try check(scene, 2, unit: 2, tolerance: browser == .firefox ? 0.5 : 0)
        }

        /// A field that the keyboard covers is scrolled into sight by just what is needed, so is another, and hiding restores
        /// to within `tolerance`, in the list's own unit, which is so many pixels as `unit` says.
        private func check(_ scene: FieldsScene, _ scale: Double, unit: Double, tolerance: Double = 0) throws {
            let (limit, rounding) = (FieldsScene.limit, FieldsScene.rounding * scale)
            let (covered, before) = try coveredField(scene)
            try scene.show()
            func expectInSight(_ name: String) throws -> FieldsWindow.Truth {
                let truth = try scene.window.wait("\(name) is above the keyboard", log: scene.log) {
                    $0.focus == name && $0.field.bottom <= limit + rounding && $0.field.top >= 0
                }
                try scene.window.expectPainted(truth) { try scene.onboard.truth.screenshot() }
                return truth
            }
            let shown = try expectInSight(covered)
            // GTK 4 makes its window lower for the keyboard, and its list ends above that.
            let end = min(limit, shown.view.bottom - FieldsScene.margin)
            #expect(shown.field.bottom >= end - rounding, "it moved further than it had to")
            let report = try scene.plugin.wait("a report of the movement") { $0.outcome == "clear" }
            #expect(abs(report.shiftY + (shown.offset - before.offset) * unit) <= rounding)
            for name in ["e17", "e2", covered] {
                try scene.window.focus(name)
                _ = try expectInSight(name)
            }
            try scene.hide()
            try scene.window.wait("the list is where it was", log: scene.log) {
                abs($0.offset - before.offset) <= tolerance
            }
        }

        /// The first field of a list that the keyboard covers.
        private func coveredField(_ scene: FieldsScene) throws -> (String, FieldsWindow.Truth) {
            for number in 2..<24 {
                try scene.window.focus("e\(number)")
                let truth = try scene.window.wait("it has the focus") { $0.focus == "e\(number)" }
                if truth.field.bottom > FieldsScene.limit + 2 { return ("e\(number)", truth) }
            }
            throw TestFailure("no field is covered, so nothing is tested")
        }
    }
}
