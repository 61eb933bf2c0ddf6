import HeadroomBus
import HeadroomWire
import Support

/// A program that calls the Provider interface, and hears what it is asked.
final class Peer {
    let connection: Connection
    let stage: Stage
    private var subscription: Subscription?
    /// The requests that came: member and arguments.
    private(set) var requests: [Request] = []

    struct Request: Equatable {
        var member: String
        var arguments: [Value]
    }

    init(_ stage: Stage) throws {
        self.stage = stage
        connection = try stage.bus.connect(stage.loop)
        let rule = MatchRule(sender: Names.bus, path: Names.path, interface: Names.provider)
        subscription = connection.subscribe(rule) { [unowned self] message in
            requests.append(
                Request(
                    member: message.member.map { String($0) } ?? "", arguments: (try? message.values()) ?? []))
        }
        try connection.settle()
    }

    /// - Returns: whether it is believed.
    @discardableResult
    func publish(_ keys: [String: Value]) throws -> Bool {
        try believed(call(Names.Provider.publish, [.dictionary(keys)]))
    }

    @discardableResult
    func publish(text: String) throws -> Bool {
        try believed(call(Names.Provider.publishText, [.string(text)]))
    }

    func withdraw(_ name: String = "") throws {
        guard try call(Names.Provider.withdraw, [.string(name)]).isEmpty else {
            throw TestFailure("Withdraw answered something")
        }
    }

    /// Sends a Publish and does not wait for its answer.
    func send(_ keys: [String: Value]) throws {
        try connection.send(
            Message.call(
                Names.bus, Names.path, Names.provider, Names.Provider.publish, arguments: [.dictionary(keys)]))
    }

    func call(_ member: MemberName, _ arguments: [Value]) throws -> [Value] {
        try connection.ask(Message.call(Names.bus, Names.path, Names.provider, member, arguments: arguments))
    }

    /// Leaves the bus.
    func leave() { connection.close() }

    private func believed(_ values: [Value]) throws -> Bool {
        guard values.count == 1, case .bool(let believed) = values[0] else {
            throw TestFailure("Publish answered \(values)")
        }
        return believed
    }
}

extension [String: Value] {
    /// A docked keyboard on an output of 1280 x 800 called eDP-1, shown at once.
    static var docked: [String: Value] {
        [
            "name": "simulated", "visible": true, "output": "eDP-1", "output-frame": .rect(0, 0, 1280, 800),
            "frame": .rect(0, 540, 1280, 260), "duration-ms": 0,
        ]
    }

    func with(_ changes: [String: Value]) -> Self { merging(changes) { $1 } }
}
