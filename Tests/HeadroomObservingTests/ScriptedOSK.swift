import HeadroomBus
import Support

/// A peer that owns a keyboard's name, and does what a test tells it to.
final class ScriptedOSK {
    /// How a keyboard is spoken to.
    struct Dialect: Sendable {
        var name: BusName
        var path: ObjectPath
        var interface: InterfaceName
        /// What a call asks for, if it is a request: shown or hidden.
        var wish: @Sendable (_ member: String, _ arguments: borrowing Message) -> Bool?

        /// squeekboard's and stevia's.
        static let osk0 = Dialect(name: "sm.puri.OSK0", path: "/sm/puri/OSK0", interface: "sm.puri.OSK0") {
            member, message in
            guard member == "SetVisible" else { return nil }
            return try? message.read { reader throws(BusError) in try reader.bool() }
        }

        static let onboard = Dialect(
            name: "org.onboard.Onboard", path: "/org/onboard/Onboard/Keyboard",
            interface: "org.onboard.Onboard.Keyboard"
        ) { member, _ in ["Show": true, "Hide": false][member] }
    }

    let connection: Connection
    private let dialect: Dialect
    private var object: ExportedObject?
    /// What Get answers; nil: nothing at all.
    var visible: Value? = .bool(false)
    /// Whether requests are answered.
    var answersRequests = true
    /// The members that were called, in order.
    private(set) var calls: [String] = []
    private(set) var asked: [Bool] = []
    /// Whether all calls were made so that the bus starts nothing for them.
    private(set) var neverStarts = true
    private var unanswered: [DeferredInvocation] = []

    init(_ bus: PrivateBus, _ loop: EventLoop, _ dialect: Dialect = .osk0) throws {
        self.dialect = dialect
        connection = try bus.connect(loop)
        let object = try connection.export(dialect.path, introspection: Array("<node/>".utf8))
        // Everything is answered here, so that a test can have it answered wrongly or not at all.
        object.gate = { [unowned self] call in receive(call) }
        self.object = object
    }

    private func receive(_ call: consuming Invocation) {
        let member = call.message.member.map { String($0) } ?? ""
        calls.append(member)
        if call.message.autoStarts { neverStarts = false }
        if let wish = dialect.wish(member, call.message) {
            asked.append(wish)
            return answersRequests ? call.reply() : unanswered.append(call.later())
        }
        guard member == "Get" else { return call.fail("org.freedesktop.DBus.Error.UnknownMethod", member) }
        if visible != nil { answer(call.message) }
        unanswered.append(call.later())
    }

    private func answer(_ call: borrowing Message) {
        guard let visible else { return }
        if let answer = try? Message.reply(
            to: call, "v", body: { writer throws(BusError) in try Value.variant(visible).write(to: &writer) })
        {
            try? connection.send(answer)
        }
    }

    /// Answers the requests that were not answered.
    func answerRequests() {
        answersRequests = true
        for call in unanswered { call.reply() }
        unanswered = []
    }

    /// Owns the name, if need be after whoever owns it now.
    func own(_ loop: EventLoop, waitsInLine: Bool = false) throws {
        var reply: NameReply?
        connection.requestName(dialect.name, waitsInLine ? [] : [.doNotQueue]) { result in reply = try? result.get() }
        try loop.wait("the name") { reply != nil }
    }

    func release() { connection.releaseName(dialect.name) }

    /// PropertiesChanged with these arguments.
    func signal(_ changed: [String: Value], invalidated: [String] = [], interface: String? = nil) throws {
        try signal([.string(interface ?? dialect.interface.text), .dictionary(changed), .strings(invalidated)])
    }

    /// PropertiesChanged with any arguments.
    func signal(_ arguments: [Value]) throws {
        let signal = BusMonitorText.Recorded(
            sender: "", path: dialect.path.text, interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged", arguments: arguments)
        try connection.send(signal.signal())
    }
}
