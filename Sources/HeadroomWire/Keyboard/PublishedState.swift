package import HeadroomBus
package import HeadroomCore

/// What GetState answers: the phase and the newest notification, as it is now (contract, section 2).
package struct PublishedState: Sendable, Hashable {
    package var phase: Phase
    package var notification: Notification

    package init(phase: Phase, notification: Notification) {
        self.phase = phase
        self.notification = notification
    }

    /// Writes the nine values.
    package func write(to writer: inout Writer) throws(BusError) {
        try writer.string(phase.rawValue)
        try notification.write(to: &writer)
    }

    /// Reads the nine values as a client does; the notification's kind is the one that fits the phase, its output's
    /// frame is looked up in `outputs` if the details do not carry it.
    ///
    /// - Throws: when the phase is unknown, and as ``HeadroomCore/Notification/init(_:_:outputs:)``.
    package init(_ reader: inout Reader, outputs: [Output] = []) throws(BusError) {
        let name = try reader.string()
        guard let phase = Phase(rawValue: name) else {
            throw BusError(.invalidValue, "phase: there is none named \"\(name)\"")
        }
        self.init(phase: phase, notification: try Notification(phase.kind, &reader, outputs: outputs))
    }
}
