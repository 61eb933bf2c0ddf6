import Glibc
import HeadroomBus
import Support
import Testing

@Suite("names on the bus", .timeLimit(.minutes(10)))
struct NameTests {
    let bus: PrivateBus
    let loop: EventLoop
    let first: Connection
    let second: Connection
    let name: BusName = "org.example.Name"

    init() throws {
        bus = try PrivateBus()
        loop = try EventLoop()
        first = try bus.connect(loop)
        second = try bus.connect(loop)
    }

    private func request(_ connection: Connection, _ flags: NameFlags = []) throws -> NameReply {
        var result: Result<NameReply, BusError>?
        connection.requestName(name, flags) { result = $0 }
        try loop.wait("the reply", log: bus.log) { result != nil }
        guard let result else { throw TestFailure("no reply") }
        return try result.get()
    }

    private func release(_ connection: Connection) throws {
        var isReleased = false
        connection.releaseName(name) { isReleased = (try? $0.get()) != nil }
        try loop.wait("the release", log: bus.log) { isReleased }
    }

    @Test("all four replies, and who is told of what")
    func replies() throws {
        var story: [String] = []
        for (label, connection) in [("first", first), ("second", second)] {
            connection.onNameAcquired = { story.append("\(label) acquired \($0)") }
            connection.onNameLost = { story.append("\(label) lost \($0)") }
        }
        #expect(try request(first, [.allowReplacement]) == .primaryOwner)
        #expect(try request(first, [.allowReplacement]) == .alreadyOwner)
        #expect(try request(second, [.doNotQueue]) == .exists)
        #expect(try request(second) == .inQueue)
        #expect(try request(second, [.replaceExisting]) == .primaryOwner)
        try loop.wait("the signals", log: bus.log) { story.count == 3 }
        try release(second)
        // The first one waited in line, so the name comes back to it.
        try loop.wait("the signals", log: bus.log) { story.count == 5 }
        #expect(
            Set(story) == [
                "first acquired org.example.Name", "first lost org.example.Name", "second acquired org.example.Name",
                "second lost org.example.Name",
            ])
        #expect(story.last(where: { $0.hasPrefix("first") }) == "first acquired org.example.Name")
    }

    @Test("a wrong name is refused, as is one that the bus does not give away")
    func refused() throws {
        for name: BusName in ["nonsense", "org.freedesktop.DBus", ":1.5"] {
            var result: Result<NameReply, BusError>?
            first.requestName(name) { result = $0 }
            try loop.wait("the reply", log: bus.log) { result != nil }
            #expect(throws: BusError.self) { try result?.get() }
        }
    }

    @Test("a watched name: nobody, an owner, another one, nobody; then the bus goes")
    func watching() throws {
        var owners: [BusName?] = []
        let watch = first.watchName(name) { owners.append($0) }
        #expect(owners.isEmpty)
        try loop.wait("the first word", log: bus.log) { owners.count == 1 }
        // Not queued, so that it does not come back when the third one leaves before it.
        #expect(try request(second, [.allowReplacement, .doNotQueue]) == .primaryOwner)
        try loop.wait("an owner", log: bus.log) { owners.count == 2 }
        #expect(watch.owner == second.uniqueName)
        let third = try bus.connect(loop)
        #expect(try request(third, [.replaceExisting]) == .primaryOwner)
        try loop.wait("another owner", log: bus.log) { owners.count == 3 }
        second.close()
        third.close()
        try loop.wait("nobody", log: bus.log) { owners.count == 4 }
        let unique = first.watchName(try #require(first.uniqueName)) { _ in }
        try loop.wait("one's own name", log: bus.log) { unique.owner == first.uniqueName }
        #expect(owners == [nil, owners[1], owners[2], nil])
        #expect(owners[1]?.isUnique == true && owners[2]?.isUnique == true && owners[1] != owners[2])
        var late: [BusName?] = []
        let lateWatch = first.watchName(try #require(first.uniqueName)) { late.append($0) }
        try loop.wait("what is known already", log: bus.log) { late.count == 1 }
        bus.kill()
        try loop.wait("the loss") { late == [late[0], nil] && unique.owner == nil }
        #expect(owners.count == 4)
        _ = lateWatch
    }

    @Test("a cancelled watch is silent")
    func cancelling() throws {
        var count = 0
        let watch = first.watchName(name) { _ in count += 1 }
        watch.cancel()
        var dropped: NameWatch? = first.watchName(name) { _ in count += 1 }
        #expect(dropped?.owner == nil)
        dropped = nil
        try first.settle()
        #expect(try request(second) == .primaryOwner)
        try first.settle()
        #expect(count == 0)
    }

    @Test("names that come and go while they are asked for are never missed", arguments: [0, 1, 2, 3])
    func races(_ turns: Int) throws {
        var owner: BusName??
        second.requestName(name) { _ in }
        for _ in 0..<turns { try loop.turn(timeout: 1_000) }
        let watch = first.watchName(name) { owner = .some($0) }
        second.releaseName(name)
        second.requestName(name) { _ in }
        try loop.wait("the owner", log: bus.log) { owner == .some(second.uniqueName) }
        _ = watch
    }

    @Test("who is behind a peer is asked for once, and forgotten when it leaves")
    func credentials() throws {
        var questions = 0
        let monitor = try bus.connect(loop)
        var isMonitor = false
        monitor.becomeMonitor([MatchRule(.call, member: "GetConnectionCredentials")]) { _ in
            questions += 1
        } _: {
            isMonitor = (try? $0.get()) != nil
        }
        try loop.wait("the monitor", log: bus.log) { isMonitor }
        let peer = try #require(second.uniqueName)
        var known: [Credentials] = []
        for _ in 0..<3 {
            first.credentials(of: peer) { result in if let one = try? result.get() { known.append(one) } }
        }
        #expect(known.isEmpty)
        try loop.wait("the answer", log: bus.log) { known.count == 3 }
        #expect(known.allSatisfy { $0 == Credentials(uid: getuid(), pid: UInt32(getpid())) })
        first.credentials(of: peer) { result in if let one = try? result.get() { known.append(one) } }
        #expect(known.count == 4)
        let watch = first.watchName(peer) { _ in }
        try loop.wait("the peer", log: bus.log) { watch.owner != nil }
        second.close()
        try loop.wait("the peer to leave", log: bus.log) { watch.owner == nil }
        var error: BusError?
        first.credentials(of: peer) { error = $0.error }
        try loop.wait("the refusal", log: bus.log) { error != nil }
        #expect(error?.code == .peerGone)
        try loop.wait("the monitor's view", log: bus.log) { questions == 2 }
        var wrong: BusError?
        first.credentials(of: "nonsense") { wrong = $0.error }
        try loop.wait("the refusal") { wrong != nil }
        #expect(wrong?.code == .invalidName)
    }
}
