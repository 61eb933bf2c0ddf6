import HeadroomBus
import Support

/// A peer that owns `sm.puri.OSK0`, and does what a test tells it to.
final class ScriptedOSK {
    static let name: BusName = "sm.puri.OSK0"

    let connection: Connection
    private var object: ExportedObject?
    /// What Get answers; nil: nothing at all.
    var visible: Value? = .bool(false)
    /// The members that were called, in order.
    private(set) var calls: [String] = []
    private(set) var asked: [Bool] = []
    /// Whether all calls were made so that the bus starts nothing for them.
    private(set) var neverStarts = true
    private var unanswered: [DeferredInvocation] = []

    init(_ bus: PrivateBus, _ loop: EventLoop) throws {
        connection = try bus.connect(loop)
        let object = try connection.export("/sm/puri/OSK0", introspection: Array("<node/>".utf8))
        try object.add(Self.table, for: self)
        // Properties are answered here, so that a test can have them answered wrongly.
        object.gate = { [unowned self] call in receive(call) }
        self.object = object
    }

    private static let table = Interface<ScriptedOSK>(
        "sm.puri.OSK0",
        methods: [
            Method("SetVisible", "b") { keyboard, call in
                if let value = try? call.read({ reader throws(BusError) in try reader.bool() }) {
                    keyboard.asked.append(value)
                }
                call.reply()
            }
        ])

    private func receive(_ call: consuming Invocation) {
        let member = call.message.member.map { String($0) } ?? ""
        calls.append(member)
        if call.message.autoStarts { neverStarts = false }
        guard member == "Get" else { return call.proceed() }
        guard let visible else { return unanswered.append(call.later()) }
        // Past the object, whose table could not answer a wrong type.
        if let answer = try? Message.reply(
            to: call.message, "v",
            body: { writer throws(BusError) in try Value.variant(visible).write(to: &writer) })
        {
            try? call.connection.send(answer)
        }
        unanswered.append(call.later())
    }

    /// Owns the name, if need be after whoever owns it now.
    func own(_ loop: EventLoop, waitsInLine: Bool = false) throws {
        var reply: NameReply?
        connection.requestName(Self.name, waitsInLine ? [] : [.doNotQueue]) { result in reply = try? result.get() }
        try loop.wait("the name") { reply != nil }
    }

    func release() { connection.releaseName(Self.name) }

    /// PropertiesChanged with these arguments.
    func signal(_ changed: [String: Value], invalidated: [String] = [], interface: String = "sm.puri.OSK0") throws {
        let signal = BusMonitorText.Recorded(
            sender: "", path: "/sm/puri/OSK0", interface: "org.freedesktop.DBus.Properties",
            member: "PropertiesChanged",
            arguments: [.string(interface), .dictionary(changed), .strings(invalidated)])
        try connection.send(signal.signal())
    }
}
