import Foundation
import HeadroomBus
import HeadroomConfig
import HeadroomDaemon
import HeadroomObserving
import HeadroomWire
import Support

/// What a test of the daemon plays on: a bus of its own, folders of its own, and the built headroomd.
final class Stage {
    let loop: EventLoop
    let bus: PrivateBus
    private let folder: TemporaryFolder
    /// A bystander's connection, to see who owns the name.
    let connection: Connection
    private let owner: NameWatch
    private let notes: Notes
    /// The daemon that runs in this process.
    private var hosted: (daemon: Daemon, tenure: Tenure)?
    /// The daemons started so far.
    private(set) var daemons: [ChildProcess] = []

    /// `configuration` is the text of headroom.conf, if there is to be one. An empty stage has no daemon yet.
    init(configuration: String? = nil, isEmpty: Bool = false, bus: PrivateBus? = nil) throws {
        folder = try TemporaryFolder()
        loop = try EventLoop()
        self.bus = try bus ?? PrivateBus()
        notes = Notes.current
        connection = try self.bus.connect(loop)
        owner = connection.watchName(Names.bus) { _ in }
        if let configuration { try configure(configuration) }
        if !isEmpty { try start() }
    }

    deinit {
        for daemon in daemons { daemon.kill() }
    }

    // MARK: Folders

    var path: String { folder.path }
    var configurationFile: String { "\(path)/config/headroom/headroom.conf" }
    var stateFolder: String { "\(path)/state/headroom" }
    var learnedFile: String { "\(stateFolder)/learned-frames" }
    var learnedCandidatesFile: String { "\(stateFolder)/learned-candidates" }

    func configure(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/config/headroom", withIntermediateDirectories: true)
        try text.write(toFile: configurationFile, atomically: true, encoding: .utf8)
    }

    /// What the daemon finds around it: this bus, these folders, no desktop.
    var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": "\(path)/home", "XDG_CONFIG_HOME": "\(path)/config",
            "XDG_STATE_HOME": "\(path)/state", "XDG_RUNTIME_DIR": path, "WAYLAND_DISPLAY": "", "DISPLAY": "",
            "SWAYSOCK": "", "NOTIFY_SOCKET": "",
        ]
    }

    // MARK: Daemons

    /// The daemon that was started last.
    var daemon: ChildProcess {
        get throws {
            guard let last = daemons.last else { throw TestFailure("no daemon was started") }
            return last
        }
    }

    /// Starts headroomd and waits for nothing.
    @discardableResult
    func spawn(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess {
        try launch(arguments, environment)
    }

    /// Starts headroomd and waits until it owns the name, also if another daemon owned it before.
    @discardableResult
    func start(_ arguments: String..., environment: [String: String] = [:]) throws -> ChildProcess {
        let before = owner.owner
        let child = try launch(["--verbose"] + arguments, environment)
        try wait("headroomd to own its name") { owner.owner != nil && owner.owner != before }
        return child
    }

    private func launch(_ arguments: [String], _ environment: [String: String]) throws -> ChildProcess {
        let child = try ChildProcess(
            try BuiltProgram.path("headroomd"), arguments, environment: self.environment.merging(environment) { $1 })
        daemons.append(child)
        notes.add(child)
        return child
    }

    /// Runs a daemon in this process, on this loop, with observers of a test's own, and waits until it owns the name,
    /// if it is not to replace another one.
    @discardableResult
    func serve(_ observers: [any KeyboardObserver], replaces: Bool = false) throws -> Daemon {
        let log = Log(isVerbose: false)
        let daemon = try Daemon(
            loop: loop, address: .at(bus.address), observers: observers,
            configuration: Configuration(path: configurationFile, known: KnownNames(observers: observers.map(\.name))),
            stateFolder: stateFolder, log: log)
        let tenure = try Tenure(daemon, replaces: replaces, log: log)
        hosted = (daemon, tenure)
        try tenure.begin()
        try wait("the daemon to own its name") { owner.owner != nil }
        return daemon
    }

    /// Waits until nobody owns the name.
    func waitForAbsence() throws { try wait("the name to be free") { owner.owner == nil } }

    /// The unique name of the daemon that owns the name.
    var ownerName: BusName? { owner.owner }

    // MARK: Waiting

    /// Now, in µs of CLOCK_MONOTONIC.
    var now: UInt64 { loop.now }

    var log: String { daemons.map(\.log).joined(separator: "---\n") }

    func wait(_ what: String, until isDone: () -> Bool) throws {
        try loop.wait(what, log: log + bus.log, until: isDone)
    }

    /// Waits until the last daemon has said `text` on standard error.
    func waitForLog(_ text: String, times: Int = 1) throws {
        let daemon = try daemon
        try poll("the log to say \"\(text)\"") { daemon.log.components(separatedBy: text).count > times }
    }

    /// Waits for something that makes no descriptor ready: looks at it every now and then.
    func poll(_ what: String, until isDone: () -> Bool) throws {
        let ticks = try Ticks(loop)
        defer { ticks.stop() }
        try wait(what, until: isDone)
    }

    // MARK: People

    func subscriber() throws -> Subscriber { try Subscriber(self) }

    func provider() throws -> Peer { try Peer(self) }
}
