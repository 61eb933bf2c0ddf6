import Glibc
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// A sandboxed program may move things in itself, and no more (contract, section 5).
@Suite(.notes, .withLog)
struct AvoidanceTrustTests {
    private func sandboxed(_ stage: Stage, _ root: TemporaryFolder) throws -> ChildProcess {
        try root.write("[Instance]\ninstance-id=77\n", to: ".flatpak-info")
        return try stage.scripted("plugin", root: root.path)
    }

    @Test("Register of what lives in it and Report; all else is AccessDenied")
    func denied() throws {
        let stage = try Stage()
        try stage.waitForOpening()
        let root = try TemporaryFolder()
        let child = try sandboxed(stage, root)
        for text in ["list", "watch", "register accessibility", "register window", "claim 1"] {
            let answer = try child.say(text)
            #expect(answer.hasPrefix("\(Names.Errors.accessDenied.text): "), "\(text): \(answer)")
            #expect(answer.contains("sandboxed-providers"))
        }
        #expect(try child.say("register toolkit") == "registered flatpak:77 active")
        #expect(try child.say("report clear -") == "reported")
        #expect(try child.say("list").hasPrefix(Names.Errors.accessDenied.text))
        // Nothing was left of what was refused.
        let other = try Mover(stage)
        #expect(try other.list(Names.Avoidance.listPlugins).count == 1)
    }

    @Test("headroom.conf allows it")
    func allowed() throws {
        let stage = try Stage(configuration: "[access]\nsandboxed-providers=true\n")
        try stage.waitForOpening()
        let root = try TemporaryFolder()
        let child = try sandboxed(stage, root)
        #expect(try child.say("list") == "listed")
        #expect(try child.say("register window") == "registered - outside")
        #expect(try child.say("claim \(getpid())").hasPrefix("claimed pid:\(getpid())."))
        #expect(try child.say("watch") == "watching")
    }
}
