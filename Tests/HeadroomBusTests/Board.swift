import HeadroomBus
import Support

/// A target for tests: a method for each way to answer, a property for each kind.
final class Board {
    var value: UInt32 = 1
    var kept: [DeferredInvocation] = []
    var seen: [UInt32] = []

    static let path: ObjectPath = "/org/example/Board"
    static let interface: InterfaceName = "org.example.Board"
    static let xml = "<node>\n  <interface name=\"org.example.Board\"/>\n</node>\n"

    static let table = Interface<Board>(
        interface,
        methods: [
            Method("Double", "u", "u") { board, call in
                do throws(BusError) {
                    let number = try call.read { reader throws(BusError) in try reader.uint32() }
                    board.seen.append(number)
                    call.reply { writer throws(BusError) in try writer.uint32(number &* 2) }
                } catch {
                    call.fail(error)
                }
            },
            Method("Keep", "", "s") { board, call in board.kept.append(call.later()) },
            Method("Drop") { _, _ in },
            Method("Fail") { _, call in call.fail("org.example.Error.Sorry", "no\0pe") },
            Method("Lie", "", "u") { _, call in
                call.reply { writer throws(BusError) in try writer.string("not a number") }
            },
            Method("Options", "a{sv}", "as") { _, call in
                do throws(BusError) {
                    var keys: [String] = []
                    try call.read { reader throws(BusError) in
                        try reader.dictionary { key, value throws(BusError) in
                            if key == "number" { _ = try value.uint32() }
                            keys.append(String(key))
                        }
                    }
                    call.reply { writer throws(BusError) in try writer.strings(keys) }
                } catch {
                    call.fail(error)
                }
            },
        ],
        properties: [
            Property(
                "Value", "u", .value,
                set: { board, reader throws(BusError) in
                    let value = try reader.uint32()
                    guard value < 100 else { throw BusError(name: "org.example.Error.TooMuch", "99 at most") }
                    board.value = value
                },
                get: { board, writer throws(BusError) in try writer.uint32(board.value) }),
            Property("Secret", "s", .invalidation) { _, writer throws(BusError) in try writer.string("secret") },
            Property("Quiet", "b", .never) { _, writer throws(BusError) in try writer.bool(true) },
            Property("Version", "u", .constant) { _, writer throws(BusError) in try writer.uint32(3) },
        ])

    static func call(
        _ member: MemberName, _ signature: Signature = "", path: ObjectPath = path,
        interface: InterfaceName? = interface,
        body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try Message.call("org.example.Board", path, interface, member, signature, body: body)
    }
}

/// A private bus with a board on one connection and a client on another, both in one loop.
final class World {
    let bus: PrivateBus
    let loop: EventLoop
    let server: Connection
    let client: Connection
    let board = Board()
    let object: ExportedObject

    init() throws {
        bus = try PrivateBus()
        loop = try EventLoop()
        server = try bus.connect(loop)
        client = try bus.connect(loop)
        object = try server.export(Board.path, introspection: Array(Board.xml.utf8))
        try object.add(Board.table, for: board)
        var reply: NameReply?
        server.requestName("org.example.Board", [.doNotQueue]) { reply = try? $0.get() }
        try wait("the name") { reply == .primaryOwner }
    }

    func wait(_ what: String, until isDone: () -> Bool) throws {
        try loop.wait(what, log: bus.log, until: isDone)
    }

    func double(_ number: UInt32) throws -> UInt32 {
        let call = try Board.call("Double", "u") { writer throws(BusError) in try writer.uint32(number) }
        return try client.ask(call) { reader throws(BusError) in try reader.uint32() }
    }
}
