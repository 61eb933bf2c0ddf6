import DesktopSupport
import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support
import Testing

extension DesktopTests {
    /// The layer-shell observer alone, while outputs turn, come and go, and compositors die.
    @Suite(.serialized) struct ProbeOutputTests {
        /// squeekboard is up while its output turns, and turns back.
        @Test(arguments: Desktop.Compositor.allCases) func rotation(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            _ = try desktop.squeekboard()
            try desktop.setVisible(true)
            // squeekboard does not notice a turn before its first picture.
            try desktop.expectKeyboard(from: 510)
            let upright = try probe.wait(strips: [Rect(x: 0, y: 510, width: 360, height: 210)])
            let before = probe.reports.count
            try desktop.turn("HEADLESS-1", to: "90")
            // squeekboard stays 210 high for up to 160 ms, on sway sometimes until it shows again.
            let turned = try probe.wait("a turned output") { $0.usable.width == 720 && $0.strips.count == 1 }
            #expect(probe.facts?.outputs?.first?.frame == Rect(x: 0, y: 0, width: 720, height: 360))
            #expect(probe.facts?.outputs?.first?.transform != .normal)
            #expect(turned.strips[0].since == upright.strips[0].since)
            // Sizes of before the turn mixed with sizes of after it were never told.
            for case let strip? in probe.reports[before...].map({ $0.facts?.areas?.first?.strips.first }) {
                #expect(strip.frame.width == 720)
                #expect(strip.frame.bottom == 360)
            }
            try desktop.setVisible(false)
            try probe.wait(strips: [])
            try desktop.setVisible(true)
            let shown = try probe.wait(strips: [Rect(x: 0, y: 180, width: 720, height: 180)])
            try desktop.expectKeyboard(from: 180)

            // Back: which height squeekboard takes then is its affair (on sway it keeps the one of the turned output).
            try desktop.turn("HEADLESS-1", to: "normal")
            let back = try probe.wait("an upright output") { $0.usable.width == 360 && $0.strips.count == 1 }
            #expect(back.strips[0].frame.top == back.usable.bottom)
            #expect(back.strips[0].frame.bottom == 720)
            #expect(back.strips[0].since == shown.strips[0].since)
        }

        /// The same keyboard at scale 2 and at 1.5: logical pixels.
        @Test func scale() throws {
            let desktop = try Desktop(.sway, configuration: "output HEADLESS-1 mode 720x1440 scale 2")
            let probe = try ProbeTests.watch(desktop)
            _ = try desktop.squeekboard()
            try desktop.setVisible(true)
            try probe.wait(strips: [Rect(x: 0, y: 510, width: 360, height: 210)])
            #expect(probe.facts?.outputs?.first?.scale == 2)
            try desktop.sway("output HEADLESS-1 scale 1.5")
            let area = try probe.wait("another scale") { $0.usable.width == 480 && $0.strips.count == 1 }
            #expect(probe.facts?.outputs?.first?.scale == 1.5)
            #expect(area.strips[0].frame.bottom == 960)
        }

        /// Two outputs side by side, the one with the keyboard on the right.
        @Test func secondOutput() throws {
            let desktop = try Desktop(
                .sway,
                configuration: """
                    output HEADLESS-2 mode 1280x800 position 0 0
                    output HEADLESS-1 mode 360x720 position 1280 0
                    """, outputs: 2)
            let probe = try ProbeTests.watch(desktop)
            try probe.wait("the other output", "HEADLESS-2") { _ in true }
            let keyboard = try desktop.keyboard("--output", "1300,10")
            try keyboard.tell("show")
            try probe.wait(strips: [Rect(x: 1280, y: 520, width: 360, height: 200)])
            try desktop.expect(ProbeTests.red, at: Rect(x: 0, y: 520, width: 360, height: 200))
            #expect(probe.area("HEADLESS-2")?.strips == [])
            try keyboard.tell("hide")
            try probe.wait(strips: [])
            try keyboard.tell("output 10,10")
            try keyboard.tell("show")
            try probe.wait(strips: [Rect(x: 0, y: 600, width: 1280, height: 200)], on: "HEADLESS-2")
            #expect(probe.area()?.strips == [])
        }

        /// An output is added on sway; one is switched off and on again on phoc.
        @Test func hotplug() throws {
            let desktop = try Desktop(.sway)
            let probe = try ProbeTests.watch(desktop)
            try desktop.sway("create_output")
            try probe.wait("the new output", "HEADLESS-2") { _ in true }
            #expect(probe.facts?.outputs?.map(\.name) == ["HEADLESS-1", "HEADLESS-2"])
        }

        @Test func offAndOn() throws {
            let desktop = try Desktop(.phoc, configuration: "[output:HEADLESS-2]\nmode = 1280x800", outputs: 2)
            let probe = try ProbeTests.watch(desktop)
            try probe.wait("two outputs", "HEADLESS-2") { _ in true }
            for _ in 0..<3 {
                // phoc does it and says that it failed.
                try? desktop.randr("--output", "HEADLESS-2", "--off")
                try desktop.loop.wait("one output") { probe.facts?.outputs?.map(\.name) == ["HEADLESS-1"] }
                #expect(probe.facts?.areas?.map(\.output) == ["HEADLESS-1"])
                try desktop.randr("--output", "HEADLESS-2", "--on")
                try probe.wait("two outputs", "HEADLESS-2") { _ in true }
            }
            #expect(probe.availability == .active)
        }

        /// The compositor dies with all its clients and comes back; so does the observer, also when it was there first.
        @Test(arguments: Desktop.Compositor.allCases) func restart(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            for _ in 0..<2 {
                desktop.killCompositor()
                try desktop.loop.wait("the loss") { probe.facts == nil }
                #expect(probe.availability?.word == "waiting")
                try desktop.startCompositor()
                try probe.wait("a first look") { _ in true }
                #expect(probe.availability == .active)
                let keyboard = try desktop.keyboard()
                try keyboard.tell("show")
                try probe.wait(strips: [Rect(x: 0, y: 520, width: 360, height: 200)])
            }
        }

        /// A fullscreen window covers what is reserved; so it is told, and told off.
        @Test(arguments: Desktop.Compositor.allCases) func fullscreen(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            let app = try desktop.python("entry.py")
            let keyboard = try desktop.keyboard()
            try keyboard.tell("show")
            try probe.wait(strips: [Rect(x: 0, y: 520, width: 360, height: 200)])
            try desktop.expect(ProbeTests.red)
            #expect(probe.area()?.isFullscreen == false)
            try app.tell("fullscreen")
            let area = try probe.wait("a fullscreen window") { $0.isFullscreen }
            #expect(area.strips.count == 1, "it is reserved all the same")
            try app.tell("unfullscreen")
            try probe.wait("no fullscreen window") { !$0.isFullscreen }
            try app.tell("fullscreen")
            try probe.wait("a fullscreen window") { $0.isFullscreen }
            app.process.kill()
            try probe.wait("its end") { !$0.isFullscreen }
        }

        /// At rest nothing is read, asked or said.
        @Test(arguments: Desktop.Compositor.allCases) func rest(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            _ = try desktop.squeekboard()
            try desktop.setVisible(true)
            try probe.wait(strips: [Rect(x: 0, y: 510, width: 360, height: 210)])
            var isQuiet = false
            for _ in 0..<500 where !isQuiet { isQuiet = try !desktop.loop.turn(timeout: 3_000_000) }
            #expect(isQuiet)
        }
    }
}
