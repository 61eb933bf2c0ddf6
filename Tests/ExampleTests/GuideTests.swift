import Foundation
import Testing

/// The guide says what the example does.
@Suite("A plugin in an hour")
struct GuideTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// The lines of a text, without what they are indented by.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private func sources(_ folder: String) throws -> [String: [String]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map {
                ($0, lines(try text("\(folder)/\($0)")))
            })
    }

    private func isPart(_ block: [String], of file: [String]) -> Bool {
        file.indices.contains { start in file[start...].starts(with: block) }
    }

    @Test("every line of Swift in it is in the example or its tests, in this order")
    func code() throws {
        let guide = try text("Sources/HeadroomPluginKit/HeadroomPluginKit.docc/A-plugin-in-an-hour.md")
        let blocks = guide.matches(of: /```swift\n((?s:.*?))```/).map { lines(String($0.1)) }
        #expect(blocks.count >= 8)
        let files = try sources("Plugins/Example").merging(sources("Tests/ExampleTests")) { $1 }
        for block in blocks {
            #expect(files.values.contains { isPart(block, of: $0) }, "\(block.joined(separator: "\n"))")
        }
        // A line that is not there is noticed.
        #expect(!files.values.contains { isPart(["engagement.caretMoves()"], of: $0) })
    }

    @Test("the example uses nothing but what outsiders can")
    func outsiders() throws {
        let allowed = ["Glibc", "HeadroomClient", "HeadroomCore", "HeadroomPluginKit"]
        for (name, lines) in try sources("Plugins/Example") {
            for line in lines where line.contains("import ") && !line.hasPrefix("//") {
                #expect(allowed.contains(String(line.split(separator: " ").last ?? "")), "\(name): \(line)")
            }
        }
    }
}
