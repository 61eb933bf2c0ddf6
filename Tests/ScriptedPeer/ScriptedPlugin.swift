import HeadroomBus

/// A plugin that does what it is told to, a line of standard input at a time, and prints what it hears:
///
///     register KIND            -> registered SUBJECT active | registered SUBJECT waiting | registered - outside
///     claim PID                -> claimed SUBJECT active | claimed SUBJECT waiting | claimed - waiting
///     report OUTCOME SUBJECT   -> reported (SUBJECT may be -: its own)
///     watch, list              -> watching, listed
///     revoked SUBJECT MS, granted SUBJECT: the daemon said so
///
/// A refusal is the error's name and text.
final class ScriptedPlugin {
    private let connection: Connection
    private var subscription: Subscription?
    private var number: UInt64 = 0

    private static let name: BusName = "org.headroom.Headroom1"
    private static let path: ObjectPath = "/org/headroom/Headroom1"
    private static let interface: InterfaceName = "org.headroom.Headroom1.Avoidance"

    init(_ connection: Connection) {
        self.connection = connection
        // What comes over a proxy comes from the well-known name as well.
        subscription = connection.subscribe(
            MatchRule(path: ScriptedPlugin.path, interface: ScriptedPlugin.interface)
        ) { message in ScriptedPlugin.hear(message) }
    }

    private static func hear(_ message: borrowing Message) {
        guard let member = message.member else { return }
        try? message.read { reader throws(BusError) in
            switch member {
            case "ClaimRevoked":
                _ = try reader.uint64()
                say("revoked \(try reader.string()) \(try reader.uint32())")
            case "ClaimGranted":
                _ = try reader.uint64()
                say("granted \(try reader.string())")
            default: say("signal \(String(member))")
            }
        }
    }

    /// Runs until standard input ends.
    func run() throws(BusError) {
        let loop = connection.loop
        let input = LineInput()
        let watch = try loop.watch(0, .readable) { [self] _ in
            guard let lines = input.read() else { return loop.quit() }
            for line in lines { take(line.split(separator: " ").map(String.init)) }
        }
        say("ready")
        _ = try loop.run()
        watch.cancel()
    }

    private func take(_ words: [String]) {
        do throws(BusError) {
            switch (words.first, words.count) {
            case ("register", 2): try register(words[1])
            case ("claim", 2): try claim(UInt32(words[1]) ?? 0)
            case ("report", 3): try report(words[1], words[2] == "-" ? "" : words[2])
            case ("watch", 1):
                try call("Watch", "b") { w throws(BusError) in
                    try w.bool(true)
                } answered: { _ in
                    "watching"
                }
            case ("list", 1):
                try call("ListReports", "") { _ in
                } answered: { _ in
                    "listed"
                }
            default: say("what?")
            }
        } catch {
            say("\(error)")
        }
    }

    private func register(_ kind: String) throws(BusError) {
        try call("Register", "ssa{sv}") { w throws(BusError) in
            try w.string("scripted")
            try w.string(kind)
            try w.dictionary { _ throws(BusError) in }
        } answered: { [self] reader throws(BusError) in
            number = try reader.uint64()
            let subject = try reader.string()
            let isActive = try reader.bool()
            return subject.isEmpty ? "registered - outside" : "registered \(subject) \(isActive ? "active" : "waiting")"
        }
    }

    private func claim(_ pid: UInt32) throws(BusError) {
        let number = number
        try call("Claim", "taua{sv}") { w throws(BusError) in
            try w.uint64(number)
            try w.array("u") { list throws(BusError) in try list.uint32(pid) }
            try w.dictionary { _ throws(BusError) in }
        } answered: { reader throws(BusError) in
            var text = ""
            try reader.array("(sb)") { list throws(BusError) in
                text = try list.structure { claim throws(BusError) in
                    let subject = try claim.string()
                    return "claimed \(subject.isEmpty ? "-" : subject) \(try claim.bool() ? "active" : "waiting")"
                }
            }
            return text
        }
    }

    private func report(_ outcome: String, _ subject: String) throws(BusError) {
        let number = number
        try call("Report", "ttss(dd)a{sv}") { w throws(BusError) in
            try w.uint64(number)
            try w.uint64(0)
            try w.string(subject)
            try w.string(outcome)
            try w.structure { shift throws(BusError) in
                try shift.double(0)
                try shift.double(outcome == "clear" ? -200 : 0)
            }
            try w.dictionary { _ throws(BusError) in }
        } answered: { _ in
            "reported"
        }
    }

    private func call(
        _ member: MemberName, _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void,
        answered: @escaping (inout Reader) throws(BusError) -> String
    ) throws(BusError) {
        let call = try Message.call(
            ScriptedPlugin.name, ScriptedPlugin.path, ScriptedPlugin.interface, member, signature, body: body)
        connection.call(call) { result in
            switch result {
            case .success(let reply): say((try? reply.read(answered)) ?? "an answer of another shape")
            case .failure(let error): say("\(error.name): \(error.message)")
            }
        }
    }
}
