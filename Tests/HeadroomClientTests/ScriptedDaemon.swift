import HeadroomBus
import HeadroomCore
import HeadroomWire
import Support
import Testing

@testable import HeadroomClient

/// A daemon that says what a test wants it to say, on a connection of its own.
final class ScriptedDaemon {
    /// What GetState answers.
    var state = PublishedState(phase: .shown, notification: Samples.notification(.didShow, 10))
    var values = KeyboardValues()
    var observers: [ObserverListing] = []
    var beliefs: [BeliefListing] = []
    var candidates: [CandidateListing] = []
    /// What Show and Hide fail with; nil: they succeed.
    var refusal: BusError?
    /// What Publish fails with; nil: it succeeds.
    var publishRefusal: BusError?
    /// Whether GetState answers what no client can use.
    var isBroken = false
    private(set) var asked = 0
    private(set) var requests: [String] = []
    private(set) var updates: [ProviderUpdate] = []
    private(set) var withdrawn: [String] = []
    /// Who published last.
    private(set) var provider: BusName?
    /// Whether any call would have started a daemon.
    private(set) var wasAutoStarted = false

    let connection: Connection
    private let object: ExportedObject

    /// Comes to own the name.
    init(on bus: PrivateBus, _ loop: EventLoop) throws {
        connection = try bus.connect(loop)
        values.outputs = [Samples.output]
        object = try connection.export(Names.path, introspection: Names.introspection)
        try object.add(Self.keyboard, for: self)
        try object.add(Self.providers, for: self)
        object.gate = { [weak self] call in
            if call.message.autoStarts { self?.wasAutoStarted = true }
            call.proceed()
        }
        try own()
    }

    func own() throws {
        var answer: Result<NameReply, BusError>?
        connection.requestName(Names.bus, [.doNotQueue, .allowReplacement, .replaceExisting]) { answer = $0 }
        try connection.loop.wait("the daemon's name") { answer != nil }
        guard try answer?.get() == .primaryOwner else { throw TestFailure("the name is taken") }
    }

    func leave() throws {
        var isDone = false
        connection.releaseName(Names.bus) { _ in isDone = true }
        try connection.loop.wait("the name to be free") { isDone }
    }

    /// Sends a notification, and has GetState answer it from now on.
    func notify(_ notification: Notification) throws {
        state = PublishedState(phase: notification.kind.phase, notification: notification)
        try connection.send(notification.message())
    }

    func change(_ property: StaticString, _ change: (inout KeyboardValues) -> Void) throws {
        change(&values)
        try object.emitChanged(Names.keyboard, [property])
    }

    private static let keyboard = Interface<ScriptedDaemon>(
        Names.keyboard,
        methods: [
            Method(Names.Keyboard.getState, "", Signatures.state) { daemon, call in
                daemon.asked += 1
                call.reply { writer throws(BusError) in
                    guard daemon.isBroken else { return try daemon.state.write(to: &writer) }
                    try writer.string("dancing")
                    try daemon.state.notification.write(to: &writer)
                }
            },
            Method(Names.Keyboard.show, Signatures.options) { daemon, call in daemon.request("show", call) },
            Method(Names.Keyboard.hide, Signatures.options) { daemon, call in daemon.request("hide", call) },
            Method(Names.Keyboard.listObservers, "", Signatures.observers) { daemon, call in
                call.reply { writer throws(BusError) in try daemon.observers.write(to: &writer) }
            },
            Method(Names.Keyboard.listBeliefs, "", Signatures.beliefs) { daemon, call in
                call.reply { writer throws(BusError) in try daemon.beliefs.write(to: &writer) }
            },
            Method(Names.Keyboard.listCandidates, "", Signatures.candidates) { daemon, call in
                call.reply { writer throws(BusError) in try daemon.candidates.write(to: &writer) }
            },
        ], properties: KeyboardProperty.table { daemon in daemon.values })

    private func request(_ word: String, _ call: consuming Invocation) {
        if let refusal { return call.fail(refusal) }
        requests.append(word)
        call.reply()
    }

    private static let providers = Interface<ScriptedDaemon>(
        Names.provider,
        methods: [
            Method(Names.Provider.publish, Signatures.options, Signatures.believed) { daemon, call in
                do throws(BusError) {
                    if let refusal = daemon.publishRefusal { throw refusal }
                    let update = try call.read { reader throws(BusError) in
                        try ProviderUpdate(&reader, at: EventLoop.now)
                    }
                    daemon.updates.append(update)
                    daemon.provider = call.sender
                    call.reply { writer throws(BusError) in try writer.bool(true) }
                } catch {
                    call.fail(error)
                }
            },
            Method(Names.Provider.withdraw, Signatures.text) { daemon, call in
                let name = try? call.read { reader throws(BusError) in try reader.string() }
                daemon.withdrawn.append(name ?? "")
                call.reply()
            },
        ], properties: [.version])
}

/// A client and a scripted daemon in one loop, and all that the client is told.
final class Stage {
    let bus: PrivateBus
    let loop: EventLoop
    let client: Client
    var told: [KeyboardUpdate] = []
    private var subscription: KeyboardSubscription?

    init() throws {
        bus = try PrivateBus()
        loop = try EventLoop()
        client = try Client(bus: .at(bus.address), loop: loop)
    }

    /// A daemon that the client knows of.
    func daemon() throws -> ScriptedDaemon {
        let daemon = try ScriptedDaemon(on: bus, loop)
        try wait("the client to know the daemon") {
            client.daemon != nil && client.daemon == daemon.connection.uniqueName
        }
        return daemon
    }

    func subscribe() throws {
        subscription = try client.subscribe { [unowned self] update in told.append(update) }
    }

    func cancel() { subscription = nil }

    var state: KeyboardState? { subscription?.state }

    func wait(_ what: String, until isDone: () -> Bool) throws {
        try loop.wait(what, log: "told: \(told)", until: isDone)
    }

    /// Waits until something more was told, and returns it; nothing else may have been.
    func next(_ what: String) throws -> KeyboardUpdate {
        try wait(what) { !told.isEmpty }
        defer { told.removeFirst() }
        return told[0]
    }

    /// Waits for the next thing told, a state.
    func nextState(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> KeyboardState {
        let update = try next(what)
        guard case .current(let state) = update else {
            throw TestFailure("\(what): told \(update)")
        }
        return state
    }

    /// Waits for the next thing told, a notification.
    func nextNotification(_ what: String) throws -> Notification {
        let update = try next(what)
        guard case .notification(let notification) = update else { throw TestFailure("\(what): told \(update)") }
        return notification
    }
}
