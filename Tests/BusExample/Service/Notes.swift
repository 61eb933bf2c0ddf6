import HeadroomBus

/// A board with numbered notes: what the example service offers.
final class Notes {
    private(set) var title = "Notes"
    private var texts: [String] = []
    /// Callers that wait for a note of that number.
    private var waiting: [UInt32: [DeferredInvocation]] = [:]
    /// The connection keeps it, and it keeps this.
    private weak var object: ExportedObject?

    static let path: ObjectPath = "/org/example/Notes1"
    static let name: BusName = "org.example.Notes1"
    static let interface: InterfaceName = "org.example.Notes1"
    static let unknownNote: ErrorName = "org.example.Notes1.Error.UnknownNote"

    static let table = Interface<Notes>(
        interface,
        methods: [
            Method("Add", "sa{sv}", "u") { notes, call in notes.add(call) },
            Method("Get", "u", "s") { notes, call in notes.get(call) },
            Method("All", "", "a(us)") { notes, call in notes.all(call) },
            Method("WaitFor", "u", "s") { notes, call in notes.wait(call) },
            Method("Forget", "u") { _, _ in },
        ],
        properties: [
            Property("Count", "u") { notes, writer throws(BusError) in
                try writer.uint32(UInt32(notes.texts.count))
            },
            Property(
                "Title", "s",
                set: { notes, reader throws(BusError) in try notes.setTitle(try reader.string()) },
                get: { notes, writer throws(BusError) in try writer.string(notes.title) }),
            Property("Texts", "as", .invalidation) { notes, writer throws(BusError) in
                try writer.strings(notes.texts)
            },
            Property("Waiting", "u") { notes, writer throws(BusError) in
                try writer.uint32(UInt32(notes.waiting.values.reduce(0) { $0 + $1.count }))
            },
            Property("Version", "u", .constant) { _, writer throws(BusError) in try writer.uint32(1) },
        ])

    /// Exports the board; before its name is requested, so that nobody finds the name without it.
    func export(over connection: Connection) throws(BusError) {
        let object = try connection.export(Self.path, introspection: Array(Self.introspection.utf8))
        try object.add(Self.table, for: self)
        self.object = object
    }

    private func add(_ call: consuming Invocation) {
        do throws(BusError) {
            var repeats: UInt32 = 1
            let text = try call.read { reader throws(BusError) in
                let text = try reader.string()
                try reader.dictionary { key, value throws(BusError) in
                    switch key {
                    case "repeats": repeats = try value.uint32()
                    default: return  // Whoever calls may know more than this service.
                    }
                }
                return text
            }
            guard repeats <= 100 else { throw BusError(name: "org.example.Notes1.Error.TooMany", "100 at most") }
            for _ in 0..<repeats { texts.append(text) }
            let number = UInt32(texts.count)
            call.reply { writer throws(BusError) in try writer.uint32(number) }
            announce(number, text)
        } catch {
            call.fail(error)
        }
    }

    /// Tells the world. If the bus is gone meanwhile, there is nobody to tell.
    private func announce(_ number: UInt32, _ text: String) {
        let added = try? Message.signal(Self.path, Self.interface, "Added", "us") { writer throws(BusError) in
            try writer.uint32(number)
            try writer.string(text)
        }
        guard let added else { return }
        try? object?.emitChanged(Self.interface, ["Count", "Texts"], then: added)
        guard let answered = waiting.removeValue(forKey: number) else { return }
        for call in answered { call.reply { writer throws(BusError) in try writer.string(text) } }
        try? object?.emitChanged(Self.interface, ["Waiting"])
    }

    private func get(_ call: consuming Invocation) {
        do throws(BusError) {
            let number = try call.read { reader throws(BusError) in try reader.uint32() }
            guard let text = text(number) else { throw BusError(name: Self.unknownNote, "there is no note \(number)") }
            call.reply { writer throws(BusError) in try writer.string(text) }
        } catch {
            call.fail(error)
        }
    }

    private func all(_ call: consuming Invocation) {
        call.reply { writer throws(BusError) in
            try writer.array("(us)") { array throws(BusError) in
                for (index, text) in texts.enumerated() {
                    try array.structure { note throws(BusError) in
                        try note.uint32(UInt32(index + 1))
                        try note.string(text)
                    }
                }
            }
        }
    }

    /// Answers now if the note is there, else when it comes.
    private func wait(_ call: consuming Invocation) {
        do throws(BusError) {
            let number = try call.read { reader throws(BusError) in try reader.uint32() }
            guard let text = text(number) else {
                waiting[number, default: []].append(call.later())
                try? object?.emitChanged(Self.interface, ["Waiting"])
                return
            }
            call.reply { writer throws(BusError) in try writer.string(text) }
        } catch {
            call.fail(error)
        }
    }

    private func setTitle(_ title: String) throws(BusError) {
        guard !title.isEmpty else { throw BusError(name: "org.example.Notes1.Error.NoTitle", "a board has a title") }
        self.title = title
        try object?.emitChanged(Self.interface, ["Title"])
    }

    private func text(_ number: UInt32) -> String? {
        number > 0 && number <= texts.count ? texts[Int(number) - 1] : nil
    }
}
