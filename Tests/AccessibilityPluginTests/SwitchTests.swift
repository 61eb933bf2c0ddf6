import AccessibilityPlugin
import Foundation
import HeadroomBus
import HeadroomClient
import Support
import Testing

/// Accessibility is turned on only when asked for, and off only if we turned it on.
@Suite("The switch")
struct SwitchTests {
    private let loop: EventLoop
    private let bus: PrivateBus
    private let folder: TemporaryFolder
    private let launcher: Launcher
    private let client: Client

    /// The accessibility bus's launcher, as far as its switch goes.
    private final class Launcher {
        var isEnabled = false
        private let connection: Connection

        init(_ bus: PrivateBus, _ loop: EventLoop) throws {
            connection = try bus.connect(loop)
            let object = try connection.export("/org/a11y/bus", introspection: Array("<node/>".utf8))
            try object.add(
                Interface(
                    "org.a11y.Status",
                    properties: [
                        Property(
                            "IsEnabled", "b",
                            set: { (launcher: Launcher, reader: inout Reader) throws(BusError) in
                                launcher.isEnabled = try reader.bool()
                            },
                            get: { (launcher: Launcher, writer: inout Writer) throws(BusError) in
                                try writer.bool(launcher.isEnabled)
                            })
                    ]), for: self)
            var isOurs = false
            connection.requestName("org.a11y.Bus") { _ in isOurs = true }
            try loop.wait("the launcher's name") { isOurs }
        }
    }

    init() throws {
        loop = try EventLoop()
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        launcher = try Launcher(bus, loop)
        client = try Client(bus: .at(bus.address), loop: loop)
    }

    private var mark: String { "\(folder.path)/headroom/accessibility-was-off" }
    private var isMarked: Bool { FileManager.default.fileExists(atPath: mark) }

    private var isAgreed: Bool {
        let path = folder.path
        return Consent { $0 == "XDG_STATE_HOME" ? path : nil }.isGiven
    }

    private func turn(on isOn: Bool) throws -> Bool {
        let path = folder.path
        let toggle = Switch(client) { $0 == "XDG_STATE_HOME" ? path : nil }
        var isDone: Bool?
        toggle.turn(on: isOn) { isDone = $1 }
        try loop.wait("the switch") { isDone != nil }
        return isDone ?? false
    }

    @Test("on, and off again")
    func onAndOff() throws {
        #expect(!isAgreed)
        #expect(try turn(on: true))
        #expect(launcher.isEnabled && isMarked && isAgreed)
        #expect(try turn(on: true))
        #expect(launcher.isEnabled && isMarked)
        #expect(try turn(on: false))
        #expect(!launcher.isEnabled && !isMarked && !isAgreed)
        #expect(try turn(on: false))
        #expect(!launcher.isEnabled)
    }

    @Test("what somebody else turned on stays on")
    func others() throws {
        launcher.isEnabled = true
        #expect(try turn(on: true))
        #expect(!isMarked && isAgreed)
        #expect(try turn(on: false))
        #expect(launcher.isEnabled && !isAgreed)
    }

    @Test("what somebody else turned off is off, and ours no longer")
    func turnedOff() throws {
        #expect(try turn(on: true))
        launcher.isEnabled = false
        #expect(try turn(on: false))
        #expect(!isMarked)
    }

    @Test("without a launcher nothing is agreed to; whoever says no has said no all the same")
    func noLauncher() throws {
        let path = folder.path
        let empty = try PrivateBus()
        func turn(on isOn: Bool) throws -> Bool {
            let toggle = Switch(try Client(bus: .at(empty.address), loop: loop)) { $0 == "XDG_STATE_HOME" ? path : nil }
            var isDone: Bool?
            toggle.turn(on: isOn) { isDone = $1 }
            try loop.wait("the switch") { isDone != nil }
            return isDone ?? false
        }
        #expect(try !turn(on: true))
        #expect(!isAgreed)
        #expect(try self.turn(on: true))
        #expect(isAgreed)
        #expect(try !turn(on: false))
        #expect(!isAgreed && isMarked)
    }
}
