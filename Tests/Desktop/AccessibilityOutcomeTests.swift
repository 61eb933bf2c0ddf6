import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What is left to others, and what nobody could do: seen by people and by other plugins with `headroom plugins`.
    @Suite(.serialized) struct AccessibilityOutcomeTests {
        typealias Toolkit = FieldsWindow.Toolkit

        private func plugins(_ desk: FieldsScene) throws -> String {
            try desk.desktop.headroom("plugins").lines.joined(separator: "\n")
        }

        /// A program with a plugin of its own is never touched as long as that is there.
        @Test func ownPlugin() throws {
            let desk = try FieldsScene(.gtk3, program: "fields-own.py")
            let field = FieldsWindow.Toolkit.gtk3.covered
            try desk.window.focus(field)
            let before = try desk.window.wait("it has the focus") { $0.focus == field }
            try desk.show()
            let subject = "pid:\(desk.window.teller.process.pid)."
            var text = ""
            for _ in 0..<600 {
                text = try plugins(desk)
                if text.contains("waits for \(subject)") { break }
                try desk.desktop.pass(microseconds: 50_000)
            }
            #expect(text.contains("\"fields\" toolkit") && text.contains("holds \(subject)"), "\(text)")
            #expect(text.contains("waits for \(subject)"), "\(text)")
            try desk.window.focus("e15")
            try desk.window.focus(field)
            // For as long as it would take, and more.
            try desk.desktop.pass(microseconds: 700_000)
            try desk.wait(offset: before.offset)
            #expect(try desk.plugin.reports().isEmpty)
            desk.window.teller.process.send(SIGUSR1)
            try desk.expectInSight(field)
            try desk.hide()
            try desk.wait(offset: before.offset)
            try desk.waitUntilNothingIsMoved()
        }

        /// The last field of a list, which ends below the keyboard's top even when it is scrolled to its end.
        @Test(arguments: Rounds.number == 20 ? [.gtk3] : [Toolkit.gtk3, .qt5]) func partial(_ toolkit: Toolkit) throws {
            let desk = try FieldsScene(toolkit)
            let field = "e39"
            try desk.window.focus(field)
            try desk.window.scroll(to: 10_000)
            let end = try desk.window.wait("it has the focus") { $0.focus == field && $0.field.bottom > 600 }
            try desk.window.scroll(to: Int(end.offset) - 30)
            let before = try desk.window.wait("it is scrolled") { $0.offset == end.offset - 30 }
            try desk.show()
            // Onboard comes in steps, which cover more and more of it.
            let covered = min(end.field.height, end.field.bottom - FieldsScene.keyboard)
            let report = try desk.plugin.wait("a report") {
                $0.outcome == "partial" && abs(($0.residual ?? 0) - covered) <= 2
            }
            let after = try desk.window.wait("the list is at its end", log: desk.log) { $0.offset == end.offset }
            #expect(report.shiftY == before.offset - after.offset)
            #expect(report.parts == ["scroll": -report.shiftY])
            let text = try plugins(desk)
            #expect(text.contains(": partial, ") && text.contains(" still covered"), "\(text)")
            try desk.hide()
            try desk.wait(offset: before.offset)
            try desk.waitUntilNothingIsMoved()
        }
    }
}
