import DesktopSupport
import Foundation
import HeadroomBus
import Support
import Testing

extension DesktopTests {
    /// Unmodified programs are left alone until their user asks for it; what was turned on for that is off again when Headroom is
    /// taken away. With the real switch of the accessibility bus and the real settings behind it.
    @Suite(.serialized) struct AccessibilityConsentTests {
        private let desktop: XDesktop
        private let program: String

        init() throws {
            desktop = try XDesktop()
            program = "\(desktop.folder)/.local/bin/headroom-accessibility"
            let built = try desktop.bring(try BuiltProgram.path("headroom-accessibility"))
            try desktop.run("install", ["-D", built, program])
        }

        /// As the desktop keeps it.
        private var isOn: Bool {
            get throws {
                try desktop.run("gsettings", ["get", "org.gnome.desktop.interface", "toolkit-accessibility"]) == [
                    "true"
                ]
            }
        }

        private var marks: [String] {
            let state = "\(desktop.folder)/.local/state/headroom"
            return (try? FileManager.default.contentsOfDirectory(atPath: state).sorted()) ?? []
        }

        /// Takes Headroom away for the user who installed it.
        private func uninstall() throws {
            let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../systemd").standardizedFileURL.path
            try desktop.run("sh", ["\(try desktop.bring(scripts))/uninstall"])
            #expect(!FileManager.default.fileExists(atPath: program))
        }

        @Test func turnedOnAndTakenAway() throws {
            // As sessions start it.
            try desktop.run(program, ["--if-enabled"])
            #expect(!desktop.busLog.contains("org.a11y.Bus"), "the accessibility bus was started unasked")
            #expect(try !isOn && marks.isEmpty)

            try desktop.run(program, ["--enable"])
            #expect(try isOn)
            #expect(marks == ["accessibility-enabled", "accessibility-was-off"])
            let plugin = try desktop.start(program, ["--if-enabled", "--verbose"])
            for _ in 0..<3000 where !plugin.process.log.contains("listening") {
                try desktop.pass(microseconds: 10_000)
            }
            #expect(plugin.process.log.contains("listening"))
            plugin.process.kill()

            try uninstall()
            #expect(try !isOn)
            #expect(marks.isEmpty)
        }

        @Test func whatWasOnStaysOn() throws {
            try desktop.set("org.gnome.desktop.interface", "toolkit-accessibility true")
            try desktop.run(program, ["--enable"])
            #expect(marks == ["accessibility-enabled"])
            try uninstall()
            #expect(try isOn)
            #expect(marks.isEmpty)
        }
    }
}
