import HeadroomBus
import Support

/// One program that relays, with a provider and a subscriber of its own.
final class Relay {
    let process: ChildProcess
    let name: BusName
    let loop: EventLoop
    private let bus: PrivateBus
    private let provider: Connection
    private var subscribers: Crowd?
    private var willTimes: [UInt64] = []
    private var subscriberCount = 0
    /// To the first subscriber's, and to the last one's.
    private(set) var toWill = Sample()
    private(set) var toLastWill = Sample()
    private(set) var toReply = Sample()

    init(
        _ program: String, _ arguments: [String], name: BusName, bus: PrivateBus, environment: [String: String] = [:]
    ) throws {
        self.name = name
        self.bus = bus
        loop = try EventLoop()
        provider = try bus.connect(loop)
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        process = try ChildProcess(try BuiltProgram.path(program), arguments, environment: environment)
    }

    /// Measures both in turn, each first in every other round, eight times a second.
    static func measure(_ one: Relay, _ other: Relay, rounds: Int, subscribers: Int) throws {
        for relay in [one, other] { try relay.begin(subscribers: subscribers) }
        for round in 0..<rounds {
            for relay in round.isMultiple(of: 2) ? [one, other] : [other, one] {
                try relay.measure(height: Double(200 + round % 100 + 1))
                try relay.rest(microseconds: 62_500)
            }
        }
    }

    /// Waits for the name, lets so many listen, and shows a keyboard.
    func begin(subscribers count: Int) throws {
        let watch = provider.watchName(name) { _ in }
        try loop.wait("\(name.text) to be owned", log: process.log) { watch.owner != nil }
        watch.cancel()
        let rule = MatchRule(
            sender: name, interface: "org.headroom.Headroom1.Keyboard", member: "WillChangeFrame")
        let crowd = try Crowd(count, on: bus, loop, rules: [rule]) { [weak self] _, _ in
            self?.willTimes.append(EventLoop.now)
        }
        (subscribers, subscriberCount) = (crowd, count)
        try publish(height: 200) { _ in }
        // The twin knows no first show: it says the same as later.
        try crowd.settle()
    }

    private func measure(height: Double) throws {
        willTimes = []
        let start = EventLoop.now
        var end = start
        try publish(height: height) { end = $0 }
        try loop.wait("the Will", log: process.log) { willTimes.count == subscriberCount }
        if let first = willTimes.first, let last = willTimes.last {
            toWill.add(Double(first - start))
            toLastWill.add(Double(last - start))
        }
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
