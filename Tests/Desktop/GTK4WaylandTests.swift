import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A GTK 4 window that was made aware of the keyboard, on Wayland, where a window does not know its place.
    @Suite(.serialized) struct GTK4WaylandTests {
        /// sway with an output of 360 x 720 logical pixels.
        private func desktop(_ scale: Int) throws -> Desktop {
            try Desktop(.sway, configuration: "output HEADLESS-1 mode \(360 * scale)x\(720 * scale) scale \(scale)")
        }

        @Test(
            "tiled above squeekboard, which sway keeps clear: it is only scrolled in the lower window, also when that is turned",
            arguments: [1, 2])
        func tiled(_ scale: Int) throws {
            let desktop = try desktop(scale)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            let window = try GTK4Window(desktop, "list", width: 360, height: 720)
            try window.tell("focus e16")
            /// Waits until the field is seen in the lower window, above the entry at its end.
            func expectInSight(_ what: String, width: Double) throws -> GTK4Window.Truth {
                try window.wait(what, log: story.log) {
                    let all = $0.child
                    return all.width == width && all.y == 0 && (try? room(desktop)) == all.height && $0.focus == "e16"
                        && $0.field.bottom <= all.height - 34 && $0.field.top >= 0
                }
            }
            try show(true, window, on: desktop)
            try show(false, window, on: desktop)
            // Where squeekboard had come with the window, GTK has scrolled to the field in the lower one.
            try window.tell("scroll 0")
            let before = try window.wait("it has the focus") { $0.focus == "e16" && $0.child.height == 720 }
            try show(true, window, on: desktop)
            let shown = try expectInSight("it is in sight in the lower window", width: 360)
            #expect(shown.child.height < before.field.bottom, "nothing is covered, so nothing is tested")
            _ = try desktop.screenshot()
            try KeptScreenshots.keep(desktop, as: "gtk4-tiled-\(scale)")
            try desktop.turn("HEADLESS-1", to: "90")
            _ = try expectInSight("it is in sight in a window turned on its side", width: 720)
            _ = try desktop.screenshot()
            try KeptScreenshots.keep(desktop, as: "gtk4-tiled-turned-\(scale)")
            try desktop.turn("HEADLESS-1", to: "normal")
            _ = try expectInSight("it is in sight in the window turned back", width: 360)
            try show(false, window, on: desktop)
            try window.wait("everything is as it was: \(before)", log: story.log) { $0.seen == before.seen }
            #expect(window.complaints == [])
        }

        @Test(
            "fullscreen over the whole output: shifted by what the keyboard covers, also when that is turned",
            arguments: [1, 2])
        func fullscreen(_ scale: Int) throws {
            let desktop = try desktop(scale)
            _ = try desktop.python("pointer.py", ["keyboard"])
            let story = try Story(desktop)
            let window = try GTK4Window(desktop, "form", width: 360, height: 720)
            try window.tell("state fullscreen")
            try window.tell("focus low")
            /// Has a keyboard come and go on the output as it is now.
            func play(_ size: Size, _ name: String) throws {
                let before = try window.wait("it has the focus in a window as large as the output", log: story.log) {
                    $0.focus == "low" && $0.child == Rect(x: 0, y: 0, width: size.width, height: size.height)
                }
                let frame = Rect(x: 0, y: size.height - 210, width: size.width, height: 210)
                let keyboard = try desktop.simulate(frame, on: "HEADLESS-1")
                let shown = try window.wait("it is in sight", log: story.log) {
                    abs($0.field.bottom - (frame.top - 10)) < 0.02
                }
                #expect(shown.child.y == shown.field.y - before.field.y)
                // What is painted of it lies in it.
                let painted = try #require(try desktop.screenshot().bounds(of: 0x22aa22))
                try KeptScreenshots.keep(desktop, as: "gtk4-fullscreen-\(name)-\(scale)")
                #expect(Double(painted.y) >= shown.field.top * Double(scale))
                #expect(Double(painted.y + painted.height) <= shown.field.bottom * Double(scale))
                #expect(painted.height > 20 * scale)
                keyboard.process.write("\n")
                try window.wait("everything is as it was", log: story.log) { $0.seen == before.seen }
            }
            try play(Size(width: 360, height: 720), "upright")
            try desktop.turn("HEADLESS-1", to: "90")
            try play(Size(width: 720, height: 360), "turned")
            try desktop.turn("HEADLESS-1", to: "normal")
            try play(Size(width: 360, height: 720), "upright")
            #expect(window.complaints == [])
        }

        /// In the ordinary run the one that has no other place on Wayland.
        @Test(
            "what else a window may have, fullscreen with a keyboard over its end",
            arguments: Rounds.number == 20
                ? ["bar"] : ["bar", "header", "text", "nested", "few", "rows", "right to left"])
        func layouts(_ name: String) throws {
            let desktop = try desktop(1)
            _ = try desktop.python("pointer.py", ["keyboard"])
            let story = try Story(desktop)
            let layout = name == "right to left" ? "form" : name
            let window = try GTK4Window(
                desktop, layout, width: 360, height: 720, environment: name == "right to left" ? ["RTL": "1"] : [:])
            try window.tell("state fullscreen")
            if layout == "bar" { try window.set("set accessory") }
            let field = ["text": "area", "nested": "n4", "rows": "e18"][layout] ?? "low"
            try window.tell("focus \(field)")
            if layout == "text" { try window.tell("caret 35") }
            let before = try window.wait("it has the focus in a window as large as the output", log: story.log) {
                $0.focus == field && ($0.child.bottom, $0.child.width) == (720, 360)
            }
            func place(_ truth: GTK4Window.Truth) -> Rect { layout == "text" ? truth.caret : truth.field }
            let limit = layout == "bar" ? 455.0 : 500
            #expect(place(before).bottom > limit, "nothing is covered, so nothing is tested")
            let keyboard = try desktop.simulate(Rect(x: 0, y: 510, width: 360, height: 210), on: "HEADLESS-1")
            let shown = try window.wait("it is in sight", log: story.log) {
                abs(place($0).bottom - limit) < (layout == "text" ? 1.02 : 0.02)
            }
            #expect(shown.header == before.header)
            if layout == "bar" { #expect(abs(shown.bar.bottom - 510) < 0.02) }
            _ = try desktop.screenshot()
            try KeptScreenshots.keep(desktop, as: "gtk4-wayland-\(name.replacing(" ", with: "-"))")
            keyboard.process.write("\n")
            try window.wait("everything is as it was", log: story.log) { $0.seen == before.seen }
            #expect(window.complaints == [])
        }

        @Test("in a text above squeekboard, which sway keeps clear, the caret is followed while its user types")
        func text()
            throws
        {
            let desktop = try desktop(1)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            let window = try GTK4Window(desktop, "text", width: 360, height: 720)
            try window.tell("focus area")
            try window.tell("caret 33")
            try show(false, window, on: desktop)
            let before = try window.wait("it has the focus") { $0.focus == "area" && $0.caret.bottom > 520 }
            try show(true, window, on: desktop)
            func expectInSight(_ what: String) throws {
                try window.wait(what, log: story.log) {
                    $0.child.height < 720 && $0.caret.bottom <= $0.child.height && $0.caret.top >= 0
                }
            }
            try expectInSight("the caret is in sight in the lower window")
            for _ in 0..<3 {
                try window.tell("type 1")
                try expectInSight("the caret is in sight")
            }
            try window.tell("caret 5")
            try expectInSight("line 5 is in sight")
            _ = try desktop.screenshot()
            try KeptScreenshots.keep(desktop, as: "gtk4-text-squeekboard")
            try show(false, window, on: desktop)
            try window.wait("its margins are its own", log: story.log) {
                $0.margins == before.margins && $0.child.height == 720
            }
            #expect(window.complaints == [])
        }

        /// Has squeekboard shown or hidden, and waits until that, and the window above it, stands. It shows itself for the
        /// field with the focus, and may do so again when it is asked too early.
        private func show(_ isVisible: Bool, _ window: GTK4Window, on desktop: Desktop) throws {
            for attempt in 0..<1000 {
                if attempt % 200 == 0 { try desktop.setVisible(isVisible) }
                let height = try window.truth().child.height
                if try room(desktop) == height, (height < 720) == isVisible { return }
                try desktop.pass(microseconds: 10_000)
            }
            throw TestFailure("the window does not stand beside squeekboard")
        }

        /// How high the window is: above the keyboard, or all of the output.
        private func room(_ desktop: Desktop) throws -> Double {
            let state = try desktop.published()
            return state.phase == "shown" ? state.end.top : state.phase == "hidden" ? 720 : .nan
        }
    }
}
