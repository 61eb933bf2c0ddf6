import Foundation
import HeadroomBus
import HeadroomClient
import HeadroomCore
import Support

/// A private bus with the real daemon, a keyboard that a test plays, and clients, all in one loop.
final class Playground {
    static let output = Output(name: "TEST-1", frame: Rect(x: 0, y: 0, width: 1280, height: 800))

    let loop: EventLoop
    let bus: PrivateBus
    let folder: TemporaryFolder
    /// The client whose lists are looked at, and whose provider is the keyboard.
    let client: Client
    private(set) var daemon: ChildProcess?
    private let keyboard: Provider
    private var subscription: KeyboardSubscription?

    init() throws {
        loop = try EventLoop()
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        client = try Client(bus: .at(bus.address), loop: loop)
        keyboard = client.provider(name: "played")
        subscription = try client.subscribe { _ in }
    }

    deinit { daemon?.kill() }

    var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
            "XDG_STATE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "", "DISPLAY": "",
            "SWAYSOCK": "", "NOTIFY_SOCKET": "", "XDG_CURRENT_DESKTOP": "",
        ]
    }

    /// A client in the same loop.
    func newClient() throws -> Client { try Client(bus: .at(bus.address), loop: loop) }

    func wait(_ what: String, until isDone: () -> Bool) throws {
        try loop.wait(what, log: daemon?.log ?? "", until: isDone)
    }

    // MARK: The daemon

    /// Starts it and waits until it is there.
    func startDaemon() throws {
        let child = try ChildProcess(try BuiltProgram.path("headroomd"), ["--verbose"], environment: environment)
        daemon = child
        try wait("the daemon") { client.daemon != nil }
    }

    /// Kills it and waits until that is known.
    func killDaemon() throws {
        daemon?.kill()
        try wait("the daemon to be gone") { client.daemon == nil }
    }

    /// Kills the daemon and starts another one, in a time that no clock in the loop can see: nothing in it runs meanwhile.
    func replaceKilledDaemon() throws {
        daemon?.kill()
        let child = try ChildProcess(try BuiltProgram.path("headroomd"), ["--verbose"], environment: environment)
        daemon = child
        let other = try EventLoop()
        let connection = try bus.connect(other)
        let watch = connection.watchName("org.headroom.Headroom1") { _ in }
        try other.wait("the new daemon", log: child.log) { watch.owner != nil }
    }

    /// Writes headroom.conf.
    func configure(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/headroom", withIntermediateDirectories: true)
        try text.write(toFile: "\(folder.path)/headroom/headroom.conf", atomically: true, encoding: .utf8)
    }

    // MARK: The keyboard

    static let frame = Rect(x: 0, y: 480, width: 1280, height: 320)

    func show(_ milliseconds: UInt32 = 100) throws {
        var publication = Publication()
        publication.isVisible = true
        publication.output = Self.output.name
        publication.outputFrame = Self.output.frame
        publication.frame = Self.frame
        publication.transition = Transition(durationMS: milliseconds, curve: .easeOutCubic)
        try publish(publication)
    }

    func hide(_ milliseconds: UInt32 = 100) throws {
        var publication = Publication()
        publication.isVisible = false
        publication.transition = Transition(durationMS: milliseconds, curve: .easeOutCubic)
        try publish(publication)
    }

    private func publish(_ publication: Publication) throws {
        var answer: Result<Bool, ClientError>?
        keyboard.publish(publication) { answer = $0 }
        try wait("the keyboard's word to be taken") { answer != nil }
        _ = try answer?.get()
    }

    /// Waits until the keyboard is where its life is to be.
    func wait(for phase: Phase) throws {
        try wait("the keyboard to be \(phase)") { subscription?.state?.phase == phase }
    }

    // MARK: Lists

    func avoidance() throws -> AvoidanceState {
        var answer: Result<AvoidanceState, ClientError>?
        client.avoidance { answer = $0 }
        try wait("the lists") { answer != nil }
        return try answer?.get() ?? AvoidanceState()
    }

    /// Asks for the lists until they are as they should be.
    func waitForLists(_ what: String, until isDone: (AvoidanceState) -> Bool) throws {
        var state = try avoidance()
        try wait(what) {
            if let new = try? avoidance() { state = new }
            return isDone(state)
        }
    }
}
