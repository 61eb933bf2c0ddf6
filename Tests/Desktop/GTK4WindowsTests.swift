import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// GTK 4 windows with more to them than their content: header bars, popovers, other windows.
    @Suite(.serialized) struct GTK4WindowsTests {
        @Test(
            "a header bar stays, and is drawn over what is shifted; for its own field nothing is",
            arguments: GTK4Tests.keyboards)
        func header(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("header", keyboard)
            let name = keyboard == .onboard ? "lowest" : "low"
            let before = try scene.focus(name)
            #expect(before.field.bottom > scene.limit(0), "nothing is covered, so nothing is tested")
            try #require(before.header.height > 20)
            let bare = try #require(try scene.painted.screenshot().bounds(of: 0x2222aa))
            try scene.show()
            let shown = try scene.wait(name, endsAt: scene.limit())
            #expect(shown.header == before.header)
            #expect(shown.child.y < before.child.y - 20)
            let painted = try #require(try scene.painted.screenshot().bounds(of: 0x2222aa))
            #expect(painted == bare, "something is drawn over it")
            try KeptScreenshots.keep(scene.desktop, as: "gtk4-header-\(keyboard.rawValue)")
            try scene.window.tell("focus title")
            try scene.window.wait("its own field is in sight anyway", log: scene.log) {
                $0.focus == "title" && $0.seen == before.seen
            }
            try scene.window.tell("focus \(name)")
            try scene.wait(name, endsAt: scene.limit())
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test(
            "a field in a popover: the content goes up, and the popover with it", arguments: GTK4Tests.keyboards)
        func popover(_ keyboard: GTK4Scene.Keyboard) throws {
            let scene = try GTK4Scene("header", keyboard)
            let before = try scene.focus("high")
            try scene.show()
            try scene.window.tell("popup")
            try scene.window.tell("focus inside")
            let shown = try scene.wait("inside", endsAt: scene.limit())
            #expect(shown.child.y < before.child.y && shown.header == before.header)
            try scene.keepPicture(as: "gtk4-popover-\(keyboard.rawValue)")
            try scene.window.tell("popdown")
            try scene.window.tell("focus high")
            try scene.wait(restored: before)
            // It opens, and the keyboard comes then.
            try scene.hide()
            try scene.window.tell("popup")
            try scene.window.tell("focus inside")
            try scene.window.wait("the popover's field has the focus") { $0.focus == "inside" }
            try scene.show()
            try scene.wait("inside", endsAt: scene.limit())
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test("a field in a popover that hangs below the window: the content goes up as far as that is covered")
        func hanging() throws {
            let scene = try GTK4Scene("hanging", height: 440)
            let before = try scene.focus("high")
            try scene.show()
            try scene.window.tell("popup")
            try scene.window.tell("focus inside")
            let shown = try scene.wait("inside", endsAt: scene.limit())
            // More than all of the content: where it was it ended below that.
            #expect(shown.field.bottom - shown.child.y > before.child.bottom)
            try scene.keepPicture(as: "gtk4-popover-below")
            try scene.window.tell("popdown")
            try scene.window.tell("focus high")
            try scene.wait(restored: before)
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }

        @Test("of two windows the one with the focus is moved, and the other stands where it belongs") func two() throws
        {
            let scene = try GTK4Scene("form")
            let before = try scene.focus("low")
            try scene.show()
            for _ in 0..<3 {
                try scene.wait("low", endsAt: scene.limit())
                try scene.window.tell("second")
                try scene.window.wait("the second is moved, the first is not", log: scene.log) {
                    ($0["dialog"].first ?? 0) < -50 && $0.child == before.child
                }
                try scene.window.waitForReport("that it is in sight") { $0 == "clear" && $1["root"] != nil }
                try scene.keepPicture(as: "gtk4-two-windows")
                try scene.window.tell("first")
                try scene.wait("low", endsAt: scene.limit())
                try scene.window.wait("the second is put back", log: scene.log) { $0["dialog"].first == 0 }
                try scene.window.tell("close")
            }
            try scene.hide()
            try scene.wait(restored: before)
            try scene.finish()
        }
    }
}
