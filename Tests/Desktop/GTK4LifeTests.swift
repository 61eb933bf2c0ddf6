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
            // Each kind of window on a display of its own, all at once: most of it is waiting for frames.
            let runs = try ["text", "nested", "form"].map { kind in
                let desktop = try XDesktop()
                return (kind, desktop, try desktop.startBuilt("gtk4-rehearsal", [kind]))
            }
            for (kind, desktop, run) in runs {
                try desktop.loop.wait("\(kind) to end", seconds: 280, log: run.process.log) { run.hasEnded }
                #expect(run.lines == ["0 breaches"], "\(kind)")
                let log = run.process.log
                #expect(!log.contains("-WARNING **") && !log.contains("-CRITICAL **"), "\(kind): \(log)")
            }
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

        /// Counted are blocks and the bytes that were asked for, of the whole program. Once everything was used for the first
        /// time there is not a byte more or less after 100 times than before, and none after 1,000: as after none, when only GTK
        /// is there.
        @Test("attaching and letting go 100 and 1,000 times lose the same: nothing, as GTK alone") func churn() throws {
            let scene = try GTK4Scene("form", attaches: false, countsMemory: true)
            struct Left: Equatable {
                let blocks, bytes, weak, files: Int
            }
            func left(_ count: Int, atOnce: Int = 1) throws -> Left {
                scene.window.teller.process.write("churn \(count) \(atOnce)\n")
                let line = try scene.window.teller.wait(for: "what is left", seconds: 280) { $0.hasPrefix("left ") }
                let numbers = line.split(separator: " ").compactMap { Int($0) }
                guard numbers.count == 4 else { throw TestFailure("not what is left: \(line)") }
                return Left(blocks: numbers[0], bytes: numbers[1], weak: numbers[2], files: numbers[3])
            }
            // Swift keeps what it knows of a type once that was used.
            try scene.window.tell("attach")
            let before = try scene.focus("low")
            try scene.show()
            try scene.wait("low", endsAt: scene.limit())
            try scene.hide()
            try scene.wait(restored: before)
            try scene.window.tell("detach")
            let none = try left(0)
            // Many say farewell at once.
            #expect(try left(50, atOnce: 10).weak == none.weak)
            let first = try left(100)
            for count in [100, 1000, 0] {
                let after = try left(count)
                print(
                    "GTK 4: \(count) times lose \(after.blocks - first.blocks) blocks, \(after.bytes - first.bytes) bytes"
                )
                #expect(after == first, "\(count) times")
            }
            #expect(first.weak == none.weak)
            // While it is attached there are some, so they are counted.
            try scene.window.tell("attach")
            let attached = try left(0)
            #expect(attached.weak > none.weak && attached.blocks > first.blocks + 100)
            #expect(scene.window.complaints == [])
        }
    }
}
