package import HeadroomBus
package import HeadroomCore

/// The values of the Keyboard interface's properties (contract, section 2).
package struct KeyboardValues: Sendable, Hashable {
    package var phase = Phase.hidden
    package var output = ""
    /// Relative to ``output``, as on the wire.
    package var frame = Rect.zero
    package var bottomInset = 0.0
    package var candidateBarHeight = 0.0
    package var placement = Placement.docked
    /// Empty if none is known.
    package var engine = ""
    package var canShow = false
    package var canHide = false
    /// Whether any observer is active.
    package var isWatching = false
    package var outputs: [Output] = []

    package init() {}

    /// Takes what a notification says; a Did changes the phase only, as it says nothing else anew.
    package mutating func take(_ notification: Notification) {
        phase = notification.kind.phase
        output = notification.output
        frame = notification.onWire(notification.frameEnd)
        bottomInset = notification.bottomInset
        candidateBarHeight = notification.candidateBarHeight
        placement = notification.details.placement
        engine = notification.details.engine
    }

    /// The names of the properties that differ, in the table's order.
    package func changes(since old: KeyboardValues) -> [StaticString] {
        KeyboardProperty.allCases.compactMap { $0.isEqual(self, old) ? nil : $0.name }
    }

    /// Takes what a peer's `a{sv}` says, of GetAll or PropertiesChanged. Unknown properties and unusable values are
    /// skipped.
    package mutating func take(_ reader: inout Reader) throws(BusError) {
        try reader.dictionary { name, value throws(BusError) in
            guard let property = KeyboardProperty.named(name) else { return }
            try? property.read(&value, into: &self)
        }
    }
}
