import HeadroomBus

/// Messages of `sm.puri.OSK0` as facts.
enum OSK0Decoder {
    /// What a PropertiesChanged says of `Visible`.
    enum Change: Equatable {
        case visible(Bool)
        /// It changed; its value has to be asked for.
        case invalidated
        /// It is about something else, or no such message.
        case nothing
    }

    /// Reads a PropertiesChanged.
    static func change(_ message: borrowing Message) -> Change {
        let change = try? message.read { reader throws(BusError) in
            guard try reader.text() == "sm.puri.OSK0" else { return Change.nothing }
            var change = Change.nothing
            try reader.dictionary { name, value throws(BusError) in
                if name == OSK0Names.visible { change = .visible(try value.bool()) }
            }
            guard change == .nothing else { return change }
            try reader.array("s") { names throws(BusError) in
                if try names.text() == OSK0Names.visible { change = .invalidated }
            }
            return change
        }
        return change ?? .nothing
    }

    /// Reads the reply to a Get of `Visible`; nil if it is none.
    static func visible(_ reply: borrowing Message) -> Bool? {
        try? reply.read { reader throws(BusError) in
            try reader.variant { value throws(BusError) in try value.bool() }
        }
    }
}
