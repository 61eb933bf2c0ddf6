import Foundation
import Support

/// The library for GTK 4 programs as it was built with these tests, where programs of a desktop find it as one that is
/// installed.
package struct GTK4Library {
    package let desktop: Session
    /// The folder that has it, under the names under which a linker and a loader look for it.
    package let folder: String

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL

    package init(_ desktop: Session) throws {
        self.desktop = desktop
        folder = desktop.programs
        let library = try desktop.bring(try BuiltProgram.path("libHeadroomGTK4.so"))
        for name in ["libheadroom-gtk4.so", "libheadroom-gtk4.so.1"] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: library)
        }
    }

    /// Copies one of our programs to where the desktop's user can run it.
    package func bring(_ program: String) throws { _ = try desktop.bring(try BuiltProgram.path(program)) }

    /// A file of the tree.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Compiles a C program without any warning, as its users do.
    ///
    /// - Returns: the program's path.
    package func compile(_ source: String, as name: String) throws -> String {
        let file = "\(folder)/\(name).c"
        try source.write(toFile: file, atomically: true, encoding: .utf8)
        let flags = try GTK4Library.output(["pkg-config", "--cflags", "--libs", "gtk4"]).split(
            whereSeparator: \.isWhitespace)
        let headers = ["CHeadroomGTK4", "CHeadroom"].map {
            "-I\(GTK4Library.root.appendingPathComponent("Sources/\($0)/include").path)"
        }
        _ = try GTK4Library.output(
            ["cc", "-Wall", "-Werror"] + headers + ["-o", "\(folder)/\(name)", file, "-L\(folder)", "-lheadroom-gtk4"]
                + flags.map(String.init))
        return "\(folder)/\(name)"
    }

    /// Starts a program that loads it.
    package func start(_ program: String, _ arguments: [String] = []) throws -> Teller {
        try desktop.start(
            program, arguments, environment: ["LD_LIBRARY_PATH": folder, "GSK_RENDERER": "cairo"])
    }

    /// Copies the examples in Python to where the desktop's user can read them.
    ///
    /// - Returns: their folder there.
    package func bringExamples() throws -> String {
        try desktop.bring(GTK4Library.root.appendingPathComponent("Plugins/GTK4/Example").path)
    }
}

extension GTK4Library {
    /// Compiles what counts how much a program has allocated, for a program that is to be started with it.
    ///
    /// - Returns: that program's environment.
    static func countingMemory(on desktop: Session) throws -> [String: String] {
        let library = "\(desktop.programs)/live.so"
        let words = ["cc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library, "\(desktop.programs)/live.c"]
        _ = try output(words)
        // GLib keeps small blocks for later where it is not told otherwise.
        return ["LD_PRELOAD": library, "G_SLICE": "always-malloc"]
    }

    private static func output(_ words: [String]) throws -> String {
        let child = try ChildProcess(words[0], Array(words.dropFirst()))
        let output = try child.readAll(seconds: 120)
        guard try child.waitForExit(seconds: 120) == 0 else { throw TestFailure("\(words):\n\(output)\n\(child.log)") }
        return output
    }
}
