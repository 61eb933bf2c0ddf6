import HeadroomBus
import Support

/// One program that relays, with a provider and a subscriber of its own.
final class Relay {
    let process: ChildProcess
    private let name: BusName
    private let loop: EventLoop
    private let provider: Connection
    private let subscriber: Connection
    private var subscription: Subscription?
    private var willTime: UInt64?
    /// More subscribers, and how many of them the Will has reached.
    private var crowd: [(connection: Connection, subscription: Subscription)] = []
    private var reached = 0
    private(set) var toWill = Sample()
    private(set) var toReply = Sample()
    /// From the call until the Will has reached the last of the crowd.
    private(set) var toAll = Sample()

    init(
        _ program: String, _ arguments: [String], name: BusName, bus: PrivateBus, environment: [String: String] = [:]
    ) throws {
        self.name = name
        loop = try EventLoop()
        provider = try bus.connect(loop)
        subscriber = try bus.connect(loop)
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        process = try ChildProcess(try BuiltProgram.path(program), arguments, environment: environment)
    }

    private var will: MatchRule {
        MatchRule(sender: name, interface: "org.headroom.Headroom1.Keyboard", member: "WillChangeFrame")
    }

    /// Waits for the name, and shows a keyboard.
    func begin() throws {
        let watch = provider.watchName(name) { _ in }
        try loop.wait("\(name.text) to be owned", log: process.log) { watch.owner != nil }
        watch.cancel()
        subscription = subscriber.subscribe(will) { [weak self] _ in self?.willTime = EventLoop.now }
        try subscriber.settle()
        try publish(height: 200) { _ in }
    }

    /// Lets so many more subscribers come.
    func gather(_ count: Int, on bus: PrivateBus) throws {
        for _ in 0..<count {
            let connection = try bus.connect(loop)
            crowd.append((connection, connection.subscribe(will) { [unowned self] _ in reached += 1 }))
        }
        // The bus takes a connection's rule before it answers that connection.
        for (connection, _) in crowd { try connection.settle() }
    }

    /// Lets so many plugins come, each on a connection of its own; one holds the application, the others wait.
    ///
    /// - Returns: the connections, which keep them.
    func register(_ count: Int, on bus: PrivateBus) throws -> [Connection] {
        try (0..<count).map { number in
            let connection = try bus.connect(loop)
            let message = try Message.call(
                name, "/org/headroom/Headroom1", "org.headroom.Headroom1.Avoidance", "Register", "ssa{sv}"
            ) { writer throws(BusError) in
                try writer.string("plugin \(number)")
                try writer.string("app")
                try writer.dictionary { _ throws(BusError) in }
            }
            try connection.ask(message) { _ in }
            return connection
        }
    }

    func measure(height: Double) throws {
        willTime = nil
        reached = 0
        let start = EventLoop.now
        var end = start
        try publish(height: height) { end = $0 }
        try loop.wait("the Will", log: process.log) { willTime != nil }
        if let willTime { toWill.add(Double(willTime - start)) }
        toReply.add(Double(end - start))
        guard !crowd.isEmpty else { return }
        // Nobody may be left out.
        try loop.wait("the whole crowd", log: process.log) { reached == crowd.count }
        toAll.add(Double(EventLoop.now - start))
    }

    func rest(microseconds: UInt64) throws {
        let end = loop.now + microseconds
        while loop.now < end { try loop.turn(timeout: end - loop.now) }
    }

    private func publish(height: Double, _ answered: @escaping (UInt64) -> Void) throws {
        let message = try Message.call(
            name, "/org/headroom/Headroom1", "org.headroom.Headroom1.Provider", "Publish", "a{sv}"
        ) { writer throws(BusError) in
            try writer.dictionary { keys throws(BusError) in
                try keys.entry("name", string: "bench")
                try keys.entry("visible", bool: true)
                try keys.entry("output", string: "eDP-1")
                try keys.entry("output-frame", "(dddd)") { value throws(BusError) in
                    try value.structure { rect throws(BusError) in
                        for number in [0.0, 0, 1280, 800] { try rect.double(number) }
                    }
                }
                try keys.entry("frame", "(dddd)") { value throws(BusError) in
                    try value.structure { rect throws(BusError) in
                        for number in [0, 800 - height, 1280, height] { try rect.double(number) }
                    }
                }
                try keys.entry("duration-ms", uint32: 0)
            }
        }
        var outcome: String?
        provider.call(message) { result in
            switch result {
            case .success:
                answered(EventLoop.now)
                outcome = ""
            case .failure(let error):
                outcome = error.message
            }
        }
        try loop.wait("the reply", log: process.log) { outcome != nil }
        if let outcome, !outcome.isEmpty { throw TestFailure("\(name.text): \(outcome)") }
    }
}
