import HeadroomBus
import HeadroomClient
import Support

/// A bus of a test's own with the real daemon.
final class World {
    let bus: PrivateBus
    let loop: EventLoop
    let client: Client
    let daemon: ChildProcess
    private let folder: TemporaryFolder

    init() throws {
        bus = try PrivateBus()
        loop = try EventLoop()
        client = try Client(bus: .at(bus.address), loop: loop)
        folder = try TemporaryFolder()
        daemon = try ChildProcess(
            try BuiltProgram.path("headroomd"), ["--verbose"], environment: World.variables(bus, folder))
        try loop.wait("the daemon", log: daemon.log) { self.client.daemon != nil }
    }

    deinit { daemon.kill() }

    /// What programs of this world find in their environment.
    var variables: [String: String] { World.variables(bus, folder) }

    private static func variables(_ bus: PrivateBus, _ folder: TemporaryFolder) -> [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
            "XDG_STATE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "", "DISPLAY": "",
            "SWAYSOCK": "", "NOTIFY_SOCKET": "",
        ]
    }

    /// The last reports, as the daemon knows them.
    func reports() throws -> [ReportState] {
        var answer: Result<AvoidanceState, ClientError>?
        client.avoidance { answer = $0 }
        try loop.wait("the lists", log: daemon.log) { answer != nil }
        return try answer?.get().reports ?? []
    }
}
