import Foundation

/// A package of the core library and its tests alone, in which faults may be planted.
struct Copy {
    private let folder: URL
    /// All that the last command printed.
    let log: URL
    /// The text of all tests.
    let tests: String

    private static let parts = ["Sources/HeadroomCore", "Tests/HeadroomCoreTests", "Tests/CAllocationCount"]

    /// Makes the copy, or brings it up to date. What is the same stays untouched, so that it is not built again.
    init(of tree: URL, at folder: URL) throws {
        self.folder = folder
        log = folder.appendingPathComponent("log")
        let files = FileManager.default
        var tests = ""
        for part in Copy.parts {
            let (source, target) = (tree.appendingPathComponent(part), folder.appendingPathComponent(part))
            let wanted = try files.subpathsOfDirectory(atPath: source.path)
            for path in (try? files.subpathsOfDirectory(atPath: target.path)) ?? [] where !wanted.contains(path) {
                try? files.removeItem(at: target.appendingPathComponent(path))
            }
            for path in wanted {
                let (from, to) = (source.appendingPathComponent(path), target.appendingPathComponent(path))
                guard let data = files.contents(atPath: from.path) else { continue }
                if path.hasSuffix("Tests.swift") { tests += String(decoding: data, as: UTF8.self) }
                try Copy.write(data, to: to)
            }
        }
        self.tests = tests
        try Copy.write(Data(Copy.manifest.utf8), to: folder.appendingPathComponent("Package.swift"))
    }

    /// The text of a file below Sources/HeadroomCore.
    func text(_ file: String) throws -> String { try String(contentsOf: source(file), encoding: .utf8) }

    func write(_ text: String, to file: String) throws { try Copy.write(Data(text.utf8), to: source(file)) }

    func build() throws {
        guard try run(["swift", "build", "--build-tests", "--disable-xctest"], seconds: 900) == 0 else {
            throw Failure("does not build: \(log.path)")
        }
    }

    /// Whether all tests of the suites pass. A test that hangs fails; the tests are started without `swift test`, which
    /// would leave them running.
    func passes(_ suites: [String]) throws -> Bool {
        let filters = suites.flatMap { ["--filter", "HeadroomCoreTests\\.\($0)/"] }
        let program = ".build/debug/mutationPackageTests.xctest"
        let status = try run([program, "--testing-library", "swift-testing"] + filters, seconds: 60)
        let output = try String(contentsOf: log, encoding: .utf8)
        guard status == 0 else { return false }
        guard output.contains(/Test run with [1-9]\d* tests?/) else { throw Failure("no test ran: \(log.path)") }
        return true
    }

    private func source(_ file: String) -> URL { folder.appendingPathComponent("Sources/HeadroomCore/\(file)") }

    private func run(_ command: [String], seconds: Int) throws -> Int32 {
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let output = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["timeout", "--kill-after=5", "\(seconds)"] + command
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        try output.close()
        return process.terminationStatus
    }

    private static func write(_ data: Data, to url: URL) throws {
        guard FileManager.default.contents(atPath: url.path) != data else { return }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    private static let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        let settings: [SwiftSetting] = [
            .swiftLanguageMode(.v6), .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
        ]
        let package = Package(
            name: "mutation",
            targets: [
                .target(name: "HeadroomCore", swiftSettings: settings),
                .target(name: "CAllocationCount", path: "Tests/CAllocationCount"),
                .testTarget(
                    name: "HeadroomCoreTests", dependencies: ["HeadroomCore", "CAllocationCount"],
                    resources: [.copy("Cases")], swiftSettings: settings),
            ])

        """
}
