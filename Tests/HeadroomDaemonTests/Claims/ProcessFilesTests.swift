import Foundation
import HeadroomDaemon
import Support
import Testing

/// What is read of a process's files.
@Suite struct ProcessFilesTests {
    @Test("the start of a process, whatever its name")
    func startTime() {
        let rest = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 123456 20 21"
        #expect(ProcessFiles.startTime(inStat: "7 (cat) \(rest)\n") == 123_456)
        #expect(ProcessFiles.startTime(inStat: "7 (a) b (c) 1 2 3) \(rest)\n") == 123_456)
        for text in [
            "", "7 cat S", "7 (cat) S 1 2", "7 (cat)", "7 (cat) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 -1",
        ] {
            #expect(ProcessFiles.startTime(inStat: text) == nil)
        }
    }

    @Test("the instance of a Flatpak")
    func instance() {
        func instance(_ text: String) -> String? { ProcessFiles.instance(inFlatpakInfo: text) }
        #expect(instance("[Application]\nname=a\n\n[Instance]\ninstance-id=12_a-B\nbranch=stable\n") == "12_a-B")
        #expect(instance("[Application]\ninstance-id=1\n[Other]\ninstance-id=2\n") == nil)
        #expect(instance("") == nil)
        let wrong = ["", "../x", "1\u{1b}", "a b", String(repeating: "1", count: 65)]
        for text in wrong { #expect(instance("[Instance]\ninstance-id=\(text)\n") == nil) }
    }

    /// Which needs a kernel that labels processes: what that says of one is played.
    @Test("by its label what snapd confines lives in a sandbox, and nothing else does")
    func labels() throws {
        let folder = try TemporaryFolder()
        let files = ProcessFiles(folder: folder.path)
        #expect(!Sandbox.holds(files))
        try FileManager.default.createDirectory(atPath: "\(folder.path)/attr", withIntermediateDirectories: true)
        for (label, isHeld) in [
            ("snap.firefox.firefox (enforce)\n", true), ("unconfined\n", false), ("/usr/bin/snap.d (enforce)\n", false),
        ] {
            try folder.write(label, to: "attr/current")
            #expect(Sandbox.holds(files) == isHeld, "\(label)")
        }
    }
}
