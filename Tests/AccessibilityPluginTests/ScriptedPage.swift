import HeadroomBus
import Support

/// The field of a ``ScriptedToolkit`` on a connection of its own, as a browser's page has one in another process than its window.
final class ScriptedPage {
    /// Which properties were asked for.
    private(set) var properties: Set<String> = []
    private let connection: Connection
    private let toolkit: ScriptedToolkit
    private var objects: [ExportedObject] = []
    private var taken: [DeferredInvocation] = []

    init(_ bus: PrivateBus, _ loop: EventLoop, in toolkit: ScriptedToolkit) throws {
        self.toolkit = toolkit
        connection = try bus.connect(loop)
        for path in ["/p/field", "/org/a11y/atspi/accessible/root"] {
            let object = try connection.export(try ObjectPath(path), introspection: Array("<node/>".utf8))
            object.gate = { [unowned self] call in receive(call) }
            objects.append(object)
        }
    }

    /// The focus is in its field, at this place of the content.
    func focus(at y: Double) throws {
        toolkit.fieldY = y
        toolkit.hasFocus = true
        let arguments: [Value] = [.string("focused"), 1, 0, .variant(0), .dictionary([:])]
        try connection.send(
            try Message.signal("/p/field", "org.a11y.atspi.Event.Object", "StateChanged", "siiva{sv}") {
                writer throws(BusError) in
                for argument in arguments { try argument.write(to: &writer) }
            })
    }

    private func receive(_ call: consuming Invocation) {
        let message = call.message.retained()
        let member = message.member.map { String($0) } ?? ""
        let isField = message.path.map { String($0) } == "/p/field"
        let arguments = (try? message.read { reader throws(BusError) in try Value.all(&reader) }) ?? []
        if member == "Get", arguments.count == 2, case .string(let name) = arguments[1] { properties.insert(name) }
        taken.append(call.later())
        connection.answer(message, with: isField ? toolkit.answer("/a/field", member, arguments) : nil)
    }
}
