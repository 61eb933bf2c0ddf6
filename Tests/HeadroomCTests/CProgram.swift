import Foundation
import Support

/// The library as it was built with these tests, and programs that are built against it as its users do.
enum CProgram {
    /// The folders of the tree.
    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let sources = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    static let headers = sources.appending(path: "CHeadroom/include").path
    static let examples = sources.appending(path: "HeadroomC/Examples").path
    static let programs = tests.appending(path: "Programs").path

    /// The file of the library.
    static func library() throws -> String { try BuiltProgram.path("libHeadroomC.so") }

    /// A folder in which the library has the names under which a linker and a loader look for it.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["libheadroom.so", "libheadroom.so.1"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: try library())
        }
        return folder
    }

    /// Compiles without any warning, and links against the library in `folder`.
    ///
    /// - Returns: the program's path.
    static func build(_ source: String, in folder: TemporaryFolder, _ flags: [String] = []) throws -> String {
        let program = "\(folder.path)/\(URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent)"
        try compile(
            source,
            ["-std=c99", "-D_POSIX_C_SOURCE=200809L", "-L\(folder.path)", "-Wl,-rpath,\(folder.path)", "-o", program],
            libraries: ["-lheadroom", "-lm", "-ldl", "-lpthread"] + flags)
        return program
    }

    static func compile(
        _ source: String, with compiler: String? = nil, _ options: [String], libraries: [String] = []
    ) throws {
        // A library that the address sanitizer watches needs it in the program, too, and of the same version.
        let sanitizer = try isWatched() ? ["-fsanitize=address"] : []
        let compiler = compiler ?? (sanitizer.isEmpty ? "cc" : "clang")
        let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
        try run([compiler] + sanitizer + warnings + ["-I\(headers)"] + options + [source] + libraries)
    }

    private static func isWatched() throws -> Bool {
        try run(["nm", "-D", "--undefined-only", library()]).contains("__asan_init")
    }

    /// Runs a program to its end.
    ///
    /// - Returns: what it wrote to its standard output.
    /// - Throws: if it fails; says what it wrote to standard error.
    @discardableResult
    static func run(_ words: [String], input: String = "", environment: [String: String] = [:]) throws -> String {
        // What ends by itself has let go of everything.
        let options = ProcessInfo.processInfo.environment["ASAN_OPTIONS"] ?? ""
        let child = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment.merging(["ASAN_OPTIONS": options]) { $1 })
        child.write(input)
        let output = try child.readAll(seconds: 120)
        let status = try child.waitForExit(seconds: 120)
        guard status == 0 else { throw TestFailure("\(words) ended with \(status):\n\(output)\n\(child.log)") }
        return output
    }
}
