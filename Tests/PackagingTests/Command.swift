import Foundation

/// A program that ran to its end.
struct Command {
    let status: Int32
    /// What it printed, on either output.
    let output: String

    /// Runs `words` from the top of the tree, with these variables besides `PATH`, and waits for its end. After a
    /// minute it is ended by force.
    init(_ words: [String], _ variables: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "--kill-after=5", "60"] + words
        process.currentDirectoryURL = Self.root
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        process.environment = ["PATH": path, "LC_ALL": "C.UTF-8"].merging(variables) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// The top of the tree.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Where the programs lie that were built with this test.
    static let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
}
