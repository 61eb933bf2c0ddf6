import HeadroomBus

/// Messages of `org.onboard.Onboard` as facts.
enum OnboardDecoder {
    /// Reads a PropertiesChanged. Onboard lists `Visible` both with its value and as invalidated.
    static func change(_ message: borrowing Message) -> VisibleProperty.Change {
        VisibleProperty.change(message, of: OnboardNames.interface)
    }

    /// Reads the reply to a Get of `Visible`; nil if it is none.
    static func visible(_ reply: borrowing Message) -> Bool? { VisibleProperty.value(reply) }
}
