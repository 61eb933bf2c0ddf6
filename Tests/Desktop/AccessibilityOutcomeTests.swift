import DesktopSupport
import Glibc
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What is left to others, and what nobody could do: seen by people and by other plugins with `headroom plugins`.
    @Suite(.serialized) struct AccessibilityOutcomeTests {
        typealias Toolkit = FieldsWindow.Toolkit

        private func plugins(_ desk: AccessibleDesk) throws -> String {
            try desk.desktop.headroom("plugins").lines.joined(separator: "\n")
        }

        /// A program with a plugin of its own is never touched as long as that is there.
        @Test func ownPlugin() throws {
            let desk = try AccessibleDesk(.gtk3, program: "fields-own.py")
            let field = desk.toolkit.covered
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
            try desk.waitInSight(field)
            try desk.hide()
            try desk.wait(offset: before.offset)
            try desk.waitUntilNothingIsMoved()
        }

        /// The last line of an area that ends below the keyboard's top when everything is scrolled to its end.
        @Test(arguments: Rounds.number == 20 ? [.gtk3] : [Toolkit.gtk3, .qt5]) func partial(_ toolkit: Toolkit) throws {
            let desk = try AccessibleDesk(toolkit)
            try desk.window.focus("area")
            try desk.window.caret(line: 59)
            let end = try desk.window.wait("it has the focus") { $0.focus == "area" && $0.caret.bottom > 600 }
            try desk.window.scroll(to: Int(end.offset) - 30)
            let before = try desk.window.wait("it is scrolled") { $0.offset == end.offset - 30 }
            try desk.show()
            let report = try desk.plugin.wait("a report") { $0.outcome == "partial" && $0.shiftY == -30 }
            let after = try desk.window.wait("the list is at its end", log: desk.log) { $0.offset == end.offset }
            #expect(abs((report.residual ?? 0) - min(after.caret.height, after.caret.bottom - 595)) <= 2)
            #expect(report.parts == ["scroll": 30])
            let text = try plugins(desk)
            #expect(text.contains(": partial, ") && text.contains(" still covered"), "\(text)")
            try desk.hide()
            try desk.wait(offset: before.offset)
            try desk.waitUntilNothingIsMoved()
        }
    }
}
