import HeadroomBus
import Support
import Testing

@Suite("exported objects", .timeLimit(.minutes(10)))
struct ObjectTests {
    let world: World

    init() throws { world = try World() }

    private func failure(
        _ member: MemberName, _ signature: Signature = "", path: ObjectPath = Board.path,
        interface: InterfaceName? = Board.interface, body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws -> String? {
        let call = try Board.call(member, signature, path: path, interface: interface, body: body)
        return try world.client.failure(of: call)?.name
    }

    private func properties(
        _ member: MemberName, _ signature: Signature, body: (inout Writer) throws(BusError) -> Void
    ) throws -> Message {
        try Board.call(member, signature, interface: "org.freedesktop.DBus.Properties", body: body)
    }

    private let standard = "org.freedesktop.DBus.Error"

    @Test("what is not there is refused by its own name")
    func unknown() throws {
        #expect(try failure("Double", path: "/org/example/Nothing") == "\(standard).UnknownObject")
        #expect(try failure("Double", interface: "org.example.Other") == "\(standard).UnknownInterface")
        #expect(try failure("Triple") == "\(standard).UnknownMethod")
        #expect(try failure("Triple", interface: nil) == "\(standard).UnknownMethod")
        #expect(try failure("Frob", interface: "org.freedesktop.DBus.Properties") == "\(standard).UnknownMethod")
        #expect(try failure("Frob", interface: "org.freedesktop.DBus.Introspectable") == "\(standard).UnknownMethod")
        #expect(try failure("Frob", interface: "org.freedesktop.DBus.Peer") == "\(standard).UnknownMethod")
        #expect(try failure("Double", path: "/org/example") == "\(standard).UnknownInterface")
        #expect(try failure("Double", path: "/org/example", interface: nil) == "\(standard).UnknownMethod")
    }

    @Test("wrong arguments never reach the handler")
    func arguments() throws {
        #expect(try failure("Double") == "\(standard).InvalidArgs")
        #expect(
            try failure("Double", "i") { writer throws(BusError) in try writer.int32(1) } == "\(standard).InvalidArgs")
        #expect(
            try failure("Double", "uu") { writer throws(BusError) in
                try writer.uint32(1)
                try writer.uint32(1)
            } == "\(standard).InvalidArgs")
        #expect(world.board.seen.isEmpty)
        #expect(
            try failure("Options", "a{sv}") { writer throws(BusError) in
                try writer.dictionary { writer throws(BusError) in try writer.entry("number", string: "one") }
            } == "\(standard).InvalidArgs")
    }

    @Test("a method is found without its interface too")
    func noInterface() throws {
        let call = try Board.call("Double", "u", interface: nil) { writer throws(BusError) in try writer.uint32(5) }
        #expect(try world.client.ask(call) { reader throws(BusError) in try reader.uint32() } == 10)
    }

    @Test("a handler's error, its silence, and a reply that is not what the table says")
    func badAnswers() throws {
        let sorry = try world.client.failure(of: try Board.call("Fail"))
        #expect(sorry?.name == "org.example.Error.Sorry")
        #expect(sorry?.message == "no\u{FFFD}pe")
        #expect(try failure("Drop") == "\(standard).Failed")
        #expect(try failure("Lie") == "\(standard).Failed")
    }

    @Test("a kept call is answered once; dropped, with an error")
    func deferred() throws {
        var ends: [String] = []
        for _ in 0..<2 {
            world.client.call(try Board.call("Keep")) { result in
                switch result {
                case .success(let reply):
                    ends.append((try? reply.read { reader throws(BusError) in try reader.string() }) ?? "?")
                case .failure(let error):
                    ends.append(error.name)
                }
            }
        }
        try world.wait("both calls") { world.board.kept.count == 2 }
        let call = world.board.kept[0]
        #expect(call.sender == world.client.uniqueName)
        #expect(!call.isAnswered)
        call.reply { writer throws(BusError) in try writer.string("first") }
        call.reply { writer throws(BusError) in try writer.string("second") }
        call.fail("org.example.Error.Late", "")
        #expect(call.isAnswered)
        #expect(throws: BusError.self) { try call.read { _ in } }
        world.board.kept = []
        try world.wait("both ends") { ends.count == 2 }
        #expect(ends == ["first", "\(standard).Failed"])
    }

    @Test("Get, GetAll and Set")
    func properties() throws {
        let get = try properties("Get", "ss") { writer throws(BusError) in
            try writer.string("org.example.Board")
            try writer.string("Value")
        }
        func value() throws -> UInt32 {
            try world.client.ask(get) { reader throws(BusError) in
                try reader.variant { reader throws(BusError) in try reader.uint32() }
            }
        }
        #expect(try value() == 1)
        let all = try properties("GetAll", "s") { writer throws(BusError) in try writer.string("org.example.Board") }
        let names = try world.client.ask(all) { reader throws(BusError) in
            var names: [String] = []
            try reader.dictionary { key, _ throws(BusError) in names.append(String(key)) }
            return names
        }
        #expect(names == ["Value", "Secret", "Quiet", "Version"])
        func set(_ name: String, _ signature: Signature, body: (inout Writer) throws(BusError) -> Void) throws
            -> String?
        {
            let call = try properties("Set", "ssv") { writer throws(BusError) in
                try writer.string("org.example.Board")
                try writer.string(name)
                try writer.variant(signature, body)
            }
            return try world.client.failure(of: call)?.name
        }
        #expect(try set("Value", "u") { writer throws(BusError) in try writer.uint32(42) } == nil)
        #expect(try value() == 42)
        #expect(try set("Value", "i") { writer throws(BusError) in try writer.int32(1) } == "\(standard).InvalidArgs")
        #expect(
            try set("Value", "u") { writer throws(BusError) in try writer.uint32(100) } == "org.example.Error.TooMuch")
        #expect(
            try set("Version", "u") { writer throws(BusError) in try writer.uint32(1) }
                == "\(standard).PropertyReadOnly")
        #expect(
            try set("Nothing", "u") { writer throws(BusError) in try writer.uint32(1) } == "\(standard).UnknownProperty"
        )
        #expect(try value() == 42)
    }

    @Test("properties of interfaces that are not there, and of the standard ones")
    func otherProperties() throws {
        func all(_ interface: String) throws -> Message {
            try properties("GetAll", "s") { writer throws(BusError) in try writer.string(interface) }
        }
        #expect(try world.client.failure(of: all("org.example.Other"))?.name == "\(standard).UnknownInterface")
        #expect(try world.client.failure(of: all("org.freedesktop.DBus.Peer")) == nil)
        #expect(try world.client.failure(of: all("")) == nil)
        let get = try properties("Get", "ss") { writer throws(BusError) in
            try writer.string("org.example.Board")
            try writer.string("Nothing")
        }
        #expect(try world.client.failure(of: get)?.name == "\(standard).UnknownProperty")
    }

    @Test("PropertiesChanged tells values or that they are stale, then the signal follows")
    func changes() throws {
        var story: [String] = []
        let changed = world.client.subscribe(
            MatchRule(sender: "org.example.Board", interface: "org.freedesktop.DBus.Properties")
        ) { message in
            try? message.read { reader throws(BusError) in
                story.append(try reader.string())
                try reader.dictionary { key, value throws(BusError) in story.append("\(key)=\(try value.uint32())") }
                story += try reader.strings()
            }
        }
        let told = world.client.subscribe(MatchRule(sender: "org.example.Board", member: "Told")) { _ in
            story.append("Told")
        }
        defer {
            changed.cancel()
            told.cancel()
        }
        try world.client.settle()
        let signal = try Message.signal(Board.path, Board.interface, "Told")
        world.board.value = 9
        try world.object.emitChanged(Board.interface, ["Value", "Secret"], then: signal)
        try world.wait("the story") { story.last == "Told" }
        #expect(story == ["org.example.Board", "Value=9", "Secret", "Told"])
        for name: StaticString in ["Quiet", "Version", "Nothing"] {
            #expect(throws: BusError.self) { try world.object.emitChanged(Board.interface, [name]) }
        }
        #expect(throws: BusError.self) { try world.object.emitChanged("org.example.Other", ["Value"]) }
    }

    @Test("introspection: the owner's text with the nodes below, generated nodes for parents")
    func introspection() throws {
        _ = try world.server.export("/org/example/Board/deep/er", introspection: Array("<node/>".utf8))
        func text(_ path: ObjectPath) throws -> String {
            let call = try Board.call("Introspect", path: path, interface: "org.freedesktop.DBus.Introspectable")
            return try world.client.ask(call) { reader throws(BusError) in try reader.string() }
        }
        #expect(
            try text(Board.path)
                == "<node>\n  <interface name=\"org.example.Board\"/>\n  <node name=\"deep\"/>\n</node>\n")
        #expect(try text("/").contains("<node name=\"org\"/>\n</node>"))
        #expect(try text("/org").contains("<node name=\"example\"/>"))
        #expect(try text("/org/example").contains("<node name=\"Board\"/>"))
        #expect(try text("/org/example/Board/deep").contains("<node name=\"er\"/>"))
        #expect(try text("/org/example/Board/deep/er") == "<node/>")
        #expect(
            try failure("Introspect", path: "/org/example/Bo", interface: "org.freedesktop.DBus.Introspectable")
                == "\(standard).UnknownObject")
    }

    @Test("every path answers a ping, and knows the machine")
    func peer() throws {
        let ping = try Board.call("Ping", path: "/anywhere", interface: "org.freedesktop.DBus.Peer")
        #expect(try world.client.failure(of: ping) == nil)
        let id = try Board.call("GetMachineId", interface: "org.freedesktop.DBus.Peer")
        let other = try Message.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Peer", "GetMachineId")
        let read = { (reader: inout Reader) throws(BusError) -> String in try reader.string() }
        #expect(try world.client.ask(id, read) == world.client.ask(other, read))
    }

    @Test("a gate sees every call first, may let it in later, or not at all")
    func gate() throws {
        var waiting: [DeferredInvocation] = []
        var isOpen = false
        world.object.gate = { invocation in
            if invocation.message.member == "Fail" { return invocation.fail("org.example.Error.Barred", "") }
            if isOpen { invocation.proceed() } else { waiting.append(invocation.later()) }
        }
        #expect(try failure("Fail") == "org.example.Error.Barred")
        var answer: BusError??
        let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(1) }
        world.client.call(call) { answer = .some($0.error) }
        try world.wait("the call at the gate") { waiting.count == 1 }
        #expect(world.board.seen.isEmpty)
        waiting[0].proceed()
        waiting[0].proceed()
        try world.wait("its answer") { answer != nil }
        #expect(answer == .some(nil))
        #expect(world.board.seen == [1])
        isOpen = true
        #expect(try world.double(2) == 4)
        #expect(try failure("Triple") == "\(standard).UnknownMethod")
    }

    @Test("one object a path, one interface a name; what is removed is gone and let go of")
    func lifetimes() throws {
        #expect(throws: BusError.self) { _ = try world.server.export(Board.path, introspection: []) }
        #expect(throws: BusError.self) { _ = try world.server.export("/a", introspection: [0xff]) }
        #expect(throws: BusError.self) { _ = try world.server.export("/a", introspection: [0]) }
        #expect(throws: BusError.self) { try world.object.add(Board.table, for: world.board) }
        let broken = Interface<Board>("org.example.Broken", methods: [Method("no method") { _, _ in }])
        #expect(throws: BusError.self) { try world.object.add(broken, for: world.board) }
        weak var weakly: Board?
        do {
            let board = Board()
            let object = try world.server.export("/second", introspection: Array("<node/>".utf8))
            try object.add(Board.table, for: board)
            weakly = board
            object.remove()
        }
        #expect(weakly == nil)
        #expect(try failure("Drop", path: "/second") == "\(standard).UnknownObject")
        let again = try world.server.export("/second", introspection: Array("<node/>".utf8))
        again.remove()
    }
}
