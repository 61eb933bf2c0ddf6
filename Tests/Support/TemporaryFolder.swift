import Foundation

/// A folder of a test's own, with everything in it removed when this is dropped.
package final class TemporaryFolder {
    package let path: String

    package init() throws {
        var template = Array("\(Self.parent)/headroom-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestFailure("mkdtemp: \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file into the folder.
    package func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }

    /// Where temporary files go.
    package static var parent: String { FileManager.default.temporaryDirectory.path }
}
