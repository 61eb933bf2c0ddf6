import DesktopSupport
import HeadroomBus
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The adapter for web pages, in Chromium.
    @Suite(.serialized) struct AdapterWebTests {
        private let desktop: XDesktop
        private let truth: XDesktop.Truth
        private let bridge: Teller
        private let address: String

        init() throws {
            desktop = try XDesktop()
            _ = try Story(desktop)
            bridge = try desktop.adapter("Web/bridge.py", ["\(try desktop.bringAdapters())/Web/pages"])
            address = try bridge.wait(for: "its address") { $0.hasPrefix("http://127.0.0.1:") }
            truth = try XDesktop.Truth(desktop, of: "Chromium")
        }

        /// Waits until the page's title fits: `covered X Y W H`, where it says that it is covered.
        private func wait(forTitle what: String, where fits: (String) -> Bool) throws {
            let deadline = desktop.loop.now + 60_000_000
            var seen: [String] = []
            repeat {
                seen = try desktop.run("xwininfo", ["-root", "-tree"])
                let titles = seen.compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
                if titles.contains(where: fits) { return }
                try desktop.pass(microseconds: 50_000)
            } while desktop.loop.now < deadline
            throw TestFailure("no title says \(what)\n\(seen.joined(separator: "\n"))")
        }

        @Test(
            "geometrychange tells boundingRect in the page, and the field stays above the keyboard",
            arguments: [false, true])
        func geometry(_ isKiosk: Bool) throws {
            let place = isKiosk ? ["--kiosk"] : ["--window-size=800,600", "--window-position=100,120"]
            try desktop.start(
                "chromium",
                [
                    // There is no page here but our own; a sandbox in a container needs rights that tests do not have.
                    "--no-sandbox", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
                    "--user-data-dir=\(desktop.folder)/chromium", "--app=\(address)",
                ] + place)
            try truth.wait("the window") { isKiosk ? $0.frame == XDesktop.screen : $0.frame != nil }
            let window = try #require(try truth.frame())
            let whole = try desktop.waitForField(endingAt: window.bottom, in: truth.screenshot)
            let keyboard = Rect(x: 200, y: 540, width: 1080, height: 260)
            let simulated = try desktop.simulate(keyboard, on: "screen")
            let left = Int(keyboard.left - window.left)
            let (width, height) = (Int(window.right - keyboard.left), Int(window.bottom - keyboard.top))
            // What Chromium puts above the page is its own affair: the page ends where its window ends.
            let top = isKiosk ? "540" : ""
            try wait(forTitle: "\(left) \(top) \(width) \(height)") {
                $0.hasPrefix("covered \(left) \(top)") && $0.hasSuffix(" \(width) \(height)")
            }
            #expect(try desktop.waitForField(endingAt: keyboard.top, in: truth.screenshot) == whole)
            simulated.process.write("\n")
            try wait(forTitle: "nothing") { $0 == "covered 0 0 0 0" }
            try desktop.waitForField(endingAt: window.bottom, in: truth.screenshot)
        }

        @Test("a page from elsewhere learns nothing")
        func strangers() throws {
            func status(_ arguments: String...) throws -> String {
                try desktop.run(
                    "/usr/bin/python3", ["\(desktop.programs)/web.py", "\(address)keyboard"] + arguments
                ).joined()
            }
            #expect(try status("Host", "elsewhere.example") == "403 none")
            #expect(try status("Origin", "https://elsewhere.example") == "200 none")
        }
    }
}
