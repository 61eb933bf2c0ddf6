import HeadroomBus
import Support
import Testing

/// Bytes that no honest library would send.
@Suite("hostile peers", .timeLimit(.minutes(10)))
struct HostileTests {
    /// A call to the board, with any body.
    private static func call(
        _ member: String, _ signature: String, serial: UInt32 = 2, more: [WireMessage.Field] = [],
        _ write: (inout WireBytes) -> Void
    ) -> WireMessage {
        var body = WireBytes()
        write(&body)
        var message = WireMessage(
            type: 1,
            [
                .path("/org/example/Board"), .interface("org.example.Board"), .member(member),
                .destination("org.example.Board"), .signature(signature),
            ] + more, body: body)
        message.serial = serial
        return message
    }

    private static let hello: WireMessage = {
        var message = WireMessage(
            type: 1,
            [
                .path("/org/freedesktop/DBus"), .interface("org.freedesktop.DBus"), .member("Hello"),
                .destination("org.freedesktop.DBus"),
            ])
        message.serial = 1
        return message
    }()

    private func peer(_ world: World) throws -> RawSocket {
        let peer = try RawSocket(loop: world.loop, connectingTo: world.bus.socket)
        try world.wait("the handshake") { peer.isReady }
        peer.write(Self.hello)
        try world.wait("the greeting") { peer.arrivals.contains { $0.replySerial == 1 } }
        return peer
    }

    /// What the board answers to a message with serial 2: an error's name, or nil for a reply.
    private func answer(_ world: World, _ message: WireMessage) throws -> String? {
        let peer = try peer(world)
        peer.write(message)
        try world.wait("the answer") { peer.arrivals.contains { $0.replySerial == 2 } }
        return peer.arrivals.first { $0.replySerial == 2 }?.error
    }

    @Test("valid but nasty bodies that the bus lets through are answered")
    func throughTheBus() throws {
        let world = try World()
        let invalid = "org.freedesktop.DBus.Error.InvalidArgs"
        #expect(try answer(world, Self.call("Double", "s") { $0.string("1") }) == invalid)
        #expect(try answer(world, Self.call("Double", "u") { $0.uint32(1) }) == nil)
        // 60 variants in each other, in a value that nobody asked for.
        let deep = Self.call("Options", "a{sv}") { body in
            body.array(alignment: 8) { array in
                array.string("deep")
                for _ in 0..<60 { array.signature("v") }
                array.signature("y")
                array.bytes.append(7)
            }
        }
        #expect(try answer(world, deep) == nil)
        let mistyped = Self.call("Options", "a{sv}") { body in
            body.array(alignment: 8) { array in
                array.string("number")
                array.signature("s")
                array.string("seven")
            }
        }
        #expect(try answer(world, mistyped) == invalid)
        let huge = Self.call("Options", "a{sv}") { body in
            body.array(alignment: 8) { array in
                for _ in 0..<20_000 {
                    array.align(8)
                    array.string("k")
                    array.signature("u")
                    array.uint32(1)
                }
            }
        }
        #expect(try answer(world, huge) == nil)
        // A header field from the future.
        let future = Self.call("Double", "u", more: [.other(200, "u", [0, 0, 0, 0])]) { $0.uint32(1) }
        #expect(try answer(world, future) == nil)
        #expect(try world.double(3) == 6)
    }

    @Test("a peer that breaks the protocol is thrown out by the bus, and nobody else suffers")
    func thrownOut() throws {
        let world = try World()
        var long = Self.call("Double", "u") { $0.uint32(1) }
        long.claimedBodyLength = 1 << 30
        for bytes in [
            Self.call("Double", "s") { $0.string(bytes: [0xff, 0xfe]) }.bytes, long.bytes,
            Self.call("Double", "u(") { $0.uint32(1) }.bytes, [UInt8](repeating: 0x42, count: 64),
        ] {
            let peer = try peer(world)
            peer.write(bytes)
            try world.wait("the end") { peer.isClosed }
            #expect(try world.double(3) == 6)
        }
        let half = try peer(world)
        half.write(Array(Self.call("Double", "u") { $0.uint32(1) }.bytes.dropLast(3)))
        half.close()
        #expect(try world.double(4) == 8)
    }

    @Test("a flood from one peer is answered, and others get their turn")
    func flood() throws {
        let world = try World()
        let peer = try peer(world)
        for serial in UInt32(10)..<3_010 {
            peer.write(Self.call("Double", "u", serial: serial) { $0.uint32(serial) })
            if serial % 500 == 0 { #expect(try world.double(5) == 10) }
        }
        try world.wait("all answers") { peer.arrivals.count { $0.replySerial ?? 0 >= 10 } == 3_000 }
        #expect(peer.arrivals.compactMap(\.replySerial).filter { $0 >= 10 } == Array(10..<3_010))
    }
}
