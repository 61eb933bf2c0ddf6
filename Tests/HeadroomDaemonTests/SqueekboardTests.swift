import Foundation
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// The daemon and a keyboard of the phosh family, as far as the bus sees it (contract, section 2).
@Suite(.notes, .withLog)
struct SqueekboardTests {
    /// Somebody who knows where the keyboard stands, and not whether it is there.
    private static let place: [String: Value] = [
        "name": "place", "output": "DSI-1", "output-frame": .rect(0, 0, 360, 720), "frame": .rect(0, 510, 360, 210),
    ]

    private func keyboard(_ stage: Stage) throws -> ChildProcess {
        let child = try ChildProcess(
            try BuiltProgram.path("scripted-peer"), ["keyboard"], environment: stage.environment)
        #expect(try child.readLine() == "ready")
        return child
    }

    @Test("Show and Hide reach it, and what it then says is published; SIGKILL hides it at once")
    func whole() throws {
        let stage = try Stage()
        let subscriber = try stage.subscriber()
        let provider = try stage.provider()
        try provider.publish(Self.place)
        let child = try keyboard(stage)
        try stage.wait("the keyboard to be seen") { subscriber.properties["CanShow"] == true }
        #expect(subscriber.properties["CanHide"] == true)
        #expect(try subscriber.observers().first { $0.name == "OSK0" }?.availability == "active")
        try subscriber.expectNothing()

        try subscriber.request(Names.Keyboard.show)
        let shown = try subscriber.expect("WillShow", "DidShow")[0]
        #expect(shown.output == "DSI-1")
        #expect(shown.end == [0, 510, 360, 210])
        #expect(shown.inset == 210)
        try subscriber.request(Names.Keyboard.hide)
        try subscriber.expect("WillHide", "DidHide")
        try subscriber.request(Names.Keyboard.show)
        try subscriber.expect("WillShow", "DidShow")
        child.kill()
        let lost = try subscriber.expect("WillHide", "DidHide")
        #expect(lost.map(\.reason) == ["provider-lost", "provider-lost"])
        #expect(lost.map(\.duration) == [0, 0])
        try stage.wait("nobody there") { subscriber.properties["CanShow"] == false }
        #expect(try subscriber.observers().first { $0.name == "OSK0" }?.availability == "waiting")

        // The next one is another keyboard, and hidden.
        _ = try withExtendedLifetime(keyboard(stage)) { _ in
            try stage.wait("the next keyboard") { subscriber.properties["CanShow"] == true }
            try subscriber.expectNothing()
        }
    }

    @Test("one that is visible already is there in the first GetState")
    func visibleBefore() throws {
        let stage = try Stage(isEmpty: true)
        let child = try keyboard(stage)
        let call = try Message.call(
            "sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0", "SetVisible", arguments: [.bool(true)])
        _ = try stage.connection.ask(call)
        try stage.start()
        let subscriber = try stage.subscriber()
        try stage.provider().publish(Self.place)
        #expect(try subscriber.all()["CanHide"] == true)
        withExtendedLifetime(child) {}
    }

    @Test("it is never started by the daemon, whatever is asked")
    func neverStarted() throws {
        let bus = try PrivateBus(service: "sm.puri.OSK0")
        let stage = try Stage(bus: bus)
        let subscriber = try stage.subscriber()
        for member in [Names.Keyboard.show, Names.Keyboard.hide] {
            #expect(throws: BusError.self) { try subscriber.request(member) }
        }
        #expect(try subscriber.observers().first { $0.name == "OSK0" }?.availability == "waiting")
        try subscriber.connection.settle()
        #expect(!FileManager.default.fileExists(atPath: bus.startedFile))
        // The service is one that the bus would start.
        let call = try Message.call("sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0", "SetVisible", arguments: [true])
        call.autoStarts = true
        #expect(throws: BusError.self) { try subscriber.connection.ask(call) }
        #expect(FileManager.default.fileExists(atPath: bus.startedFile))
    }
}
