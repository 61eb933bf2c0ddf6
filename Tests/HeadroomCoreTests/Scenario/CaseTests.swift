import Foundation
import HeadroomCore
import Testing

/// The public bug reports and design cases, through the same reader that `headroom scenario --check` uses.
@Suite("Cases")
struct CaseTests {
    @Test("Every case of open.jsonl gives what is expected", arguments: try CaseFile.lines(of: "open"))
    func openCase(_ line: CaseLine) { check(line) }

    @Test("Every case of extra.jsonl gives what is expected", arguments: try CaseFile.lines(of: "extra"))
    func extraCase(_ line: CaseLine) { check(line) }

    @Test("Every case of candidates.jsonl gives what is expected", arguments: try CaseFile.lines(of: "candidates"))
    func candidateCase(_ line: CaseLine) { check(line) }

    private func check(_ line: CaseLine) {
        var reader = ScenarioReader(file: "\(line.file).jsonl", isChecking: true)
        for result in reader.read(line.bytes) + reader.finish() {
            switch result {
            case .answers: Issue.record("a check does not print answers")
            case .failed(let error): Issue.record("\(error)")
            case .checked(let differences):
                #expect(differences.isEmpty, "\(differences.map(\.description).joined(separator: "\n"))")
            }
        }
    }
}

/// One line of a file of cases.
struct CaseLine: Sendable, CustomTestStringConvertible {
    var file: String
    var text: String

    var bytes: [UInt8] { Array(text.utf8) }
    var testDescription: String { String(text.prefix(20)) }
}

enum CaseFile {
    /// The lines of a file among the test's resources.
    static func lines(of name: String) throws -> [CaseLine] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "jsonl", subdirectory: "Cases"))
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\n").map { CaseLine(file: name, text: String($0)) }
    }
}
