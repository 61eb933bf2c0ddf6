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
        "visible=true;output=eDP-1;output-frame=0,0,1280,800;frame=0,540,1280,260;duration-ms=0"

    init() throws {
        root = try TemporaryFolder()
    }

    /// A provider whose root folder is ``root``, as a sandbox's is.
    private func sandboxed(_ stage: Stage) throws -> ChildProcess { try stage.scripted("provider", root: root.path) }

    @Test("a program in a Flatpak is answered AccessDenied, and nothing it says is believed")
    func denied() throws {
        try root.write("[Application]\nname=org.example.App\n", to: ".flatpak-info")
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let child = try sandboxed(stage)
        let answer = try child.say(Self.keyboard)
        #expect(answer.hasPrefix("\(Names.Errors.accessDenied.text): "))
        #expect(answer.contains("sandboxed-providers"))
        #expect(try child.say("visible=false") == answer)
        try subscriber.expectNothing()
    }

    @Test("the same program in a root folder that is no Flatpak's is a provider like any other")
    func trusted() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let child = try sandboxed(stage)
        #expect(try child.say(Self.keyboard) == "true")
        try subscriber.expect("WillShow", "DidShow")
    }

    @Test("[access] sandboxed-providers=true lets it, from SIGHUP on, and no longer when that is taken back")
    func allowed() throws {
        try root.write("", to: ".flatpak-info")
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let child = try sandboxed(stage)
        #expect(try child.say(Self.keyboard).hasPrefix(Names.Errors.accessDenied.text))
        try stage.configure("[access]\nsandboxed-providers=true\n")
        try stage.daemon.send(SIGHUP)
        try stage.poll("the new configuration") { (try? child.say(Self.keyboard)) == "true" }
        try subscriber.expect("WillShow", "DidShow")
        try stage.configure("")
        try stage.daemon.send(SIGHUP)
        try stage.poll("the old configuration") {
            (try? child.say("name=another"))?.hasPrefix(Names.Errors.accessDenied.text) == true
        }
    }

    @Test("allowed from the start")
    func allowedFromStart() throws {
        try root.write("", to: ".flatpak-info")
        let stage = try Stage(configuration: "[access]\nsandboxed-providers=yes\n")
        let subscriber = try stage.subscriber()
        #expect(try sandboxed(stage).say(Self.keyboard) == "true")
        try subscriber.expect("WillShow", "DidShow", "WillHide", "DidHide")
    }
}
