import HeadroomBus
import Support

/// The daemon's hot path beside its twin in C: the same calls, taken in turn, in one run.
///
/// A provider publishes a new frame with `duration-ms` 0, eight times a second to each, below the limits of the
/// contract. Measured from the send to the arrival of the Will at a subscriber, and to the arrival of the reply.
struct RelayBench {
    let rounds: Int

    func run(into report: inout Report) throws {
        let bus = try PrivateBus()
        let folder = try TemporaryFolder()
        let daemon = try Relay(
            "headroomd", [], name: "org.headroom.Headroom1", bus: bus,
            environment: ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
        let twin = try Relay("headroom-twin", ["org.headroom.Twin1"], name: "org.headroom.Twin1", bus: bus)
        for relay in [daemon, twin] { try relay.begin() }
        for round in 0..<rounds {
            // Each is first in every other round.
            for relay in round.isMultiple(of: 2) ? [daemon, twin] : [twin, daemon] {
                try relay.measure(height: Double(200 + round % 100 + 1))
                try relay.rest(microseconds: 62_500)
            }
        }
        report.state("headroomd: call to Will", daemon.toWill, "µs")
        report.state("C twin: call to Will", twin.toWill, "µs")
        report.state("headroomd: call to reply", daemon.toReply, "µs")
        report.state("C twin: call to reply", twin.toReply, "µs")
        report.state(
            "ratio of medians, call to Will", daemon.toWill.median / twin.toWill.median, "", aim: "at most 1.20")
        report.state(
            "ratio of medians, call to reply", daemon.toReply.median / twin.toReply.median, "", aim: "at most 1.20")
    }
}

/// One program that relays, with a provider and a subscriber of its own.
private final class Relay {
    private let process: ChildProcess
    private let name: BusName
    private let loop: EventLoop
    private let provider: Connection
    private let subscriber: Connection
    private var subscription: Subscription?
    private var willTime: UInt64?
    private(set) var toWill = Sample()
    private(set) var toReply = Sample()

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

    /// Waits for the name, and shows a keyboard.
    func begin() throws {
        let watch = provider.watchName(name) { _ in }
        try loop.wait("\(name.text) to be owned", log: process.log) { watch.owner != nil }
        watch.cancel()
        let rule = MatchRule(
            sender: name, interface: "org.headroom.Headroom1.Keyboard", member: "WillChangeFrame")
        subscription = subscriber.subscribe(rule) { [weak self] _ in self?.willTime = EventLoop.now }
        try subscriber.settle()
        try publish(height: 200) { _ in }
    }

    func measure(height: Double) throws {
        willTime = nil
        let start = EventLoop.now
        var end = start
        try publish(height: height) { end = $0 }
        try loop.wait("the Will", log: process.log) { willTime != nil }
        if let willTime { toWill.add(Double(willTime - start)) }
        toReply.add(Double(end - start))
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
