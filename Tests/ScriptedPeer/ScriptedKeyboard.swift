import HeadroomBus

/// A keyboard of the phosh family as far as the bus sees it.
final class ScriptedKeyboard {
    private let object: ExportedObject
    private var isVisible = false

    init(_ connection: Connection) throws(BusError) {
        object = try connection.export("/sm/puri/OSK0", introspection: Array("<node/>".utf8))
        try object.add(ScriptedKeyboard.table, for: self)
        connection.requestName("sm.puri.OSK0", [.doNotQueue]) { _ in say("ready") }
    }

    private static let table = Interface<ScriptedKeyboard>(
        "sm.puri.OSK0",
        methods: [
            Method("SetVisible", "b") { keyboard, call in
                keyboard.isVisible =
                    (try? call.read { reader throws(BusError) in try reader.bool() }) ?? keyboard.isVisible
                call.reply()
                try? keyboard.object.emitChanged("sm.puri.OSK0", ["Visible"])
            }
        ],
        properties: [
            Property("Visible", "b") { keyboard, writer throws(BusError) in try writer.bool(keyboard.isVisible) }
        ])
}
