import Glibc
import HeadroomBus

/// Talks to the board: `notes add TEXT`, `notes get NUMBER`, `notes wait NUMBER [MILLISECONDS]`, `notes watch COUNT`.
///
/// Exits 0 with the answer on standard output; else it prints the kind of end the call had, and the error's name.
@main
struct Main {
    static func main() {
        do throws(BusError) {
            exit(try run())
        } catch {
            print("\(error.code) \(error.name)")
            exit(1)
        }
    }

    private static func run() throws(BusError) -> Int32 {
        let loop = try EventLoop()
        let client = Client(loop: loop)
        try client.start(Array(CommandLine.arguments.dropFirst()))
        return try loop.run()
    }
}

/// One command, from the call to the end of the program.
private final class Client {
    private let loop: EventLoop
    private let connection: Connection
    private var subscription: Subscription?
    private var left = 0

    init(loop: EventLoop) {
        self.loop = loop
        connection = Connection(loop: loop, address: .session)
    }

    func start(_ arguments: [String]) throws(BusError) {
        try connection.open()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("add", let text?):
            let call = try call("Add", "sa{sv}") { writer throws(BusError) in
                try writer.string(text)
                try writer.dictionary { _ in }
            }
            send(call) { reader throws(BusError) in "\(try reader.uint32())" }
        case ("get", let number?):
            send(try numbered("Get", number)) { reader throws(BusError) in try reader.string() }
        case ("wait", let number?):
            let patience = arguments.count > 2 ? UInt64(arguments[2]) ?? 25_000 : 25_000
            send(try numbered("WaitFor", number), timeout: patience * 1000) { reader throws(BusError) in
                try reader.string()
            }
        case ("watch", let count?):
            watch(Int(count) ?? 1)
        default:
            throw BusError(.refused, "usage: notes add TEXT | get NUMBER | wait NUMBER [MS] | watch COUNT")
        }
    }

    private func call(
        _ member: MemberName, _ signature: Signature, body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) -> Message {
        try Message.call(
            "org.example.Notes1", "/org/example/Notes1", "org.example.Notes1", member, signature, body: body)
    }

    private func numbered(_ member: MemberName, _ number: String) throws(BusError) -> Message {
        guard let number = UInt32(number) else { throw BusError(.invalidValue, "not a number: \(number)") }
        return try call(member, "u") { writer throws(BusError) in try writer.uint32(number) }
    }

    private func send(
        _ call: borrowing Message, timeout: UInt64 = 25_000_000,
        _ text: @escaping (inout Reader) throws(BusError) -> String
    ) {
        connection.call(call, timeout: timeout) { [loop] result in
            switch result {
            case .success(let reply):
                print((try? reply.read(text)) ?? "unreadable")
                loop.quit(0)
            case .failure(let error):
                print("\(error.code) \(error.name)")
                loop.quit(1)
            }
        }
    }

    private func watch(_ count: Int) {
        left = count
        let rule = MatchRule(sender: "org.example.Notes1", interface: "org.example.Notes1", member: "Added")
        subscription = connection.subscribe(rule) { [unowned self] message in
            let line = try? message.read { reader throws(BusError) in "\(try reader.uint32()) \(try reader.string())" }
            print(line ?? "unreadable")
            fflush(nil)
            left -= 1
            if left == 0 { loop.quit(0) }
        }
        // Once the bus answers this, it has handled the subscription too.
        let watch = connection.watchName("org.example.Notes1") { _ in
            print("watching")
            fflush(nil)
        }
        owner = watch
    }

    private var owner: NameWatch?
}
