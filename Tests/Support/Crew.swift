package import HeadroomBus

/// Many plugins that move windows of other programs, each with a connection and a program of its own.
package final class Crew {
    private final class Member {
        let connection: Connection
        let program: ChildProcess
        var plugin: UInt64 = 0
        var subject = ""
        var isActive = false
        var subscription: Subscription?

        init(_ connection: Connection) throws {
            self.connection = connection
            program = try ChildProcess("sleep", ["100000"])
        }
    }

    private static let bus: BusName = "org.headroom.Headroom1"
    private static let path: ObjectPath = "/org/headroom/Headroom1"
    private static let interface: InterfaceName = "org.headroom.Headroom1.Avoidance"

    private let loop: EventLoop
    private let members: [Member]

    /// Registers so many, each with a claim on a process, and waits until all are active.
    package init(_ count: Int, on bus: PrivateBus, _ loop: EventLoop) throws {
        self.loop = loop
        members = try (0..<count).map { _ in try Member(try bus.connect(loop)) }
        for member in members {
            let granted = MatchRule(sender: Crew.bus, interface: Crew.interface, member: "ClaimGranted")
            member.subscription = member.connection.subscribe(granted) { [weak member] _ in member?.isActive = true }
            try register(member)
            try claim(member)
        }
        try loop.wait("\(count) claims to be granted", seconds: 60) { members.allSatisfy(\.isActive) }
    }

    private func register(_ member: Member) throws {
        let call = try Message.call(Crew.bus, Crew.path, Crew.interface, "Register", "ssa{sv}") {
            writer throws(BusError) in
            try writer.string("crew")
            try writer.string("window")
            try writer.dictionary { _ throws(BusError) in }
        }
        member.plugin = try member.connection.ask(call) { reader throws(BusError) in try reader.uint64() }
    }

    private func claim(_ member: Member) throws {
        let call = try Message.call(Crew.bus, Crew.path, Crew.interface, "Claim", "taua{sv}") {
            writer throws(BusError) in
            try writer.uint64(member.plugin)
            try writer.array("u") { pids throws(BusError) in try pids.uint32(UInt32(member.program.pid)) }
            try writer.dictionary { _ throws(BusError) in }
        }
        try member.connection.ask(call) { reader throws(BusError) in
            try reader.array("(sb)") { claims throws(BusError) in
                try claims.structure { claim throws(BusError) in
                    member.subject = try claim.string()
                    // It may have been granted between the answer and now.
                    if try claim.bool() { member.isActive = true }
                }
            }
        }
    }

    /// All report that they moved content up by so much, each by a little more than the one before, because of a
    /// notification; waits until the daemon has taken it.
    package func report(_ outcome: String, up: Double, serial: UInt64) throws {
        var answers = 0
        var failure: BusError?
        for (number, member) in members.enumerated() {
            let call = try Message.call(Crew.bus, Crew.path, Crew.interface, "Report", "ttss(dd)a{sv}") {
                writer throws(BusError) in
                try writer.uint64(member.plugin)
                try writer.uint64(serial)
                try writer.string(member.subject)
                try writer.string(outcome)
                try writer.structure { shift throws(BusError) in
                    try shift.double(0)
                    try shift.double(up == 0 ? 0 : -up - Double(number))
                }
                try writer.dictionary { _ throws(BusError) in }
            }
            member.connection.call(call) { result in
                answers += 1
                failure = result.error ?? failure
            }
        }
        try loop.wait("\(members.count) reports to be taken", seconds: 60) { answers == members.count }
        if let failure { throw failure }
    }

    /// The subjects of their claims.
    package var subjects: Set<String> { Set(members.map(\.subject)) }

    /// All leave the bus.
    package func leave() {
        for member in members { member.connection.close() }
    }
}
