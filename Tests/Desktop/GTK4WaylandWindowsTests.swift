import DesktopSupport
import Foundation
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// GTK 4 programs on sway with squeekboard that have more than one window. What is in them cannot be as low as the room
    /// above the keyboard, so sway cannot keep it clear.
    @Suite(.serialized) struct GTK4WaylandWindowsTests {
        /// Side by side, also those that sway would have float.
        private static let tiled = "for_window [app_id=\".+\"] floating disable"

        @Test("a dialog is shifted while it has the focus, and its parent is put back meanwhile") func dialog() throws {
            try other("dialog", as: "dialog")
        }

        @Test("of two windows the one with the focus is moved, and the other stands where it belongs") func two() throws
        {
            try other("second", as: "two-windows")
        }

        /// Opens another window by a command, and closes it again.
        private func other(_ command: String, as name: String) throws {
            let stage = try GTK4Sway(
                "form", width: 900, arranges: GTK4WaylandWindowsTests.tiled, environment: GTK4Sway.tall)
            let before = try stage.focus("low")
            try stage.show()
            let shown = try stage.wait("low", endsAt: stage.limit(10))
            for _ in 0..<(Rounds.number == 20 ? 1 : 3) {
                try stage.window.tell(command)
                try stage.window.wait("the other is shifted, this one is not", log: stage.log) {
                    ($0["dialog"].first ?? 0) < -50 && $0.child.y == before.child.y
                        && $0.child.width < before.child.width
                }
                try stage.window.waitForReport("that it is in sight") { $0 == "clear" && $1["root"] != nil }
                try stage.keepPicture(as: "gtk4-wayland-\(name)")
                if command == "second" {
                    try stage.desktop.sway("[title=\"^gtk4$\"] focus")
                    try stage.window.wait("the other is put back", log: stage.log) { $0["dialog"].first == 0 }
                }
                try stage.window.tell("close")
                #expect(try stage.wait("low", endsAt: stage.limit(10)).seen == shown.seen)
            }
            try stage.hide()
            try stage.wait(restored: before)
            try stage.finish()
        }

        @Test("where a dialog that floats is nobody knows: it is left alone, and its parent is put back")
        func floating()
            throws
        {
            let stage = try GTK4Sway("form", environment: GTK4Sway.tall)
            let before = try stage.focus("low")
            try stage.show()
            try stage.wait("low", endsAt: stage.limit(10))
            try stage.window.tell("small-dialog")
            try stage.window.wait("neither is shifted", log: stage.log) {
                $0["dialog"] == [0, 1] && $0.child == before.child
            }
            try stage.window.waitForReport("that nothing can be done") { outcome, _ in outcome == "impossible" }
            try stage.keepPicture(as: "gtk4-wayland-dialog-floating")
            try stage.window.tell("close")
            try stage.wait("low", endsAt: stage.limit(10))
            try stage.hide()
            try stage.wait(restored: before)
            try stage.finish()
        }

        @Test("a field in a popover: the content goes up, and the popover with it; the header bar stays") func popover()
            throws
        {
            let stage = try GTK4Sway("header", environment: ["TALL": "600"])
            let before = try stage.focus("high")
            try #require(before.header.height > 20)
            // Its surface has a shadow around what lies at the output's origin.
            let limit = stage.limit(10) + before.header.y
            try stage.show()
            try stage.window.tell("popup")
            try stage.window.tell("focus inside")
            let shown = try stage.window.wait("it is in sight", log: stage.log) {
                $0.focus == "inside" && $0.field.bottom <= limit + 0.02 && $0.field.top > 0
            }
            #expect(shown.child.y < before.child.y && shown.header == before.header)
            try stage.keepPicture(as: "gtk4-wayland-popover")
            try stage.window.tell("popdown")
            try stage.window.tell("focus low")
            let low = try stage.wait("low", endsAt: limit)
            #expect(low.header == before.header)
            try stage.window.tell("focus high")
            try stage.window.wait("nothing is shifted", log: stage.log) {
                $0.focus == "high" && $0.child.y == before.child.y
            }
            try stage.hide()
            try stage.wait(restored: before)
            try stage.window.tell("truth")
            // One compositor or another cannot move what pops up: GTK complains of it, and has it pop up anew.
            #expect(try Set(said(by: stage)).isSubset(of: complaintsOfBareGTK()))
        }

        private func said(by stage: GTK4Sway) -> [String] {
            stage.window.complaints.map { $0.components(separatedBy: ": ").last ?? "" }
        }

        /// What GTK complains of without the library when a popover goes along as the keyboard comes: it is known.
        private func complaintsOfBareGTK() throws -> Set<String> {
            let stage = try GTK4Sway("header", attaches: false)
            _ = try stage.focus("high")
            try stage.window.tell("popup")
            try stage.window.tell("focus inside")
            try stage.show()
            try stage.window.wait("the window is lower", log: stage.log) {
                $0.focus == "inside" && $0.child.bottom <= stage.limit(0) + $0.header.y
            }
            let all = Set(said(by: stage))
            #expect(all.isSubset(of: ["Compositor doesn't support moving popups, relying on remapping"]))
            return all
        }
    }
}
