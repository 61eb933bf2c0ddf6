import HeadroomBus
import Support
import Testing

@Suite("calls", .timeLimit(.minutes(10)))
struct CallTests {
    let world: World

    init() throws { world = try World() }

    @Test("thousands of calls at once are answered in order, each once")
    func flood() throws {
        var answers: [UInt32] = []
        for number in UInt32(0)..<5_000 {
            let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(number) }
            world.client.call(call) { result in
                switch result {
                case .success(let reply):
                    answers.append((try? reply.read { reader throws(BusError) in try reader.uint32() }) ?? .max)
                case .failure:
                    answers.append(.max)
                }
            }
        }
        try world.wait("all answers") { answers.count == 5_000 }
        #expect(answers == (0..<5_000).map { $0 * 2 })
        #expect(world.board.seen == Array(0..<5_000))
    }

    @Test("a call ends once, never before the call returned, in the order of deadlines if nobody answers")
    func timeouts() throws {
        var ends: [String] = []
        func keep(_ name: String, timeout: UInt64) throws -> PendingCall {
            world.client.call(try Board.call("Keep"), timeout: timeout) { result in
                ends.append("\(name) \(result.error?.code.description ?? "reply")")
            }
        }
        let slow = try keep("slow", timeout: 60_000)
        let quick = try keep("quick", timeout: 1_000)
        let now = try keep("now", timeout: 0)
        let endless = try keep("endless", timeout: .max)
        #expect(ends.isEmpty)
        try world.wait("the timeouts") { ends.count == 3 }
        #expect(ends == ["now timeout", "quick timeout", "slow timeout"])
        #expect([slow, quick, now].allSatisfy { !$0.isPending })
        #expect(endless.isPending)
        // Late answers find nobody, and the one that is waited for arrives.
        try world.wait("the calls to arrive") { world.board.kept.count == 4 }
        for call in world.board.kept { call.reply { writer throws(BusError) in try writer.string("late") } }
        try world.wait("the endless one") { ends.count == 4 }
        #expect(ends.last == "endless reply")
    }

    @Test("a cancelled call is never heard of again")
    func cancelling() throws {
        var ends = 0
        let call = world.client.call(try Board.call("Keep")) { _ in ends += 1 }
        let other = world.client.call(try Board.call("Keep"), timeout: 1_000) { _ in ends += 100 }
        other.cancel()
        try world.wait("the calls to arrive") { world.board.kept.count == 2 }
        call.cancel()
        #expect(!call.isPending)
        for call in world.board.kept { call.reply { writer throws(BusError) in try writer.string("too late") } }
        #expect(try world.double(4) == 8)
        #expect(ends == 0)
    }

    @Test("nobody owns the name")
    func noPeer() throws {
        let call = try Message.call("org.example.Nobody", "/", "a.b", "C")
        #expect(try world.client.failure(of: call)?.code == .peerGone)
        let unique = try Message.call(":1.4711", "/", "a.b", "C")
        #expect(try world.client.failure(of: unique)?.code == .peerGone)
    }

    @Test("the peer leaves before it answers")
    func peerLeaves() throws {
        var end: BusError?
        world.client.call(try Board.call("Keep")) { end = $0.error }
        try world.wait("the call to arrive") { world.board.kept.count == 1 }
        world.server.close()
        try world.wait("its end") { end != nil }
        #expect(end?.code == .peerGone)
    }

    @Test("an error that a peer sends under the bus's name for absence is the peer's own")
    func pretendedAbsence() throws {
        let call = try Board.call("Keep")
        var end: BusError?
        world.client.call(call) { end = $0.error }
        try world.wait("the call to arrive") { world.board.kept.count == 1 }
        world.board.kept[0].fail("org.freedesktop.DBus.Error.NoReply", "not really")
        try world.wait("its end") { end != nil }
        #expect(end?.code == .remote)
    }

    @Test("closing ends what is under way, in order; so does a call on what is closed")
    func closing() throws {
        var ends: [String] = []
        var isLost = false
        world.client.onDisconnected = { _ in isLost = true }
        for name in ["a", "b"] {
            world.client.call(try Board.call("Keep")) {
                ends.append("\(name) \($0.error?.code.description ?? "reply")")
            }
        }
        world.client.close()
        world.client.call(try Board.call("Keep")) { ends.append("c \($0.error?.code.description ?? "reply")") }
        #expect(ends.isEmpty)
        try world.wait("all ends") { ends.count == 3 }
        #expect(ends == ["a busGone", "b busGone", "c busGone"])
        #expect(!isLost)
        #expect(world.client.uniqueName == nil)
        let signal = try Message.signal("/", "a.b", "C")
        #expect(throws: BusError.self) { try world.client.send(signal) }
    }

    @Test("the bus goes: every call ends, then the loss is told")
    func busGoes() throws {
        var story: [String] = []
        world.client.call(try Board.call("Keep")) { story.append($0.error?.code.description ?? "reply") }
        world.client.onDisconnected = { story.append("lost \($0.code)") }
        world.bus.kill()
        try world.loop.wait("the loss") { story.count == 2 }
        #expect(story == ["busGone", "lost busGone"])
        #expect(world.client.state == .closed)
        #expect(throws: BusError.self) { try world.client.open() }
    }

    @Test("what is sent before the bus's greeting follows it, in order")
    func early() throws {
        let connection = Connection(loop: world.loop, address: .at(world.bus.address))
        try connection.open()
        #expect(connection.state == .connecting)
        var answers: [UInt32] = []
        for number in UInt32(1)...3 {
            let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(number) }
            connection.call(call) { result in
                switch result {
                case .success(let reply):
                    answers.append((try? reply.read { reader throws(BusError) in try reader.uint32() }) ?? 0)
                case .failure: return
                }
            }
        }
        try world.wait("the answers") { answers.count == 3 }
        #expect(answers == [2, 4, 6])
        #expect(connection.uniqueName?.isUnique == true)
    }

    @Test("the same message can be sent again: each sending has a serial of its own")
    func again() throws {
        let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(21) }
        for _ in 0..<3 {
            #expect(try world.client.ask(call) { reader throws(BusError) in try reader.uint32() } == 42)
        }
    }

    @Test("a call that nobody waits for says so and gets no answer")
    func noReply() throws {
        let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(1) }
        try world.client.send(call)
        try world.wait("the call to arrive") { !world.board.seen.isEmpty }
        #expect(try world.double(2) == 4)
        let signal = try Message.signal("/", "a.b", "C")
        #expect(try world.client.failure(of: signal)?.code == .refused)
    }

    @Test("a bus that is frozen holds nothing up but its own calls")
    func frozen() throws {
        world.bus.freeze()
        defer { world.bus.thaw() }
        let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(1) }
        #expect(try world.client.failure(of: call, timeout: 20_000)?.code == .timeout)
        // More than a socket takes: it waits in this process, and the loop goes on.
        let large = String(repeating: "x", count: 1 << 20)
        for _ in 0..<4 {
            let signal = try Message.signal("/", "a.b", "C", "s") { writer throws(BusError) in try writer.string(large)
            }
            try world.client.send(signal)
        }
        world.bus.thaw()
        #expect(try world.double(3) == 6)
    }

    @Test("addresses: none, one that nobody listens at, one that would start a program")
    func addresses() {
        for (address, code) in [
            ("", BusError.Code.busGone), ("unix:path=/nonexistent/bus", .busGone), ("nonsense", .busGone),
            ("autolaunch:", .invalidValue), ("unixexec:path=true", .invalidValue), ("unix:path=/a\0b", .invalidValue),
        ] {
            let connection = Connection(loop: world.loop, address: .at(address))
            let error = #expect(throws: BusError.self) { try connection.open() }
            #expect(error?.code == code, "\(address)")
            #expect(connection.state == .closed)
        }
    }
}
