import Foundation
import HeadroomCore
import Testing

/// What the documentation says is what the code does.
@Suite("Documentation")
struct ArticleTests {
    @Test("there are pages, and the index leads to each of them")
    func index() throws {
        let index = try #require(Article.all.first { $0.name == Article.index })
        #expect(Article.concepts.count > 15)
        for article in Article.concepts { #expect(index.text.contains("- <doc:\(article.name)>"), "\(article.name)") }
    }

    @Test("every page has a worked number", arguments: Article.concepts)
    func worked(_ article: Article) {
        #expect(!article.blocks(in: "json").isEmpty || article.blocks(in: "swift").contains { $0.contains("// ") })
    }

    @Test("every scenario of a page gives what the page says", arguments: Article.concepts)
    func scenarios(_ article: Article) throws {
        for block in article.blocks(in: "json") {
            var reader = ScenarioReader(file: article.name, isChecking: true)
            let line = block.split(whereSeparator: \.isNewline).joined(separator: " ")
            let results = reader.read(line.utf8) + reader.finish()
            #expect(results == [.checked([])], "\(block)\n\(results)")
            let scenario = try Scenario(block)
            #expect(scenario.answers.count == scenario.events.count, "\(block)")
            #expect(scenario.answers.contains { $0.count > 0 }, "\(block)")
        }
    }

    @Test("a scenario named after a case is the beginning of that case", arguments: Article.concepts)
    func cases(_ article: Article) throws {
        let cases = try (CaseFile.lines(of: "open") + CaseFile.lines(of: "extra")).map { try Scenario($0.text) }
        for block in article.blocks(in: "json") {
            let scenario = try Scenario(block)
            guard scenario.id.hasPrefix("HR-") else { continue }
            let original = try #require(cases.first { $0.id == scenario.id }, "\(scenario.id)")
            #expect(scenario.situation == original.situation)
            #expect(scenario.events == Array(original.events.prefix(scenario.events.count)))
            #expect(scenario.answers == Array(original.answers.prefix(scenario.answers.count)))
        }
    }

    @Test(
        "every formula is worked out right, and what it gives is what its page's scenarios give",
        arguments: Article.concepts)
    func formulas(_ article: Article) throws {
        let scenarios = try article.blocks(in: "json").map { try Scenario($0) }
        for formula in try article.formulas() {
            let value = try Arithmetic.value(of: formula.arithmetic)
            #expect(abs(value - formula.result) <= Adjustment.tolerance, "\(formula)")
            let answers = scenarios.flatMap { $0.values(of: formula.name) }
            if Scenario.answerKeys.contains(formula.name) { #expect(answers.contains(formula.result), "\(formula)") }
        }
    }

    @Test("every example in Swift is compiled and run", arguments: Article.concepts)
    func examples(_ article: Article) throws {
        let tested = ArticleTests.squeezed(try String(contentsOfFile: ArticleExamples.file, encoding: .utf8))
        for block in article.blocks(in: "swift") {
            let lines = block.split(whereSeparator: \.isNewline).map { line in
                // A comment is a claim.
                line.hasPrefix("// ") ? "#expect(\(line.dropFirst(3)))" : String(line)
            }
            #expect(tested.contains(ArticleTests.squeezed(lines.joined(separator: "\n"))), "\(block)")
        }
    }

    @Test("arithmetic")
    func arithmetic() throws {
        #expect(try Arithmetic.value(of: "max(0, min(161, 258 - 2 * 3), 4 / 2 - -1)") == 161)
        for bad in ["", "1 +", "min(1", "2 3", "a"] {
            #expect(throws: Arithmetic.Failure.self) { try Arithmetic.value(of: bad) }
        }
    }

    /// Without the differences that a formatter makes.
    private static func squeezed(_ code: String) -> String { code.filter { !$0.isWhitespace } }
}

/// A scenario, as far as pages and cases are compared.
private struct Scenario {
    var id: String
    /// The input without its events and notes.
    var situation: NSDictionary
    var events: [NSDictionary]
    var answers: [NSDictionary]
    var samples: [String: Double]

    /// What formulas are compared with: `value` is one of the samples.
    static let answerKeys: Set = ["shift", "container_y", "offset", "inset_bottom", "residual", "progress", "value"]

    init(_ text: String) throws {
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        var input = try #require(whole["input"] as? [String: Any])
        let expected = try #require(whole["expected"] as? [String: Any])
        id = try #require(whole["id"] as? String)
        let key = input["queries"] == nil ? "events" : "queries"
        events = try #require(input[key] as? [[String: Any]]).map { NSDictionary(dictionary: $0) }
        answers = try #require(expected["after"] as? [[String: Any]]).map { NSDictionary(dictionary: $0) }
        samples = expected["samples"] as? [String: Double] ?? [:]
        for note in [key, "rules", "numbers"] { input[note] = nil }
        situation = NSDictionary(dictionary: input)
    }

    /// What is expected of a key, event by event.
    func values(of key: String) -> [Double] {
        key == "value" ? Array(samples.values) : answers.compactMap { ($0[key] as? NSNumber)?.doubleValue }
    }
}
