import HeadroomBus
import HeadroomWire
import Support
import Testing

/// A program that listens to the Keyboard interface: hears everything, in the order in which it comes.
final class Subscriber {
    enum Heard {
        case properties([String: Value])
        case notification(Told)
    }

    let connection: Connection
    private let stage: Stage
    private var subscriptions: [Subscription] = []
    private(set) var heard: [Heard] = []
    /// What it believes the properties to be.
    private(set) var properties: [String: Value] = [:]
    /// What `properties` was when each notification came.
    private(set) var snapshots: [[String: Value]] = []
    private var failures: [String] = []

    init(_ stage: Stage) throws {
        self.stage = stage
        connection = try stage.bus.connect(stage.loop)
        let signals = MatchRule(sender: Names.bus, path: Names.path, interface: Names.keyboard)
        let changes = MatchRule(
            sender: Names.bus, path: Names.path, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", arguments: [0: Names.keyboard.text])
        subscriptions = [
            connection.subscribe(signals) { [unowned self] message in hear(message) },
            connection.subscribe(changes) { [unowned self] message in hearChange(message) },
        ]
        properties = try all()
    }

    private func hear(_ message: borrowing Message) {
        do {
            let member = message.member.map { String($0) } ?? ""
            let told = try Told(member, try message.values())
            heard.append(.notification(told))
            snapshots.append(properties)
        } catch { failures.append("\(error)") }
    }

    private func hearChange(_ message: borrowing Message) {
        guard let values = try? message.values(), values.count == 3, case .dictionary(let changed) = values[1],
            values[2] == .strings([])
        else { return failures.append("a PropertiesChanged of another shape: \(message.description)") }
        properties.merge(changed) { $1 }
        heard.append(.properties(changed))
    }

    // MARK: Asking

    /// GetAll of the Keyboard interface.
    func all() throws -> [String: Value] {
        let values = try connection.ask(
            Message.call(
                Names.bus, Names.path, "org.freedesktop.DBus.Properties", "GetAll",
                arguments: [.string(Names.keyboard.text)]))
        guard case .dictionary(let all)? = values.first else { throw TestFailure("GetAll answered \(values)") }
        return all
    }

    /// GetState: the phase, and the rest.
    func state() throws -> (phase: String, told: Told) {
        let values = try connection.ask(
            Message.call(Names.bus, Names.path, Names.keyboard, Names.Keyboard.getState, arguments: []))
        guard case .string(let phase)? = values.first else { throw TestFailure("GetState answered \(values)") }
        return (phase, try Told("state", Array(values.dropFirst())))
    }

    /// Show or Hide.
    func request(_ member: MemberName) throws {
        let answer = try connection.ask(
            Message.call(Names.bus, Names.path, Names.keyboard, member, arguments: [.dictionary([:])]))
        guard answer.isEmpty else { throw TestFailure("\(member) answered \(answer)") }
    }

    /// ListObservers: name, availability, details.
    func observers() throws -> [(name: String, availability: String, details: [String: Value])] {
        let values = try connection.ask(
            Message.call(Names.bus, Names.path, Names.keyboard, Names.Keyboard.listObservers, arguments: []))
        guard case .array("(ssa{sv})", let list)? = values.first else {
            throw TestFailure("ListObservers answered \(values)")
        }
        return try list.map { entry in
            guard case .structure(let members) = entry, case .string(let name) = members[0],
                case .string(let availability) = members[1], case .dictionary(let details) = members[2]
            else { throw TestFailure("no observer: \(entry)") }
            return (name, availability, details)
        }
    }

    /// ListBeliefs: by field, whose it is and because of what, as `observer X11 (best-frame)`.
    func beliefs() throws -> [String: String] {
        let values = try connection.ask(
            Message.call(Names.bus, Names.path, Names.keyboard, Names.Keyboard.listBeliefs, arguments: []))
        guard case .array("(sssa{sv})", let list)? = values.first else {
            throw TestFailure("ListBeliefs answered \(values)")
        }
        var beliefs: [String: String] = [:]
        for entry in list {
            guard case .structure(let members) = entry, case .string(let field) = members[0],
                case .string(let kind) = members[1], case .string(let name) = members[2],
                case .dictionary(let details) = members[3]
            else { throw TestFailure("no belief: \(entry)") }
            guard case .array("s", let because)? = details["because"] ?? .array("s", []) else {
                throw TestFailure("no reasons: \(details)")
            }
            let reasons = because.compactMap { if case .string(let reason) = $0 { reason } else { nil } }
            beliefs[field] = "\(kind) \(name) (\(reasons.joined(separator: ", ")))"
        }
        return beliefs
    }

    /// ListCandidates: engine and details.
    func candidates() throws -> [(engine: String, details: [String: Value])] {
        let values = try connection.ask(
            Message.call(Names.bus, Names.path, Names.keyboard, Names.Keyboard.listCandidates, arguments: []))
        guard case .array("(sa{sv})", let list)? = values.first else {
            throw TestFailure("ListCandidates answered \(values)")
        }
        return try list.map { entry in
            guard case .structure(let members) = entry, case .string(let engine) = members[0],
                case .dictionary(let details) = members[1]
            else { throw TestFailure("no candidates: \(entry)") }
            return (engine, details)
        }
    }

    /// The process behind a name, as the bus knows it.
    func pid(of name: String) throws -> Int32 {
        let values = try connection.ask(
            Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", arguments: [.string(name)]))
        guard case .uint32(let pid)? = values.first else { throw TestFailure("no pid: \(values)") }
        return Int32(pid)
    }

    // MARK: Hearing

    var notifications: [Told] {
        heard.compactMap { if case .notification(let told) = $0 { told } else { nil } }
    }

    var members: [String] { notifications.map(\.member) }

    /// Waits until so many notifications came in all, and returns the last ones of them that were not returned yet.
    @discardableResult
    func next(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Told] {
        let first = taken
        do {
            try stage.wait("\(count) notifications after \(members)") { notifications.count >= first + count }
        } catch {
            throw TestFailure("\(error)\nheard: \(members), at \(sourceLocation)")
        }
        taken = first + count
        check(sourceLocation)
        return Array(notifications[first..<taken])
    }

    private var taken = 0

    /// Waits for notifications with these names, and no others between them.
    @discardableResult
    func expect(_ members: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> [Told] {
        let told = try next(members.count, sourceLocation: sourceLocation)
        #expect(told.map(\.member) == members, sourceLocation: sourceLocation)
        guard told.map(\.member) == members else { throw TestFailure("another story: \(told)") }
        return told
    }

    /// Nothing came beyond what was taken. What the daemon sent before it answers this is here when it has answered.
    func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let now = try all()
        #expect(Array(members.dropFirst(taken)) == [], sourceLocation: sourceLocation)
        #expect(properties == now, "every change of a property is announced", sourceLocation: sourceLocation)
        check(sourceLocation)
    }

    /// Waits until nothing moves any more, and takes all that came.
    @discardableResult
    func rest(at phase: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Told] {
        let first = taken
        _ = try state()
        try stage.wait("the phase \(phase), it is \(String(describing: properties["Phase"]))") {
            properties["Phase"] == .string(phase) && notifications.last?.phase == phase
        }
        taken = notifications.count
        check(sourceLocation)
        return Array(notifications[first..<taken])
    }

    /// The values of one property that were announced, in order.
    func changes(of name: String) -> [Value] {
        heard.compactMap { if case .properties(let changed) = $0 { changed[name] } else { nil } }
    }

    // MARK: Invariants

    /// What holds for every story (contract, section 2).
    func check(_ location: SourceLocation = #_sourceLocation) {
        #expect(failures == [], sourceLocation: location)
        var last: UInt64 = 0
        var will: Told?
        for (told, properties) in zip(notifications, snapshots) {
            told.check(location)
            #expect(told.serial > last, "serials rise", sourceLocation: location)
            last = told.serial
            if told.isDid {
                #expect(told.completes == will?.serial, "a Did names its Will", sourceLocation: location)
                #expect(told.end == will?.end, "and has its end", sourceLocation: location)
            } else {
                will = told
            }
            checkProperties(properties, of: told, location)
        }
        checkOrder(location)
    }

    /// The properties as they are known when a notification comes say what it says.
    private func checkProperties(_ known: [String: Value], of told: Told, _ location: SourceLocation) {
        let expected: [String: Value] = [
            "Phase": .string(told.phase), "Visible": .bool(!told.isHide), "Output": .string(told.output),
            "Frame": .rect(told.end[0], told.end[1], told.end[2], told.end[3]), "BottomInset": .double(told.inset),
            "CandidateBarHeight": .double(told.bar), "Placement": .string(told.placement ?? ""),
            "Engine": .string(told.engine),
        ]
        for (name, value) in expected {
            #expect(known[name] == value, "\(name) at \(told.member)", sourceLocation: location)
        }
    }

    /// One PropertiesChanged right before each notification; before a Did it has the phase alone.
    private func checkOrder(_ location: SourceLocation) {
        var before: [String: Value]?
        for each in heard {
            switch each {
            case .properties(let changed):
                before = changed
            case .notification(let told):
                #expect(before != nil, "no PropertiesChanged before \(told.member)", sourceLocation: location)
                if told.isDid {
                    #expect(before.map { Set($0.keys) } == ["Phase"], "\(told.member)", sourceLocation: location)
                }
                before = nil
            }
        }
    }
}
