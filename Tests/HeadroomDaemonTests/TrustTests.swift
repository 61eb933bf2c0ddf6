import Foundation
import Glibc
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// Sandboxed programs may look, and not say where keyboards are (contract, section 5).
@Suite(.notes, .withLog)
struct TrustTests {
    private let root: TemporaryFolder
    private static let keyboard =
        "visible=true;output=eDP-1;output-frame=0,0,1280,800;frame=0,540,1280,260;duration-ms=0\n"

    init() throws {
        root = try TemporaryFolder()
    }

    /// A provider whose root folder is ``root``, as a sandbox's is.
    private func sandboxed(_ stage: Stage) throws -> ChildProcess {
        let program = try BuiltProgram.path("scripted-peer")
        let arguments = ["provider", root.path]
        // Only root may change its root folder, if need be that of a namespace of its own.
        let child =
            geteuid() == 0
            ? try ChildProcess(program, arguments, environment: stage.environment)
            : try ChildProcess(
                "unshare", ["--user", "--map-current-user", "--keep-caps", program] + arguments,
                environment: stage.environment)
        guard try child.readLine() == "ready" else { throw TestFailure("no sandbox:\n\(child.log)") }
        return child
    }

    private func say(_ text: String, _ child: ChildProcess) throws -> String? {
        child.write(text)
        return try child.readLine()
    }

    @Test("a program in a Flatpak is answered AccessDenied, and nothing it says is believed")
    func denied() throws {
        try root.write("[Application]\nname=org.example.App\n", to: ".flatpak-info")
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let child = try sandboxed(stage)
        let answer = try #require(try say(Self.keyboard, child))
        #expect(answer.hasPrefix("\(Names.Errors.accessDenied.text): "))
        #expect(answer.contains("sandboxed-providers"))
        #expect(try say("visible=false\n", child) == answer)
        try subscriber.expectNothing()
    }

    @Test("the same program in a root folder that is no Flatpak's is a provider like any other")
    func trusted() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let child = try sandboxed(stage)
        #expect(try say(Self.keyboard, child) == "true")
        try subscriber.expect("WillShow", "DidShow")
    }

    @Test("[access] sandboxed-providers=true lets it, from SIGHUP on, and no longer when that is taken back")
    func allowed() throws {
        try root.write("", to: ".flatpak-info")
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let child = try sandboxed(stage)
        #expect(try say(Self.keyboard, child)?.hasPrefix(Names.Errors.accessDenied.text) == true)
        try stage.configure("[access]\nsandboxed-providers=true\n")
        try stage.daemon.send(SIGHUP)
        try stage.poll("the new configuration") { (try? say(Self.keyboard, child)) == "true" }
        try subscriber.expect("WillShow", "DidShow")
        try stage.configure("")
        try stage.daemon.send(SIGHUP)
        try stage.poll("the old configuration") {
            (try? say("name=another\n", child))??.hasPrefix(Names.Errors.accessDenied.text) == true
        }
    }

    @Test("allowed from the start")
    func allowedFromStart() throws {
        try root.write("", to: ".flatpak-info")
        let stage = try Stage(configuration: "[access]\nsandboxed-providers=yes\n")
        let subscriber = try stage.subscriber()
        #expect(try say(Self.keyboard, try sandboxed(stage)) == "true")
        try subscriber.expect("WillShow", "DidShow", "WillHide", "DidHide")
    }
}
