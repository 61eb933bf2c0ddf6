import HeadroomBus

/// The property `Visible` b of a keyboard on the bus, as its messages tell it.
enum VisibleProperty {
    /// What a PropertiesChanged says of `Visible`.
    enum Change: Equatable {
        case visible(Bool)
        /// It changed; its value has to be asked for.
        case invalidated
        /// It is about something else, or no such message.
        case nothing
    }

    static let name: StaticString = "Visible"

    /// Reads a PropertiesChanged about `interface`. A value holds, whether it is listed as invalidated too or not.
    static func change(_ message: borrowing Message, of interface: InterfaceName) -> Change {
        let change = try? message.read { reader throws(BusError) in
            guard try reader.text().equals(interface.text) else { return Change.nothing }
            var change = Change.nothing
            try reader.dictionary { name, value throws(BusError) in
                if name == self.name { change = .visible(try value.bool()) }
            }
            guard change == .nothing else { return change }
            try reader.array("s") { names throws(BusError) in
                if try names.text() == self.name { change = .invalidated }
            }
            return change
        }
        return change ?? .nothing
    }

    /// Reads the reply to a Get of `Visible`; nil if it is none.
    static func value(_ reply: borrowing Message) -> Bool? {
        try? reply.read { reader throws(BusError) in
            try reader.variant { value throws(BusError) in try value.bool() }
        }
    }
}
