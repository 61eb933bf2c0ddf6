import HeadroomBus
import HeadroomWire
import Support
import Testing

/// A program that calls the Avoidance interface, and hears what it is told. It lives in the test's process, so all of
/// them have one subject.
final class Mover {
    struct Heard: Equatable {
        var member: String
        var arguments: [Value]

        init(_ member: String, _ arguments: Value...) {
            self.member = member
            self.arguments = arguments
        }

        fileprivate init(_ member: String, all arguments: [Value]) {
            self.member = member
            self.arguments = arguments
        }
    }

    struct Registered: Equatable {
        var plugin: UInt64
        var subject: String
        var isActive: Bool
    }

    let connection: Connection
    private let stage: Stage
    private var subscription: Subscription?
    /// What came, but for what was taken.
    private(set) var heard: [Heard] = []

    init(_ stage: Stage) throws {
        self.stage = stage
        connection = try stage.bus.connect(stage.loop)
        let rule = MatchRule(sender: Names.bus, path: Names.path, interface: Names.avoidance)
        subscription = connection.subscribe(rule) { [unowned self] message in
            heard.append(Heard(message.member.map { String($0) } ?? "", all: (try? message.values()) ?? []))
        }
        try connection.settle()
    }

    // MARK: Calls

    func call(_ member: MemberName, _ arguments: Value...) throws -> [Value] { try call(member, all: arguments) }

    func call(_ member: MemberName, all arguments: [Value]) throws -> [Value] {
        try connection.ask(Message.call(Names.bus, Names.path, Names.avoidance, member, arguments: arguments))
    }

    func register(_ kind: String, name: String = "") throws -> Registered {
        let answer = try call(Names.Avoidance.register, .string(name), .string(kind), .dictionary([:]))
        guard answer.count == 3, case .uint64(let plugin) = answer[0], case .string(let subject) = answer[1],
            case .bool(let isActive) = answer[2]
        else { throw TestFailure("Register answered \(answer)") }
        return Registered(plugin: plugin, subject: subject, isActive: isActive)
    }

    /// - Returns: the answer, a subject and whether the plugin is active there for each process.
    func claim(_ plugin: UInt64, _ pids: UInt32...) throws -> [Value] {
        let answer = try call(
            Names.Avoidance.claim, .uint64(plugin), .array("u", pids.map { .uint32($0) }), .dictionary([:]))
        guard answer.count == 1, case .array("(sb)", let claims) = answer[0] else {
            throw TestFailure("Claim answered \(answer)")
        }
        return claims
    }

    func report(
        _ plugin: UInt64, _ outcome: String, serial: UInt64 = 0, subject: String = "", shift: Double = 0,
        _ details: [String: Value] = [:]
    ) throws {
        let answer = try call(
            Names.Avoidance.report, .uint64(plugin), .uint64(serial), .string(subject), .string(outcome),
            .structure([.double(0), .double(shift)]), .dictionary(details))
        guard answer.isEmpty else { throw TestFailure("Report answered \(answer)") }
    }

    func watch(_ isWatching: Bool = true) throws { _ = try call(Names.Avoidance.watch, .bool(isWatching)) }

    /// What one of the List methods answers.
    func list(_ member: MemberName) throws -> [Value] {
        guard case .array(_, let list)? = try call(member).first else { throw TestFailure("\(member) has no list") }
        return list
    }

    // MARK: Hearing

    /// Waits for something, and takes it and all before it.
    @discardableResult
    func next(_ member: String) throws -> Heard {
        try stage.wait("\(member); heard: \(heard)") { heard.contains { $0.member == member } }
        guard let place = heard.firstIndex(where: { $0.member == member }) else { throw TestFailure("it is gone") }
        let found = heard[place]
        heard.removeSubrange(...place)
        return found
    }

    /// Waits until the daemon has answered, and with that sent whatever it sent before.
    func hearAll() throws -> [Heard] {
        _ = try connection.ask(
            Message.call(
                Names.bus, Names.path, "org.freedesktop.DBus.Peer", "Ping", arguments: []))
        defer { heard = [] }
        return heard
    }

    func leave() { connection.close() }
}

/// Expects that a call is refused with this error of the contract.
func expectRefusal(
    _ name: ErrorName, sourceLocation: SourceLocation = #_sourceLocation, _ call: () throws -> some Any
) {
    let error = #expect(throws: BusError.self, sourceLocation: sourceLocation) { _ = try call() }
    #expect(error?.name == name.text, "\(error?.message ?? "")", sourceLocation: sourceLocation)
}

extension Stage {
    /// Waits until newcomers may be active: after its start the daemon waits for those that were there before.
    func waitForOpening() throws {
        let mover = try Mover(self)
        let registered = try mover.register("app")
        if !registered.isActive { try mover.next("ClaimGranted") }
        _ = try mover.call(Names.Avoidance.unregister, .uint64(registered.plugin))
        mover.leave()
    }
}
