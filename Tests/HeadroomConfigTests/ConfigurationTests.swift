import Foundation
import HeadroomCore
import Testing

@testable import HeadroomConfig

@Suite("headroom.conf")
struct ConfigurationTests {
    /// Reads `text` as the content of `c`.
    private func read(_ text: String, keeping old: Settings = Settings()) -> (settings: Settings, complaints: [String])
    {
        let configuration = Configuration(path: "c", known: KnownNames(observers: ["OSK0", "Onboard"]))
        let (settings, complaints) = configuration.read(Array(text.utf8), keeping: old)
        return (settings, complaints.map(\.description))
    }

    @Test("every section and key of the contract is read")
    func everything() {
        let (settings, complaints) = read(
            """
            # a comment
            [candidates]
            policy=sticky
            [candidates:ibus:libpinyin]
            policy = reserve ; a comment
            [grace]
            default=80
            OSK0=0
            [observers]
            disable = Onboard, OSK0,
            [keyboards]
            x11-classes=Florence,Cellwriter
            x11-classes=Florence, My Keyboard
            [access]
            sandboxed-providers=true
            [apps]
            ignore=gimp
            [motion]
            reduced=yes

            """)
        #expect(complaints == [])
        var wanted = Settings()
        wanted.candidatePolicy = .sticky
        wanted.enginePolicies = ["ibus:libpinyin": .reserve]
        wanted.grace = 80
        wanted.originGraces = ["OSK0": 0]
        wanted.disabledObservers = ["Onboard", "OSK0"]
        wanted.x11Classes = ["Florence", "Cellwriter", "My Keyboard"]
        wanted.allowsSandboxedProviders = true
        wanted.ignoredApps = ["gimp"]
        wanted.reducedMotion = .yes
        wanted.lines = [
            "[candidates] policy": 3, "[candidates:ibus:libpinyin] policy": 5, "[grace] default": 7, "[grace] OSK0": 8,
            "[observers] disable": 10, "[keyboards] x11-classes": 12, "[access] sandboxed-providers": 15,
            "[apps] ignore": 17, "[motion] reduced": 19,
        ]
        #expect(settings == wanted)
        #expect(settings.candidatePolicies.policy(of: "ibus:libpinyin") == .reserve)
        #expect(settings.candidatePolicies.policy(of: "fcitx:pinyin") == .sticky)
    }

