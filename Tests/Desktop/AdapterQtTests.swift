import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The adapter for Qt, built as its users build it, in a program with a form.
    @Suite(.serialized) struct AdapterQtTests {
        private let desktop: XDesktop
        private let story: Story
        private let truth: XDesktop.Truth
        private let form: Teller

        init() throws {
            desktop = try XDesktop()
            story = try Story(desktop)
            truth = try XDesktop.Truth(desktop, of: "form")
            let program = try Self.build(on: desktop)
            form = try desktop.start(program, environment: ["QT_QPA_PLATFORM": "xcb"])
            try truth.wait("the form") { $0.frame != nil }
        }

        private static func build(on desktop: XDesktop) throws -> String {
            let adapters = try desktop.bringAdapters()
            let tools = try desktop.run("pkg-config", ["--variable=host_bins", "Qt5Core"]).joined()
            try desktop.run("\(tools)/qmake", ["\(adapters)/Qt/form.pro", "-o", "\(desktop.folder)/Makefile"])
            let make = try desktop.start("make", ["-s", "-C", desktop.folder])
            try desktop.loop.wait("the form to be built", seconds: 600, log: make.process.log) { make.hasEnded }
            #expect(try make.process.waitForExit() == 0, "\(make.process.log)")
            return "\(desktop.folder)/form"
        }

        /// Waits until the form's last field ends where its view has to.
        @discardableResult
        private func waitForField(endingAt row: Double) throws -> Rect {
            try desktop.waitForField(endingAt: row, in: truth.screenshot)
        }

        /// Waits until the form was told that the keyboard stands here.
        private func wait(for keyboard: Rect) throws -> Rect {
            let window = try #require(try truth.frame())
            let numbers = [keyboard.x - window.x, keyboard.y - window.y, keyboard.width, keyboard.height]
            try form.wait(for: "visible " + numbers.map { "\(Int($0))" }.joined(separator: " "))
            return window
        }

        @Test("keyboardRectangle is where the keyboard is, in the window, and the field stays above it")
        func simulated() throws {
            let bottom = try #require(try truth.frame()).bottom
            let height = try waitForField(endingAt: bottom).height
            let keyboard = Rect(x: 0, y: 540, width: 1280, height: 260)
            let simulated = try desktop.simulate(keyboard, on: "screen")
            let window = try wait(for: keyboard)
            #expect(form.lines.contains { $0.hasPrefix("visible animating \(Int(-window.x)) ") })
            #expect(try waitForField(endingAt: keyboard.top).height == height)

            // A window that moves has the keyboard elsewhere.
            let user = try desktop.python("xask.py", ["form"])
            try user.tell(
                "place \(Int(window.x) + 20) \(Int(window.y) - 40) \(Int(window.width)) \(Int(window.height))")
            try truth.wait("the moved form") { $0.frame?.y == window.y - 40 }
            _ = try wait(for: keyboard)
            try user.tell("place \(Int(window.x)) \(Int(window.y)) \(Int(window.width)) \(Int(window.height))")
            try truth.wait("the form back") { $0.frame == window }

            simulated.process.write("\n")
            try form.wait(for: "hidden 0 0 0 0")
            try waitForField(endingAt: bottom)
        }

        @Test("the same with Onboard")
        func onboard() throws {
            let onboard = try Onboard(desktop)
            // It showed itself when it started.
            _ = try OnboardTests.end(story, at: nil)
            let bottom = try #require(try truth.frame()).bottom
            let height = try waitForField(endingAt: bottom).height
            try onboard.show()
            try story.follow(to: "DidShow")
            let keyboard = OnboardTests.bottom
            #expect(bottom > keyboard.top)
            _ = try wait(for: keyboard)
            #expect(try waitForField(endingAt: keyboard.top).height == height)
            #expect(try onboard.truth.frame() == keyboard)
            try onboard.hide()
            try story.follow(to: "DidHide")
            try waitForField(endingAt: bottom)
        }
    }
}
