import HeadroomBus
import Support
import Testing

/// A bus that sends what no bus sends, straight into this process.
@Suite("a hostile bus", .timeLimit(.minutes(10)))
struct HostileBusTests {
    private let loop: EventLoop
    private let bus: FakeBus

    init() throws {
        loop = try EventLoop()
        bus = try FakeBus(loop: loop)
    }

    /// A connection with a board on it, and the bus's end of its socket.
    private func connect() throws -> (Connection, RawSocket, Board) {
        let connection = Connection(loop: loop, address: .at(bus.address))
        let board = Board()
        let object = try connection.export(Board.path, introspection: Array(Board.xml.utf8))
        try object.add(Board.table, for: board)
        try connection.open()
        try loop.wait("the greeting") { connection.state == .connected }
        guard let peer = bus.peers.last else { throw TestFailure("nobody connected") }
        return (connection, peer, board)
    }

    @Test("what is no D-Bus message ends the connection, and nothing else", arguments: HostileCase.fatal)
    func fatal(_ hostile: HostileCase) throws {
        let (connection, peer, board) = try connect()
        var received = 0
        let subscription = connection.subscribe(MatchRule(nil)) { _ in received += 1 }
        var end: BusError?
        connection.call(try Board.call("Keep")) { end = $0.error }
        peer.write(hostile.bytes)
        // For those that wait for more: there is none.
        peer.write([UInt8](repeating: 0, count: 64))
        peer.close()
        try loop.wait("the end of the call") { end != nil }
        #expect(end?.code == .busGone)
        #expect(connection.state == .closed)
        #expect(received == 0)
        #expect(board.seen.isEmpty)
        subscription.cancel()
    }

    /// The greeting ended after its connection had, and asked it what to do.
    @Test("a connection may be closed and let go of before the bus has said hello")
    func letGoOf() throws {
        bus.greeting = nil
        var connection: Connection? = Connection(loop: loop, address: .at(bus.address))
        try connection?.open()
        try loop.wait("the hello") { bus.peers.last?.arrivals.isEmpty == false }
        connection?.close()
        connection = nil
        try loop.wait("the end of the socket") { bus.peers.last?.isClosed == true }
    }

    @Test("a call that a bystander gets a copy of is for subscribers, and one that wants an answer is answered")
    func copies() throws {
        let (connection, peer, _) = try connect()
        var heard: [String] = []
        let subscription = connection.subscribe(MatchRule(.call, member: "Copied")) { message in
            heard.append(String(message.member ?? message.signature))
        }
        defer { subscription.cancel() }
        var call = WireMessage(type: 1, [.path("/x"), .interface("a.b"), .member("Copied"), .sender(":1.9")])
        call.serial = 7
        peer.write(call)
        try loop.wait("an error") { peer.arrivals.contains { $0.replySerial == 7 } }
        #expect(heard.isEmpty)
        call.flags = 1
        call.serial = 8
        peer.write(call)
        try loop.wait("the copy") { heard == ["Copied"] }
        #expect(!peer.arrivals.contains { $0.replySerial == 8 })
    }

    @Test("a bus that reads nothing any more is gone once too much waits for it")
    func frozen() throws {
        let (connection, peer, _) = try connect()
        connection.unsentLimit = 1 << 20
        var lost: BusError?
        connection.onDisconnected = { lost = $0 }
        var end: BusError?
        connection.call(try Board.call("Keep")) { end = $0.error }
        peer.freeze()
        let text = String(repeating: "x", count: 100_000)
        var sent = 0
        var refused: BusError?
        // The socket takes some of it.
        while refused == nil, sent < 1000 {
            let signal = try Message.signal("/", "a.b", "C", "s") { body throws(BusError) in try body.string(text) }
            do throws(BusError) {
                try connection.send(signal)
                sent += 1
            } catch {
                refused = error
            }
        }
        #expect(refused?.code == .busGone)
        #expect(sent > 10 && sent < 100)
        #expect(connection.state == .closed)
        try loop.wait("the end of the call") { end != nil && lost != nil }
        #expect(end?.code == .busGone)
        #expect(lost?.message == "the bus reads nothing any more")
    }

    @Test("what is valid but makes no sense is passed over", arguments: HostileCase.harmless)
    func harmless(_ hostile: HostileCase) throws {
        let (connection, peer, board) = try connect()
        connection.onNameAcquired = { _ in Issue.record("no name was acquired") }
        connection.onNameLost = { _ in Issue.record("no name was lost") }
        var owners: [BusName?] = []
        let watch = connection.watchName("a.b") { owners.append($0) }
        let everything = connection.subscribe(MatchRule(nil)) { _ in }
        peer.write(hostile.bytes)
        peer.write(
            WireMessage(
                type: 1,
                [
                    .path("/"), .interface("org.freedesktop.DBus.Peer"), .member("Ping"), .sender(":1.5"),
                    .destination(":1.1"),
                ]))
        try loop.wait("a sign of life") { peer.arrivals.contains { $0.type == 2 && $0.texts[6] == ":1.5" } }
        #expect(connection.state == .connected)
        #expect(owners.isEmpty)
        #expect(board.seen.isEmpty)
        watch.cancel()
        everything.cancel()
    }

    @Test("a greeting that is none, and none at all")
    func greetings() throws {
        bus.greeting = "no name"
        let connection = Connection(loop: loop, address: .at(bus.address))
        var loss: BusError?
        connection.onDisconnected = { loss = $0 }
        try connection.open()
        try loop.wait("the loss") { loss != nil }
        #expect(connection.state == .closed)
        bus.greeting = nil
        try connection.open()
        var end: BusError?
        connection.call(try Board.call("Keep"), timeout: 1_000) { end = $0.error }
        try loop.wait("its end") { end != nil }
        #expect(end?.code == .timeout)
        #expect(connection.state == .connecting)
        connection.close()
    }

    @Test("a message with any of its bytes changed is read, passed over or ends the connection", arguments: 0..<4)
    func noise(_ seed: Int) throws {
        var generator = SplitMix(state: UInt64(seed) &+ 77)
        let pristine = HostileCase.signal("sa{sv}(ii)") { body in
            body.string("text")
            body.array(alignment: 8) { array in
                array.string("key")
                array.signature("as")
                array.array(alignment: 4) { $0.string("x") }
            }
            body.align(8)
            body.uint32(1)
            body.uint32(2)
        }.bytes
        for _ in 0..<40 {
            let (connection, peer, _) = try connect()
            let everything = connection.subscribe(MatchRule(nil)) { message in
                _ = message.description
                try? message.read { reader throws(BusError) in
                    _ = try reader.string()
                    try reader.dictionary { _, value throws(BusError) in _ = try? value.strings() }
                    _ = try reader.structure { reader throws(BusError) in try reader.int32() }
                }
            }
            for _ in 0..<5 {
                var bytes = pristine
                for _ in 0...generator.next() % 3 {
                    bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
                }
                peer.write(bytes)
            }
            peer.close()
            try loop.wait("the end") { connection.state == .closed }
            everything.cancel()
        }
    }
}
