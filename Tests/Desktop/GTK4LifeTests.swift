import DesktopSupport
import Foundation
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// A GTK 4 program's life with the plugin: attaching and letting go, without the daemon and with others, its user's own
    /// doings, memory, frames.
    @Suite(.serialized) struct GTK4LifeTests {
        @Test("letting go puts everything back at once; attached again, it goes on") func detach() throws {
            let scene = try GTK4Scene("list")
            let before = try scene.focus("e16")
            try scene.show()
            try scene.wait("e16", endsAt: scene.limit())
            try scene.window.tell("detach")
            let after = try scene.window.truth()
            // The layout comes with the next frame; what is set is set.
            #expect(after.offset == before.offset && after.margins == before.margins)
            try scene.wait(restored: before)
            try scene.window.tell("attach")
            try scene.wait("e16", endsAt: scene.limit())
            try scene.hide()
            try scene.wait(restored: before)
            #expect(scene.window.complaints == [])
        }

        @Test("what its user scrolled stays") func userScrolls() throws {
            let scene = try GTK4Scene("list")
            try scene.focus("e16")
            try scene.show()
            try scene.wait("e16", endsAt: scene.limit())
            try scene.window.tell("scroll 260")
            try scene.window.wait("it stays there", log: scene.log) { $0.offset == 260 }
            try scene.hide()
            let after = try scene.window.wait("it stays there without room below", log: scene.log) {
                $0.offset == 260 && $0.margins == [-1, -1, 1]
            }
            #expect(after.child.y == 0)
            #expect(scene.window.complaints == [])
        }

        @Test("without a daemon nothing moves; it goes on with the one that comes, and with the next") func daemon()
            throws
        {
            let desktop = try XDesktop()
            let window = try GTK4Window(desktop, "form")
            try window.tell("focus low")
            let before = try window.wait("it has the focus") { $0.focus == "low" }
            #expect(before.child.y == 0)
            func show() throws -> Teller {
                try desktop.simulate(Rect(x: 0, y: 480, width: 1280, height: 320), on: "screen")
            }
            for _ in 0..<2 {
                let story = try Story(desktop)
                let keyboard = try show()
                try window.wait("it is moved", log: story.log) { $0.child.y < -100 }
                story.daemon.process.kill()
                keyboard.process.kill()
                try window.wait("it is put back", log: story.log) { $0.seen == before.seen }
            }
            #expect(window.complaints == [])
        }

        @Test("who wants no animations has none") func reducedMotion() throws {
            let scene = try GTK4Scene("form")
            let before = try scene.focus("low")
            try scene.window.tell("animations off")
            try scene.window.tell("frames")
            try scene.show()
            let shown = try scene.wait("low", endsAt: scene.limit())
            #expect(shown.places.count == 1, "\(shown.places)")
            try scene.hide()
            try scene.wait(restored: before)
            #expect(scene.window.complaints == [])
        }

        @Test("the kit's rehearsal, with real windows") func rehearsal() throws {
            let desktop = try XDesktop()
            let lines = try desktop.runBuilt("gtk4-rehearsal")
            #expect(lines == ["0 breaches"])
        }

        @Test("a screen of another size while the keyboard is shown") func turned() throws {
            let scene = try GTK4Scene("form")
            try scene.desktop.addMode("lower", width: 1024, height: 760)
            try scene.focus("low")
            try scene.show()
            try scene.wait("low", endsAt: scene.limit())
            try scene.desktop.setMode("lower")
            // The window may be put elsewhere.
            var last: (GTK4Window.Truth, Double)?
            for _ in 0..<600 {
                let truth = try scene.window.truth()
                let top = try scene.painted.frame()?.y ?? .nan
                if let last, last.0 == truth, last.1 == top, abs(truth.field.bottom + top - 470) < 1 { break }
                last = (truth, top)
                try scene.desktop.pass(microseconds: 20_000)
            }
            let (truth, top) = try #require(last)
            #expect(abs(truth.field.bottom + top - 470) < 1, "\(truth), at \(top)")
            try scene.hide()
            try scene.window.wait("it is put back", log: scene.log) { $0.child.y == 0 }
            #expect(scene.window.complaints == [])
        }

        @Test("a setter that is used wrongly says so, and changes nothing") func errors() throws {
            let scene = try GTK4Scene("form")
            for (words, why) in [
                ("set margin -1", "margin: is -1.0"), ("set margin nan", "margin: is nan"),
                ("set strategy 9", "strategy: is 9"), ("set duration 99999", "milliseconds: is 99999"),
                ("set accessory", ""), ("wish strategy high 7", "strategy: is 7"),
            ] {
                scene.window.teller.process.write(words + "\n")
                let answer = try scene.window.teller.wait(for: "an answer") {
                    $0.hasPrefix("set ") || $0.hasPrefix("wish ")
                }
                #expect(
                    why.isEmpty ? answer.hasSuffix("(0, '')") : answer.contains("(1, '\(why)"), "\(words): \(answer)")
            }
            try scene.window.tell("detach")
            scene.window.teller.process.write("set margin 5\n")
            #expect(try scene.window.teller.wait(for: "an answer") { $0.hasPrefix("set ") }.contains("(2, "))
            #expect(scene.window.complaints == [])
        }

        @Test("the frames of a movement with every core busy, as GTK's clock has them, beside those of bare GTK")
        func frames() throws {
            let scene = try GTK4Scene("form", attaches: false)
            try scene.focus("low")
            try scene.window.tell("frames")
            try scene.window.tell("busy on")
            /// The times between the frames of three movements.
            func times(_ move: () throws -> Void) throws -> [Double] {
                var all: [Double] = []
                for _ in 0..<3 {
                    let before = try scene.window.truth().frames.count
                    try move()
                    let moved = try scene.window.wait("it has moved, and is back", log: scene.log) {
                        $0.child.y == 0 && $0.frames.count > before
                    }
                    // The first one is the time since the movement before.
                    all += moved.frames.dropFirst(before == 0 ? 0 : before + 1).filter { $0 < 200_000 }
                }
                return all
            }
            let bare = try times { try scene.window.tell("bare") }
            try scene.window.tell("attach")
            let ours = try times {
                try scene.show()
                try scene.wait("low", endsAt: scene.limit())
                try scene.hide()
            }
            try scene.window.tell("busy off")
            func state(_ name: String, _ all: [Double], _ milliseconds: Int) {
                let gaps = all.count { $0 > 17_000 }
                print(
                    "\(name): \(all.count) frames in \(milliseconds) ms, \(gaps) of them late; µs \(Figures(all).text)")
            }
            state("bare GTK 4", bare, 3 * 250)
            state("Headroom in GTK 4", ours, 6 * 250)
            #expect(!bare.isEmpty && ours.count >= 6)
            #expect(scene.window.complaints == [])
        }

        @Test("attaching and letting go 100 and 1,000 times leave the same behind") func churn() throws {
            let scene = try GTK4Scene("form", attaches: false)
            func left(_ count: Int) throws -> (bytes: Int, weak: Int, files: Int) {
                scene.window.teller.process.write("churn \(count)\n")
                let line = try scene.window.teller.wait(for: "what is left", seconds: 120) { $0.hasPrefix("memory ") }
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                try #require(numbers.count == 3)
                return (numbers[0], numbers[1], numbers[2])
            }
            let none = try left(0)
            let first = try left(100)
            let second = try left(100)
            let third = try left(1000)
            print(
                "GTK 4: 100 times leave \(second.bytes - first.bytes) bytes, 1,000 times \(third.bytes - second.bytes)")
            // What grows is tables: nothing is lost for each time, and be it the smallest of objects.
            #expect(third.bytes - second.bytes < 16_000)
            #expect(third.files == first.files)
            #expect(Set([first.weak, second.weak, third.weak]) == [none.weak])
            // While it is attached there are some, so they are counted.
            try scene.window.tell("attach")
            #expect(try left(0).weak > none.weak)
            #expect(scene.window.complaints == [])
        }
    }

    /// The same on Wayland, where a window does not know its place.
    @Suite(.serialized) struct GTK4WaylandTests {
        @Test("tiled above squeekboard, which sway keeps clear: it is only scrolled in the lower window") func tiled()
            throws
        {
            let desktop = try Desktop(.sway)
            _ = try desktop.squeekboard()
            let story = try Story(desktop)
            try story.waitForObservers(["OSK0": "active"])
            let window = try GTK4Window(desktop, "list", width: 360, height: 720)
            try window.tell("focus e16")
            // It shows itself for the field with the focus, and may do so again when it is asked too early.
            func show(_ isVisible: Bool) throws {
                for attempt in 0..<500 {
                    if attempt % 100 == 0 { try desktop.setVisible(isVisible) }
                    if try window.truth().child.height == (isVisible ? 510 : 720) { return }
                    try desktop.pass(microseconds: 10_000)
                }
            }
            try show(true)
            try show(false)
            let before = try window.wait("it has the focus") { $0.focus == "e16" && $0.child.height == 720 }
            try show(true)
            let shown = try window.wait("it is in sight in the lower window", log: story.log) {
                $0.child.height == 510 && $0.focus == "e16" && $0.field.bottom <= 510 - 34 && $0.field.top >= 0
            }
            #expect(shown.child.y == 0)
            _ = try desktop.screenshot()
            try KeptScreenshots.keep(desktop, as: "gtk4-tiled")
            try show(false)
            try window.wait("everything is as it was: \(before)", log: story.log) { $0.seen == before.seen }
            #expect(window.complaints == [])
        }

        @Test("fullscreen over the whole output: shifted by what the keyboard covers") func fullscreen() throws {
            let desktop = try Desktop(.sway)
            _ = try desktop.python("pointer.py", ["keyboard"])
            let story = try Story(desktop)
            let window = try GTK4Window(desktop, "form", width: 360, height: 720)
            try window.tell("state fullscreen")
            try window.tell("focus low")
            let before = try window.wait("it has the focus") { $0.focus == "low" && $0.child.height == 720 }
            let keyboard = try desktop.simulate(Rect(x: 0, y: 510, width: 360, height: 210), on: "HEADLESS-1")
            let shown = try window.wait("it is in sight", log: story.log) { abs($0.field.bottom - 500) < 0.02 }
            #expect(shown.child.y == shown.field.y - before.field.y)
            keyboard.process.write("\n")
            try window.wait("everything is as it was", log: story.log) { $0.seen == before.seen }
            #expect(window.complaints == [])
        }
    }
}
