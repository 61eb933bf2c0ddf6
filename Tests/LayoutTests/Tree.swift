import Foundation

/// Something that breaks a rule of the house.
struct Finding: Hashable, CustomStringConvertible {
    let path: String
    /// Counted from 1; 0 if the whole file is meant.
    let line: Int
    let text: String

    var description: String { line > 0 ? "\(path):\(line): \(text)" : "\(path): \(text)" }
}

/// A file of the tree, its path relative to the tree's root.
struct TreeFile {
    let path: String
    let text: String

    var components: [String] { path.split(separator: "/").map(String.init) }
    var fileExtension: String { (path as NSString).pathExtension }
    var lines: [Substring] { text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }

    /// Whether people write it in a programming language: by its ending, or by its first line if it has none.
    var isCode: Bool {
        if fileExtension.isEmpty { return text.hasPrefix("#!") }
        return ["swift", "c", "h", "py", "sh", "js"].contains(fileExtension)
    }

    /// Every line that `pattern` matches; none matches without `part` in it, and that is found much sooner.
    func findings(_ part: String, _ pattern: Regex<Substring>, _ why: String) -> [Finding] {
        guard text.contains(part) else { return [] }
        return zip(1..., lines).filter { $0.1.contains(part) && $0.1.contains(pattern) }.map {
            Finding(path: path, line: $0.0, text: why)
        }
    }
}

/// The files that are kept: all but what git and the build leave in dot-folders at the top.
struct Tree {
    let root: URL
    /// The names at the top.
    let top: [String]
    let files: [TreeFile]

    /// The tree in which this file lies.
    init() throws {
        root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let manager = FileManager.default
        top = try manager.contentsOfDirectory(atPath: root.path).sorted()
        var files: [TreeFile] = []
        for name in top where ![".git", ".build", ".swiftpm"].contains(name) {
            let paths = manager.subpaths(atPath: root.appendingPathComponent(name).path) ?? []
            for path in paths.isEmpty ? [name] : paths.map({ "\(name)/\($0)" }) where !path.contains("__pycache__") {
                let url = root.appendingPathComponent(path)
                guard let data = manager.contents(atPath: url.path), let text = String(data: data, encoding: .utf8)
                else { continue }
                files.append(TreeFile(path: path, text: text))
            }
        }
        self.files = files.sorted { $0.path < $1.path }
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }
}
