import Foundation

/// The programs of this package, as the build under test made them.
package enum BuiltProgram {
    /// The path of a built program; it lies beside the test program.
    package static func path(_ name: String) throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(filePath: tests).deletingLastPathComponent()
        let path = folder.appending(path: name).path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw TestFailure("not built: \(path)") }
        return path
    }
}
