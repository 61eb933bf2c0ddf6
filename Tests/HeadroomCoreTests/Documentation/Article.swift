import Foundation
import Testing

/// A page of the documentation.
struct Article: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String

    var testDescription: String { name }

    /// The page that the others are reached from.
    static let index = "HeadroomCore"

    /// All pages of the catalogue, the index included.
    static let all: [Article] = {
        let folder = URL(filePath: #filePath).appending(path: "../../../../Sources/HeadroomCore/HeadroomCore.docc")
            .standardized
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { name in
            (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map {
                Article(name: String(name.dropLast(3)), text: $0)
            }
        }
    }()

    static let concepts = all.filter { $0.name != index }

    /// The code blocks in a language.
    func blocks(in language: String) -> [String] {
        parts.enumerated().compactMap { index, part in
            guard index % 2 == 1, part.hasPrefix(language + "\n") else { return nil }
            return String(part.dropFirst(language.count + 1))
        }
    }

    /// All that is no code block, on one line.
    var prose: String {
        let texts = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        return texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The formulas in the prose, which all have the form `name = arithmetic = number`.
    func formulas() throws -> [Formula] {
        try prose.matches(of: /`([^`]*)`/).map(\.output.1).filter { $0.contains(" = ") }.map(Formula.init)
    }

    /// Text and code blocks by turns.
    private var parts: [String] { text.components(separatedBy: "```") }
}

/// A worked number.
struct Formula {
    var name: String
    var arithmetic: String
    var result: Double

    init(_ text: Substring) throws {
        let parts = text.components(separatedBy: " = ")
        try #require(parts.count == 3, "\(text)")
        name = parts[0]
        arithmetic = parts[1]
        result = try #require(Double(parts[2]), "\(text)")
    }
}
