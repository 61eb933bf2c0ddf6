import DesktopSupport
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// The page for developers of GTK 4 programs and its examples do what they say.
    @Suite(.serialized) struct GTK4ExampleTests {
        private static let page = "Plugins/GTK4/README.md"

        /// The program in a language that the page shows.
        private func block(_ language: Substring) throws -> String {
            let blocks = try GTK4Library.text(Self.page).matches(of: /```(\w+)\n((?s:.*?))```/)
                .filter { $0.1 == language }
            #expect(blocks.count == 1)
            return String(try #require(blocks.first).2)
        }

        /// Waits until a program that was just started is registered as one whose toolkit moves things.
        private func waitUntilRegistered(_ story: Story, _ program: Teller) throws {
            var lines: [String] = []
            for _ in 0..<600 {
                lines = try story.desktop.headroom("plugins").lines
                if lines.contains(where: { $0.contains("toolkit") }) { return }
                try story.desktop.pass(microseconds: 50_000)
            }
            throw TestFailure("it is not registered: \(lines)\n\(program.process.log)\n\(story.log)")
        }

        private func expectNoWarnings(_ program: Teller) {
            let log = program.process.log
            #expect(
                !log.contains("-WARNING **") && !log.contains("-CRITICAL **") && !log.contains("Traceback"), "\(log)")
        }

        @Test("the page's programs in C and in Python are registered as they stand")
        func page() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            let library = try GTK4Library(desktop)
            let inC = try library.start(try library.compile(try block("c"), as: "page"))
            try waitUntilRegistered(story, inC)
            expectNoWarnings(inC)
            inC.process.kill()
            let inPython = try library.start("/usr/bin/python3", ["-c", try block("python")])
            try waitUntilRegistered(story, inPython)
            expectNoWarnings(inPython)
            #expect(try block("c").split(separator: "\n").count <= 14)
            #expect(try block("python").split(separator: "\n").count <= 14)
        }

        @Test("login.py: Next, then Done, which logs in and puts the keyboard away")
        func login() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            let library = try GTK4Library(desktop)
            let login = try library.start(
                "/usr/bin/python3", ["\(try library.bringExamples())/login.py", "--fullscreen"])
            try waitUntilRegistered(story, login)
            // The keys are for whoever is active.
            try desktop.run(
                "xdotool",
                ["search", "--sync", "--onlyvisible", "--name", "^Login$", "windowactivate", "--sync"])
            let keys = try desktop.python("xkey.py")
            func type(_ names: String...) throws {
                for name in names {
                    keys.process.write("press \(name)\n")
                    try keys.wait(for: "that it pressed") { $0.hasPrefix("pressed ") }
                }
            }
            let keyboard = try desktop.simulate(Rect(x: 0, y: 540, width: 1280, height: 260), on: "screen")
            try story.follow(to: "DidShow")
            try type("a", "d", "a", "Return", "x", "y", "Return")
            try login.wait(for: "ada has logged in")
            try story.follow(to: "DidHide")
            expectNoWarnings(login)
            keyboard.process.kill()
        }

        @Test("the registration form in C builds as its users build it, and is registered")
        func registration() throws {
            let desktop = try XDesktop()
            let story = try Story(desktop)
            let library = try GTK4Library(desktop)
            let source = try GTK4Library.text("Plugins/GTK4/Example/Registration/main.c")
            let registration = try library.start(try library.compile(source, as: "registration"), ["--fullscreen"])
            try waitUntilRegistered(story, registration)
            expectNoWarnings(registration)
        }

        @Test("the demonstration shows the registration form beside a keyboard", arguments: ["X11", "Wayland"])
        func demo(_ display: String) throws {
            let desktop: Session = display == "X11" ? try XDesktop() : try Desktop(.sway)
            let library = try GTK4Library(desktop)
            for program in ["headroomd", "headroom-gtk4-form"] { try library.bring(program) }
            let (code, lines, log) = try desktop.headroom("demo", "--gtk")
            #expect(code == 0, "\(log)")
            let members = lines.compactMap { $0.split(separator: "member=").dropFirst().first.map(String.init) }
            #expect(members.first == "WillShow" && members.last == "DidHide", "\(lines)\n\(log)")
            let reports = log.split(separator: "\n").filter { $0.hasPrefix("# Reported") }
            #expect(reports.first?.contains(": clear, shift 0,-") == true, "\(log)")
            #expect(reports.last?.contains(": restored") == true, "\(log)")
            #expect(!log.contains("-WARNING **") && !log.contains("-CRITICAL **"), "\(log)")
        }

        @Test("without a display the demonstration says so")
        func noDisplay() throws {
            let child = try ChildProcess(
                try BuiltProgram.path("headroom"), ["demo", "--gtk"],
                environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
            #expect(try child.waitForExit(seconds: 60) == 1)
            #expect(child.log.contains("--gtk needs a display"), "\(child.log)")
        }
    }
}
