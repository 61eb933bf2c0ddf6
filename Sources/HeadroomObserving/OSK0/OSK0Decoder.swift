import HeadroomBus

/// Messages of `sm.puri.OSK0` as facts.
enum OSK0Decoder {
    /// Reads a PropertiesChanged.
    static func change(_ message: borrowing Message) -> VisibleProperty.Change {
        VisibleProperty.change(message, of: OSK0Names.interface)
    }

    /// Reads the reply to a Get of `Visible`; nil if it is none.
    static func visible(_ reply: borrowing Message) -> Bool? { VisibleProperty.value(reply) }
}
