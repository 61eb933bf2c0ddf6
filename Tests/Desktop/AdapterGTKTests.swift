import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The adapter for a GTK program on Wayland, which knows the state of its window and not its place.
    @Suite(.serialized) struct AdapterGTKTests {
        /// A desktop with a daemon and the program, its window in this state.
        private struct Scene {
            let desktop: Desktop
            let story: Story
            let notes: Teller

            init(_ compositor: Desktop.Compositor, _ state: String, panel: Int? = nil, squeekboard: Bool = false) throws
            {
                desktop = try Desktop(compositor)
                if let panel {
                    let strip = try desktop.keyboard("--size", "\(panel)", "--namespace", "panel", "--colour", "22aa22")
                    try strip.tell("show")
                    try strip.wait(for: "mapped")
                }
                if squeekboard { _ = try desktop.squeekboard() }
                story = try Story(desktop)
                if squeekboard { try story.waitForObservers(["OSK0": "active"]) }
                notes = try desktop.adapter(
                    "GTK/notes.py", ["--\(state)"], environment: ["GSK_RENDERER": "cairo"])
                try notes.wait(for: "\(state), hidden: 0 px of it are covered")
                guard squeekboard else { return }
                // It shows itself for the field with the focus.
                try story.follow(to: "DidShow")
                try desktop.setVisible(false)
                try story.follow(to: "DidHide")
            }

            private func waitForField(endingAt row: Double) throws -> Double {
                try desktop.waitForField(endingAt: row) { try desktop.screenshot() }
            }

            /// The keyboard shows at row 510 and hides, twice; the window, which ends at the row `bottom`, is covered by so
            /// much meanwhile.
            func check(
                _ state: String, endingAt bottom: Double = 720, covered: Int, show: () throws -> Void,
                hide: () throws -> Void
            ) throws {
                var height = try waitForField(endingAt: bottom)
                for _ in 0..<2 {
                    notes.skip()
                    try show()
                    try notes.wait(for: "\(state), visible: \(covered) px of it are covered")
                    #expect(try waitForField(endingAt: 510) == height)
                    try hide()
                    try notes.wait(for: "\(state), hidden: 0 px of it are covered")
                    height = try waitForField(endingAt: bottom)
                }
            }

            func checkSimulated(_ state: String, endingAt bottom: Double = 720, covered: Int) throws {
                var keyboard: Teller?
                try check(state, endingAt: bottom, covered: covered) {
                    keyboard = try desktop.simulate(DaemonTests.row(510, 210), on: "HEADLESS-1")
                } hide: {
                    keyboard?.process.write("\n")
                }
            }

            func checkSqueekboard(_ state: String) throws {
                try check(state, covered: 0) {
                    try desktop.setVisible(true)
                    try story.follow(to: "DidShow")
                    #expect(story.told.last?.end == DaemonTests.row(510, 210))
                } hide: {
                    try desktop.setVisible(false)
                }
            }
        }

        @Test("fullscreen: the inset is bottom_inset", arguments: Desktop.Compositor.allCases)
        func fullscreen(_ compositor: Desktop.Compositor) throws {
            try Scene(compositor, "fullscreen").checkSimulated("fullscreen", covered: 210)
        }

        @Test("maximised: what bottom_inset reaches above the end of `usable`")
        func maximized() throws {
            try Scene(.phoc, "maximized", panel: 40).checkSimulated(
                "maximized", endingAt: 680, covered: 170)
        }

        @Test("maximised above squeekboard, which the compositor keeps clear: it only scrolls")
        func maximizedKeptClear() throws {
            try Scene(.phoc, "maximized", squeekboard: true).checkSqueekboard("maximized")
        }

        @Test("tiled above squeekboard, which the compositor keeps clear: it only scrolls")
        func tiledKeptClear() throws {
            try Scene(.sway, "tiled or floating", squeekboard: true).checkSqueekboard("tiled or floating")
        }
    }
}
