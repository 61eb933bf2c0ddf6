import HeadroomBus
import Support
import Testing

@Suite("monitors, reconnecting, several connections", .timeLimit(.minutes(10)))
struct LifeTests {
    @Test("a monitor sees what is between others, answers nothing and can send nothing")
    func monitor() throws {
        let world = try World()
        let connection = try world.bus.connect(world.loop)
        // An object at the very path of the call that it overhears must not be called.
        let board = Board()
        let object = try connection.export(Board.path, introspection: Array(Board.xml.utf8))
        try object.add(Board.table, for: board)
        var seen: [String] = []
        var answer: Result<Void, BusError>?
        connection.becomeMonitor([
            MatchRule(.call, path: Board.path), MatchRule(.reply, sender: world.server.uniqueName),
        ]) {
            seen.append("\($0.kind == .call ? "call" : "reply")")
        } _: {
            answer = $0
        }
        try world.wait("the bus's consent") { answer != nil }
        try answer?.get()
        #expect(connection.state == .monitoring)
        #expect(try world.double(4) == 8)
        let ping = try Board.call("Ping", interface: "org.freedesktop.DBus.Peer")
        #expect(try world.client.failure(of: ping) == nil)
        try world.wait("all four") { seen.count == 4 }
        #expect(seen == ["call", "reply", "call", "reply"])
        #expect(board.seen.isEmpty)
        let signal = try Message.signal("/", "a.b", "C")
        #expect(throws: BusError.self) { try connection.send(signal) }
        #expect(try connection.failure(of: ping)?.code == .refused)
        #expect(connection.state == .monitoring)
    }

    @Test("rules that the bus refuses leave the connection as it was")
    func refusedMonitor() throws {
        let world = try World()
        var errors: [BusError.Code] = []
        for rule in [MatchRule(argument0Namespace: "a..b"), MatchRule(member: "no member")] {
            world.client.becomeMonitor([rule]) { _ in
            } _: {
                if let error = $0.error { errors.append(error.code) }
            }
        }
        try world.wait("both refusals") { errors.count == 2 }
        #expect(Set(errors) == [.remote, .invalidName])
        #expect(try world.double(1) == 2)
    }

    /// The greeting's end, which comes a turn later, once met a connection that was not there any more.
    @Test("a connection that is let go of before the bus has greeted it", arguments: [true, false])
    func letGoOfUngreeted(_ isClosed: Bool) throws {
        let world = try World()
        var losses = 0
        for _ in 0..<3 {
            let connection = Connection(loop: world.loop, address: .at(world.bus.address))
            connection.onDisconnected = { _ in losses += 1 }
            try connection.open()
            if isClosed { connection.close() }
        }
        #expect(try world.double(2) == 4)
        #expect(losses == 0)
    }

    @Test("after the bus comes back everything is set up again")
    func reconnecting() throws {
        let loop = try EventLoop()
        var bus = try PrivateBus()
        let server = Connection(loop: loop, address: .at(bus.address))
        let client = Connection(loop: loop, address: .at(bus.address))
        let board = Board()
        let object = try server.export(Board.path, introspection: Array(Board.xml.utf8))
        try object.add(Board.table, for: board)
        var replies: [NameReply] = []
        server.requestName("org.example.Board") { if let reply = try? $0.get() { replies.append(reply) } }
        var owners: [Bool] = []
        let watch = client.watchName("org.example.Board") { owners.append($0 != nil) }
        var told = 0
        let subscription = client.subscribe(MatchRule(sender: "org.example.Board", member: "Told")) { _ in told += 1 }
        var losses = 0
        client.onDisconnected = { _ in losses += 1 }
        var attempts: [Int] = []
        let reconnectors = try [server, client].map { connection in
            try Reconnector(connection) { attempt in
                attempts.append(attempt)
                return 1_000
            }
        }
        for reconnector in reconnectors { reconnector.start() }
        try loop.wait("the service", log: bus.log) { owners.last == true }
        try object.emit(Board.interface, "Told")
        try loop.wait("the signal", log: bus.log) { told == 1 }
        #expect(replies == [.primaryOwner])

        bus.kill()
        try loop.wait("the loss") { owners.last == false && attempts.contains(3) }
        #expect(losses == 1)
        bus = try PrivateBus()
        server.address = .at(bus.address)
        client.address = .at(bus.address)
        try loop.wait("the service again", log: bus.log) { owners.last == true }
        try object.emit(Board.interface, "Told")
        try loop.wait("the signal", log: bus.log) { told == 2 }
        #expect(replies == [.primaryOwner, .primaryOwner])
        let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(8) }
        #expect(try client.ask(call) { reader throws(BusError) in try reader.uint32() } == 16)
        for reconnector in reconnectors { reconnector.stop() }
        _ = (watch, subscription)
    }

    @Test("a policy may give up")
    func givingUp() throws {
        let loop = try EventLoop()
        let connection = Connection(loop: loop, address: .at("unix:path=/nonexistent/bus"))
        var attempts: [Int] = []
        var last: BusError?
        let reconnector = try Reconnector(connection) { attempt in
            attempts.append(attempt)
            return attempt < 4 ? 100 : nil
        }
        reconnector.onGivenUp = { last = $0 }
        reconnector.start()
        try loop.wait("its end") { last != nil }
        #expect(attempts == [1, 2, 3, 4])
        #expect(last?.code == .busGone)
    }

    @Test("several connections to several buses live in one loop")
    func several() throws {
        let worlds = try (0..<3).map { _ in try World() }
        let loop = try EventLoop()
        var connections: [Connection] = []
        for world in worlds {
            for _ in 0..<4 { connections.append(try world.bus.connect(loop)) }
        }
        // Their servers turn in loops of their own, which must not be needed for what the bus itself answers.
        var answers = 0
        for connection in connections {
            let call = try Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
            connection.call(call) { result in if result.error == nil { answers += 1 } }
        }
        try loop.wait("all answers") { answers == 12 }
        worlds[1].bus.kill()
        try loop.wait("four losses") { connections.filter { $0.state == .closed }.count == 4 }
        #expect(connections.filter { $0.state == .connected }.count == 8)
    }

    @Test("a dropped connection ends its calls and keeps nothing alive")
    func dropping() throws {
        let world = try World()
        weak var weakly: Connection?
        var end: BusError?
        do {
            let connection = try world.bus.connect(world.loop)
            weakly = connection
            connection.call(try Board.call("Keep")) { end = $0.error }
            try world.wait("the call to arrive") { world.board.kept.count == 1 }
        }
        #expect(weakly == nil)
        try world.wait("its end") { end != nil }
        #expect(end?.code == .busGone)
    }
}