    @Test("the example in the README is the default, said in full")
    func readme() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let chapter = try #require(readme.split(separator: "## Configuration").last?.split(separator: "\n## ").first)
        let example = chapter.split(separator: "\n").filter { $0.hasPrefix("    ") }.joined(separator: "\n")
        var (settings, complaints) = read(example)
        #expect(complaints == [])
        #expect(settings.lines.count == knownKeys.count - 1)
        settings.lines = [:]
        var wanted = Settings()
        wanted.grace = 60
        wanted.enginePolicies = ["ibus:libpinyin": .reserve]
        #expect(settings == wanted)
        #expect(example.split(separator: "\n").count { $0.contains("=") } == knownKeys.count - 1, "all but one's own")
    }

    @Test("nothing is what an empty file says", arguments: ["", "\n", "; nothing\n", "\u{FEFF}# nothing", "[grace]"])
    func empty(text: String) {
        let (settings, complaints) = read(text)
        #expect(complaints == [])
        #expect(settings == Settings())
    }

    @Test("the table holds every section and key once, and the contract's words for it")
    func table() {
        let wanted = [
            "candidates policy", "candidates:x policy", "grace default", "grace x", "observers disable",
            "keyboards x11-classes", "access sandboxed-providers", "apps ignore", "motion reduced",
        ]
        let places = wanted.map { place in
            let words = place.split(separator: " ").map(String.init)
            return knownKeys.firstIndex { $0.word(section: words[0], key: words[1]) != nil }
        }
        #expect(places == Array(0..<knownKeys.count))
    }

    @Test(
        "what is wrong is told with file, line and key",
        arguments: [
            (
                "[candidates]\npolicy=best",
                "c:2: [candidates] policy: 'best' must be one of auto, follow, sticky, reserve"
            ),
            (
                "[candidates:e]\n\npolicy=",
                "c:3: [candidates:e] policy: '' must be one of auto, follow, sticky, reserve"
            ),
            ("[grace]\ndefault=-1", "c:2: [grace] default: '-1' must be whole milliseconds from 0 to 10000"),
            ("[grace]\nOSK0=1e3", "c:2: [grace] OSK0: '1e3' must be whole milliseconds from 0 to 10000"),
            ("[grace]\nOSK0=10001", "c:2: [grace] OSK0: '10001' must be whole milliseconds from 0 to 10000"),
            ("[grace]\nOSK0=+5", "c:2: [grace] OSK0: '+5' must be whole milliseconds from 0 to 10000"),
            ("[grace]\nOSK0=", "c:2: [grace] OSK0: '' must be whole milliseconds from 0 to 10000"),
            (
                "[observers]\ndisable=OSK0,Onbord",
                "c:2: [observers] disable: 'OSK0,Onbord' must be names among OSK0, Onboard, not 'Onbord'"
            ),
            ("[access]\nsandboxed-providers=maybe", "c:2: [access] sandboxed-providers: 'maybe' must be true or false"),
            ("[motion]\nreduced=never", "c:2: [motion] reduced: 'never' must be one of auto, yes, no"),
            ("[motion]\nspeed=3", "c:2: [motion] speed: no such key"),
            ("[candidates]\nx=3", "c:2: [candidates] x: no such key"),
            ("[candidates:]\npolicy=auto", "c:1: [candidates:]: no such section"),
            ("[Motion]\nreduced=no\nmore=1", "c:1: [Motion]: no such section"),
            ("reduced=no", "c:1: reduced: stands before the first [section]"),
            ("[motion]\nreduced=no\nreduced=yes", "c:3: [motion] reduced: given before on line 2, which holds"),
            ("[motion]\nreduced", "c:2: neither a [section] nor key=value"),
            ("[motion]\n  reduced=no\n reduced", "c:3: neither a [section] nor key=value"),
            ("[motion\nreduced=no", "c:1: no [section]: the lines below it are passed over"),
            ("[motion ;]\nreduced=no", "c:1: no [section]: the lines below it are passed over"),
            ("[motion] reduced=no", "c:1: no [section]: the lines below it are passed over"),
            ("[motion]\nreduced=\0no", "c:2: has a zero byte in it"),
            ("[\(String(repeating: "x", count: 49))]", "c:1: a section's name has at most 48 bytes"),
            ("[grace]\n\(String(repeating: "x", count: 49))=1", "c:2: a key's name has at most 48 bytes"),
            ("[apps]\nignore=\(String(repeating: "x", count: 300))", "c:2: longer than 199 bytes"),
        ])
    func wrong(text: String, complaint: String) {
        #expect(read(text).complaints == [complaint])
        #expect(read(text + "\n").complaints == [complaint])
        #expect(read(text.replacing("\n", with: "\r\n")).complaints == [complaint])
    }

    @Test("bytes that are no UTF-8 are told")
    func notUTF8() {
        let text = Array("[apps]\nignore=".utf8) + [0xFF, 0x0A]
        let (settings, complaints) = Configuration(path: "c").read(text, keeping: Settings())
        #expect(complaints.map(\.description) == ["c:2: not UTF-8"])
        #expect(settings == Settings())
    }

    @Test("all that is wrong is told at once, in the file's order, and the rest is taken")
    func several() {
        let (settings, complaints) = read(
            "[motion]\nreduced=x\n[grace]\nOSK0=5\nnothing\n[x]\n[candidates]\npolicy=follow")
        #expect(
            complaints == [
                "c:2: [motion] reduced: 'x' must be one of auto, yes, no", "c:5: neither a [section] nor key=value",
                "c:6: [x]: no such section",
            ])
        #expect(settings.candidatePolicy == .follow)
        #expect(settings.originGraces == ["OSK0": 5])
    }

    @Test("lines below a broken heading do not go to the section above it")
    func headless() {
        let (settings, complaints) = read("[grace]\nOSK0=1\n[motion\nreduced=yes\n[apps]\nignore=a")
        #expect(complaints == ["c:3: no [section]: the lines below it are passed over"])
        #expect(settings.originGraces == ["OSK0": 1])
        #expect(settings.reducedMotion == .auto)
        #expect(settings.ignoredApps == ["a"])
    }

    @Test("a wrong value keeps the old one, a missing key has its default")
    func keeping() {
        var old = Settings()
        old.candidatePolicy = .reserve
        old.enginePolicies = ["e": .follow, "f": .follow]
        old.originGraces = ["OSK0": 7, "Onboard": 8]
        old.disabledObservers = ["OSK0"]
        old.reducedMotion = .yes
        let (settings, complaints) = read(
            "[candidates]\npolicy=?\n[candidates:e]\npolicy=?\n[grace]\nOSK0=?\n[observers]\ndisable=?", keeping: old)
        #expect(complaints.count == 4)
        #expect(settings.candidatePolicy == .reserve)
        #expect(settings.enginePolicies == ["e": .follow])
        #expect(settings.originGraces == ["OSK0": 7])
        #expect(settings.disabledObservers == ["OSK0"])
        #expect(settings.reducedMotion == .auto)
    }

    @Test("while a line cannot be read, keys that the file does not name keep their values")
    func unreadableLine() {
        var old = Settings()
        old.candidatePolicy = .reserve
        old.reducedMotion = .yes
        old.ignoredApps = ["a", "b"]
        let (settings, _) = read("[candidates]\npolicy\n[motion]\nreduced=no\n[apps]\nignore=c", keeping: old)
        #expect(settings.candidatePolicy == .reserve)
        #expect(settings.reducedMotion == .no)
        #expect(settings.ignoredApps == ["c"])
    }

    @Test("lists are bounded")
    func longList() {
        let lines = (0..<300).map { "ignore=app\($0)" }.joined(separator: "\n")
        let (settings, complaints) = read("[apps]\n" + lines)
        #expect(complaints.count == 1)
        #expect(complaints.first?.hasSuffix("must be at most 256 names") == true)
        #expect(settings.ignoredApps == [])
    }

    @Test("any text is read to its end without harm")
    func anyText() {
        var numbers = SystemRandomNumberGenerator()
        let pieces = [
            "[", "]", "grace", "candidates:", "policy", "=", ";", "#", "\n", "\r", " ", "\t", "\0", "\u{FEFF}", "é",
            ":",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
                pieces.randomElement(using: &numbers) ?? ""
            }.joined()
            let items = INI(Array(text.utf8)).items
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
            #expect(items.allSatisfy { (1...lines).contains($0.line) }, "\(Array(text.utf8))")
        }
    }

    @Test("reading anew: no file, a file, a folder in its place, too much of it")
    func files() throws {
        let folder = try Folder()
        let configuration = Configuration(path: "\(folder.path)/headroom.conf")
        #expect(configuration.read().complaints == [])

        try folder.write("[motion]\nreduced=yes\n", to: "headroom.conf")
        var (settings, complaints) = configuration.read()
        #expect(complaints == [])
        #expect(settings.reducedMotion == .yes)

        try folder.write(String(repeating: "#\n", count: 40_000), to: "headroom.conf")
        (settings, complaints) = configuration.read(keeping: settings)
        #expect(complaints.map(\.text) == ["larger than 65536 bytes"])
        #expect(settings.reducedMotion == .yes)

        try FileManager.default.removeItem(atPath: configuration.path)
        try FileManager.default.createDirectory(atPath: configuration.path, withIntermediateDirectories: false)
        (settings, complaints) = configuration.read(keeping: settings)
        #expect(complaints.map(\.description) == ["\(configuration.path): not a regular file"])
        #expect(settings.reducedMotion == .yes)

        try FileManager.default.removeItem(atPath: configuration.path)
        (settings, complaints) = configuration.read(keeping: settings)
        #expect(complaints == [])
        #expect(settings == Settings())
    }

    @Test("the files' places follow the XDG base directory rules")
    func places() {
        let none: [String: String] = [:]
        #expect(Places.configuration { none[$0] } == nil)
        #expect(Places.state { none[$0] } == nil)
        let home = ["HOME": "/h", "XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": ""]
        #expect(Places.configuration { home[$0] } == "/h/.config/headroom/headroom.conf")
        #expect(Places.state { home[$0] } == "/h/.local/state/headroom")
        let own = ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"]
        #expect(Places.configuration { own[$0] } == "/c/headroom/headroom.conf")
        #expect(Places.state { own[$0] } == "/s/headroom")
    }
}
