import DesktopSupport
import HeadroomCore
import HeadroomObserving
import ObserverLayerShell
import Support
import Testing

/// All that needs a desktop runs one test after another.
@Suite(.serialized) struct DesktopTests {}

extension DesktopTests {
    /// The layer-shell observer alone, on real compositors.
    @Suite(.serialized) struct ProbeTests {
        static let red = 0xcc3300
        static let green = 0x22aa22

        static func watch(_ desktop: Desktop) throws -> FactsRecorder {
            let variables = desktop.environment
            let recorder = FactsRecorder(LayerShellObserver { variables[$0] }, loop: desktop.loop, bus: desktop.bus)
            recorder.start()
            try recorder.wait("a first look") { _ in true }
            #expect(recorder.availability == .active)
            return recorder
        }

        /// squeekboard shows and hides; the strip is exact, and the pixels there are the keyboard's.
        @Test(arguments: Desktop.Compositor.allCases) func squeekboard(_ compositor: Desktop.Compositor) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            let keyboard = try desktop.squeekboard()
            for _ in 0..<20 {
                try desktop.setVisible(true)
                let area = try probe.wait(strips: [Rect(x: 0, y: 510, width: 360, height: 210)])
                #expect(area.usable == Rect(x: 0, y: 0, width: 360, height: 510))
                #expect(area.strips.first?.isWhole == true)
                #expect(area.strips.first?.edge == .bottom)
                try desktop.setVisible(false)
                try probe.wait(strips: [])
            }
            // Killed while it is shown.
            try desktop.setVisible(true)
            try probe.wait(strips: [Rect(x: 0, y: 510, width: 360, height: 210)])
            try desktop.expectKeyboard(from: 510)
            keyboard.process.kill()
            try probe.wait(strips: [])
        }

        /// A panel and a keyboard on one desktop: where, and on which layers.
        struct Pair: Sendable {
            var panel: [String]
            var keyboard: [String]
            /// The panel's and the keyboard's frames when the panel is the older one, on sway and on phoc.
            var onSway: (Rect, Rect)
            var onPhoc: (Rect, Rect)
        }

        static func row(_ y: Double, _ height: Double) -> Rect { Rect(x: 0, y: y, width: 360, height: height) }

        static let pairs = [
            // sway 1.7 lays the newer surface of a layer out first: the keyboard goes below the panel.
            Pair(
                panel: ["--size", "40"], keyboard: [], onSway: (row(480, 40), row(520, 200)),
                onPhoc: (row(680, 40), row(480, 200))),
            Pair(
                panel: ["--size", "40", "--layer", "bottom"], keyboard: [], onSway: (row(480, 40), row(520, 200)),
                onPhoc: (row(480, 40), row(520, 200))),
            Pair(
                panel: ["--size", "40"], keyboard: ["--layer", "overlay"], onSway: (row(480, 40), row(520, 200)),
                onPhoc: (row(480, 40), row(520, 200))),
            Pair(
                panel: ["--size", "32", "--edge", "top"], keyboard: ["--edge", "top"],
                onSway: (row(200, 32), row(0, 200)), onPhoc: (row(0, 32), row(32, 200))),
            Pair(
                panel: ["--size", "50", "--edge", "left"], keyboard: [],
                onSway: (Rect(x: 0, y: 0, width: 50, height: 520), row(520, 200)),
                onPhoc: (
                    Rect(x: 0, y: 0, width: 50, height: 720), Rect(x: 50, y: 520, width: 310, height: 200)
                )),
        ]

        /// Panels before the probe, after it, and while the keyboard is up: always the pixels.
        @Test(arguments: Desktop.Compositor.allCases, pairs.indices)
        func panels(_ compositor: Desktop.Compositor, _ index: Int) throws {
            let pair = ProbeTests.pairs[index]
            let (panelFrame, keyboardFrame) = compositor == .sway ? pair.onSway : pair.onPhoc
            let desktop = try Desktop(compositor)
            let colour = ["--colour", "22aa22", "--namespace", "panel"]
            let panel = try desktop.python("keyboard.py", pair.panel + colour)
            try panel.tell("show")
            try panel.wait(for: "mapped")

            // The panel is older than the probe.
            try desktop.expect(ProbeTests.green)
            let probe = try ProbeTests.watch(desktop)
            try probe.wait("the panel") { $0.strips.count == 1 }
            #expect(probe.area()?.strips.first?.isWhole == false)
            let keyboard = try desktop.python("keyboard.py", pair.keyboard)
            for _ in 0..<3 {
                try keyboard.tell("show")
                try keyboard.wait(for: "mapped")
                try probe.wait(strips: [panelFrame, keyboardFrame])
                try desktop.expect(ProbeTests.red, at: keyboardFrame)
                // phoc does not paint a panel that it moved out of a keyboard's way.
                if compositor == .sway || panelFrame.bottom == 720 || panelFrame.top == 0 {
                    try desktop.expect(ProbeTests.green, at: panelFrame)
                }
                try keyboard.tell("hide")
                try probe.wait("no keyboard") { $0.strips.count == 1 }
            }

            // The panel goes and comes while the keyboard is up: the keyboard's strip is the same one throughout.
            try keyboard.tell("show")
            try keyboard.wait(for: "mapped")
            let both = try probe.wait(strips: [panelFrame, keyboardFrame])
            let since = both.strips.last?.since
            try panel.tell("hide")
            let alone = try probe.wait("the keyboard alone") { $0.strips.count == 1 }
            #expect(alone.strips.first?.since == since)
            try panel.tell("show")
            try panel.wait(for: "mapped")
            let again = try probe.wait("both again") { $0.strips.count == 2 }
            #expect(again.strips.first?.since == since)
            for (strip, colour) in zip(again.strips, [ProbeTests.red, ProbeTests.green]) {
                try desktop.expect(colour, at: strip.frame)
            }
        }

        /// Every step of a slide and of a growth is a reading, all of one strip; then the keyboard resizes itself.
        @Test(arguments: Desktop.Compositor.allCases, ["slide 250", "grow 250"])
        func motion(_ compositor: Desktop.Compositor, _ command: String) throws {
            let desktop = try Desktop(compositor)
            let probe = try ProbeTests.watch(desktop)
            let keyboard = try desktop.keyboard()
            let before = probe.reports.count
            try keyboard.tell(command)
            try keyboard.wait(for: "slid")
            let area = try probe.wait(strips: [ProbeTests.row(520, 200)])
            let steps = probe.reports[before...].compactMap { $0.facts?.areas?.first?.strips.first }
            #expect(Set(steps.map(\.since)) == [area.strips[0].since])
            #expect(Set(steps.map(\.frame.height)).count > 2, "it was seen on its way")
            #expect(steps.map(\.frame.height) == steps.map(\.frame.height).sorted())
            try desktop.expect(ProbeTests.red, at: ProbeTests.row(520, 200))

            try keyboard.tell("size 260")
            let larger = try probe.wait(strips: [ProbeTests.row(460, 260)])
            #expect(larger.strips[0].since == area.strips[0].since)
            // phoc tells of a new size only.
            try keyboard.tell("edge top")
            if compositor == .phoc { try keyboard.tell("size 261") }
            let top = try probe.wait(strips: [ProbeTests.row(0, compositor == .phoc ? 261 : 260)])
            #expect(top.strips[0].edge == .top)
            #expect(top.strips[0].since == area.strips[0].since)
        }
    }
}
