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
        let program = try BuiltProgram.path("scripted-peer")
        let child =
            geteuid() == 0
            ? try ChildProcess(program, ["plugin", root.path], environment: stage.environment)
            : try ChildProcess(
                "unshare", ["--user", "--map-current-user", "--keep-caps", program, "plugin", root.path],
                environment: stage.environment)
        guard try child.readLine() == "ready" else { throw TestFailure("no sandbox:\n\(child.log)") }
        return child
    }

    private func say(_ text: String, _ child: ChildProcess) throws -> String {
        child.write(text + "\n")
        return try child.readLine() ?? ""
    }

    @Test("Register of what lives in it and Report; all else is AccessDenied")
    func denied() throws {
        let stage = try Stage()
        let root = try TemporaryFolder()
        let child = try sandboxed(stage, root)
        for text in ["list", "watch", "register accessibility", "register window", "claim 1"] {
            let answer = try say(text, child)
            #expect(answer.hasPrefix("\(Names.Errors.accessDenied.text): "), "\(text): \(answer)")
            #expect(answer.contains("sandboxed-providers"))
        }
        #expect(try say("register toolkit", child) == "registered flatpak:77 active")
        #expect(try say("report clear -", child) == "reported")
        #expect(try say("list", child).hasPrefix(Names.Errors.accessDenied.text))
        // Nothing was left of what was refused.
        let other = try Mover(stage)
        #expect(try other.list(Names.Avoidance.listPlugins).count == 1)
    }

    @Test("headroom.conf allows it")
    func allowed() throws {
        let stage = try Stage(configuration: "[access]\nsandboxed-providers=true\n")
        let root = try TemporaryFolder()
        let child = try sandboxed(stage, root)
        #expect(try say("list", child) == "listed")
        #expect(try say("register window", child) == "registered - outside")
        #expect(try say("claim \(getpid())", child).hasPrefix("claimed pid:\(getpid())."))
        #expect(try say("watch", child) == "watching")
    }
}
