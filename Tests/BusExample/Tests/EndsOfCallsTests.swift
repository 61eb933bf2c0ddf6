import Glibc
import HeadroomBus
import Support
import Testing

/// A call ends in exactly one way; here with real programs, each in a process of its own.
@Suite(.timeLimit(.minutes(10)))
struct EndsOfCalls {
    private let bus: PrivateBus
    private let service: ChildProcess

    init() throws {
        bus = try PrivateBus()
        service = try Self.program("notes-service", bus: bus)
        try #require(try service.readLine() == "ready")
    }

    private static func program(_ name: String, _ arguments: [String] = [], bus: PrivateBus) throws -> ChildProcess {
        try ChildProcess(
            try BuiltProgram.path(name), arguments,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address,
                // The address sanitizer holds back what is freed; here the memory that a program keeps is measured.
                "ASAN_OPTIONS": "quarantine_size_mb=1",
            ])
    }

    private func notes(_ arguments: String...) throws -> ChildProcess {
        try Self.program("notes", arguments, bus: bus)
    }

    /// Runs the client to its end: what it printed, and its exit code.
    private func run(_ arguments: String...) throws -> (text: String?, code: Int32) {
        let client = try Self.program("notes", arguments, bus: bus)
        return (try client.readLine(), try client.waitForExit())
    }

    @Test("a reply")
    func reply() throws {
        #expect(try run("add", "milk") == ("1", 0))
        #expect(try run("add", "ovo, „Öl“ and 油") == ("2", 0))
        #expect(try run("get", "2") == ("ovo, „Öl“ and 油", 0))
    }

    @Test("an error of the service, and one of the bus binding before its handler")
    func error() throws {
        #expect(try run("get", "7") == ("remote org.example.Notes1.Error.UnknownNote", 1))
    }

    @Test("a timeout; the answer that comes later disturbs nobody")
    func timeout() throws {
        #expect(try run("wait", "1", "100") == ("timeout org.freedesktop.DBus.Error.Timeout", 1))
        #expect(try run("add", "late") == ("1", 0))
        #expect(try run("wait", "1", "20000") == ("late", 0))
    }

    @Test("an answer that had to wait")
    func deferred() throws {
        let client = try waitingClient()
        #expect(try run("add", "now") == ("1", 0))
        #expect(try client.readLine() == "now")
    }

    @Test("the peer leaves")
    func peerLeaves() throws {
        let client = try waitingClient()
        service.kill()
        #expect(try client.readLine() == "peerGone org.freedesktop.DBus.Error.NoReply")
    }

    @Test("the peer was never there")
    func noPeer() throws {
        service.kill()
        // Without auto-start the bus says NameHasNoOwner, or ServiceUnknown; both mean this.
        let (text, code) = try run("get", "1")
        #expect(text?.hasPrefix("peerGone ") == true)
        #expect(code == 1)
    }

    @Test("the bus goes")
    func busGoes() throws {
        let client = try waitingClient()
        bus.kill()
        #expect(try client.readLine() == "busGone org.freedesktop.DBus.Error.Disconnected")
        #expect(try service.waitForExit() == 3)
    }

    @Test("the bus was never there")
    func noBus() throws {
        bus.kill()
        let (text, code) = try run("get", "1")
        #expect(text == "busGone org.freedesktop.DBus.Error.Disconnected")
        #expect(code == 1)
    }

    @Test("signals reach a watcher, and no note is missed")
    func watching() throws {
        let watcher = try notes("watch", "3")
        try #require(try watcher.readLine() == "watching")
        for text in ["a", "b", "c"] { #expect(try run("add", text).code == 0) }
        #expect(try watcher.readLine() == "1 a")
        #expect(try watcher.readLine() == "2 b")
        #expect(try watcher.readLine() == "3 c")
        #expect(try watcher.waitForExit() == 0)
    }

    @Test("a second service is told that the name is taken; SIGTERM ends the first one")
    func second() throws {
        let second = try Self.program("notes-service", bus: bus)
        #expect(try second.waitForExit() == 2)
        service.send(SIGTERM)
        #expect(try service.waitForExit() == 0)
    }

    @Test("tens of thousands of calls, however they end, leave nothing behind in the service")
    func nothingLeft() throws {
        let loop = try EventLoop()
        let connection = try bus.connect(loop)
        func callMany(_ times: Int) throws {
            for _ in 0..<times {
                var ends = 0
                for number in UInt32(0)..<250 {
                    let get = try call("Get", "u") { writer throws(BusError) in try writer.uint32(number) }
                    connection.call(get) { _ in ends += 1 }
                    // Never answered by its handler, so by the binding.
                    let forget = try call("Forget", "u") { writer throws(BusError) in try writer.uint32(number) }
                    connection.call(forget) { _ in ends += 1 }
                    connection.call(try call("All")) { _ in ends += 1 }
                    connection.call(try call("Get")) { _ in ends += 1 }
                }
                try loop.wait("the ends of 1,000 calls", log: service.log) { ends == 1_000 }
            }
        }
        try callMany(10)
        let before = try service.anonymousMemory()
        try callMany(40)
        // One small object for each call of one kind would be over 300 KiB.
        #expect(try service.anonymousMemory() - before < 256, "KiB that 40,000 calls left")
    }

    private func call(
        _ member: MemberName, _ signature: Signature = "", body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try Message.call(
            "org.example.Notes1", "/org/example/Notes1", "org.example.Notes1", member, signature, body: body)
    }

    /// Starts a client that waits for note 1; returns once the service has its call.
    private func waitingClient() throws -> ChildProcess {
        let loop = try EventLoop()
        let connection = try bus.connect(loop)
        var isAsked = false
        let rule = MatchRule(
            sender: "org.example.Notes1", interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        let subscription = connection.subscribe(rule) { message in
            let waiting = try? message.read { reader throws(BusError) in
                var waiting: UInt32 = 0
                reader.skip()
                try reader.dictionary { key, value throws(BusError) in
                    if key == "Waiting" { waiting = try value.uint32() }
                }
                return waiting
            }
            isAsked = waiting == 1
        }
        defer { subscription.cancel() }
        try connection.settle()
        let client = try notes("wait", "1")
        try loop.wait("the service to be asked", log: service.log) { isAsked }
        return client
    }
}
