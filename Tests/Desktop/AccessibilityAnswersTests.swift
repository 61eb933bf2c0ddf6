import DesktopSupport
import Foundation
import HeadroomCore
import Support
import Testing

extension DesktopTests {
    /// What real toolkits answer on the accessibility bus, against what the plugin was made for. A toolkit that answers
    /// otherwise shows up by its name, and by the question.
    @Suite(.serialized) struct AccessibilityAnswersTests {
        @Test(arguments: FieldsWindow.Toolkit.allCases) func answers(_ toolkit: FieldsWindow.Toolkit) throws {
            try compare(try FieldsScene { try FieldsWindow($0, toolkit) }, "\(toolkit)", windowClass: toolkit.program)
        }

        @Test(arguments: FieldsWindow.Browser.allCases) func page(_ browser: FieldsWindow.Browser) throws {
            try compare(
                try FieldsScene { try FieldsWindow($0, browser) }, "\(browser)", windowClass: browser.windowClass)
        }

        private func compare(_ scene: FieldsScene, _ toolkit: String, windowClass: String) throws {
            let expected = try Self.column(toolkit, of: "\(scene.desktop.programs)/answers.table")
            let place = try XDesktop.Truth(scene.desktop, of: windowClass)
            try place.wait("the window") { $0.frame != nil }
            var given: [String: String] = [:]
            func ask(_ state: String) throws {
                let frame = try #require(try place.frame())
                let field = try scene.window.truth().field
                let words = [field, frame].map { "\($0.x),\($0.y),\($0.width),\($0.height)" }
                let program = "\(scene.desktop.programs)/answers.py"
                let process = "\(scene.window.teller.process.pid)"
                let lines = try scene.desktop.run("/usr/bin/python3", [program, process, state] + words)
                #expect(lines.last == "ok", "\(toolkit) does not answer: \(lines)")
                for line in lines {
                    guard let colon = line.range(of: ": ") else { continue }
                    given[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
                }
            }
            try scene.window.focus("e10")
            try scene.window.wait("it has the focus") { $0.focus == "e10" }
            try ask("entry")
            try scene.window.focus("area")
            try scene.window.caretAtEnd()
            try scene.window.wait("the area has the focus") { $0.focus == "area" && $0.showsCaret }
            try ask("area")
            try scene.window.focus("e2")
            try scene.window.wait("it has the focus") { $0.focus == "e2" }
            try scene.window.scroll(to: 700)
            try scene.window.wait("it is out of sight") { $0.offset == 700 }
            try ask("away")
            try scene.window.focus("pinned")
            try scene.window.wait("it has the focus") { $0.focus == "pinned" }
            try ask("fixed")
            for (question, answer) in expected.sorted(by: { $0.key < $1.key }) {
                let answers = answer.components(separatedBy: " or ")
                #expect(
                    answers.contains(given[question] ?? ""),
                    "\(toolkit), asked for \(question), was known to answer \(answer), not \(given[question] ?? "")")
            }
            #expect(Set(given.keys) == Set(expected.keys), "questions and the table are not the same")
        }

        /// A column of the table, by question.
        private static func column(_ name: String, of path: String) throws -> [String: String] {
            let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                .filter { !$0.hasPrefix("#") }.map { $0.components(separatedBy: " | ") }
            let index = try #require(rows.first?.firstIndex(of: name), "the table has no column \(name)")
            return Dictionary(rows.dropFirst().map { ($0[0], $0[index]) }) { $1 }
        }
    }
}
