import Foundation

/// A folder of the test's own, gone with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("headroom-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// All files in it at any depth, folders not counted, links counted as they are.
    func files() -> [String] {
        let manager = FileManager.default
        return (manager.subpaths(atPath: path) ?? []).filter { name in
            let type = try? manager.attributesOfItem(atPath: "\(path)/\(name)")[.type] as? FileAttributeType
            return type != .typeDirectory
        }.sorted()
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }
}
