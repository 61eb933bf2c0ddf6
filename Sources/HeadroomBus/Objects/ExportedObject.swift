/// An object that peers can call, at one path of one connection, until it is removed.
///
/// Peers find the standard interfaces Introspectable, Properties and Peer there besides its own. The connection keeps
/// it and it keeps its targets, so a target refers to it weakly.
package final class ExportedObject {
    package let path: ObjectPath
    /// Sees each call to this object before anything answers it; must end in ``Invocation/proceed()``, in an answer, or
    /// in ``Invocation/later()``. For limits and for permissions that have to be asked for.
    package var gate: ((consuming Invocation) -> Void)?

    /// The introspection text, without the nodes of objects below.
    let introspection: String
    private(set) var interfaces: [ExportedInterface] = []
    private(set) weak var connection: Connection?
    private var propertiesChanged: SignalTemplate?

    init(_ connection: Connection, _ path: ObjectPath, introspection: String) {
        self.connection = connection
        self.path = path
        self.introspection = introspection
    }

    /// Offers an interface; several may stand behind one path, each with a target of its own, which is kept.
    ///
    /// - Throws: ``BusError/Code/duplicate`` if it is there already, ``BusError/Code/invalidName`` for a wrong literal.
    package func add<Target: AnyObject>(_ interface: Interface<Target>, for target: Target) throws(BusError) {
        let name = interface.name.text
        guard !interfaces.contains(where: { $0.name == name }) else {
            throw BusError(.duplicate, "\(path) has \(name) already")
        }
        interfaces.append(try ExportedInterface(interface, target))
    }

    /// Takes the object off its path and lets go of its targets.
    package func remove() {
        interfaces = []
        gate = nil
        connection?.objects.remove(self)
    }

    func interface(_ name: Text) -> ExportedInterface? { interfaces.first { name.equals($0.name) } }

    // MARK: - Signals

    /// Sends a signal from this object, to everybody or to one.
    ///
    /// - Throws: what making and sending the message throws.
    package func emit(
        _ interface: InterfaceName, _ member: MemberName, _ signature: Signature = "", to destination: BusName? = nil,
        body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) {
        let signal = try Message.signal(path, interface, member, signature, to: destination, body: body)
        try send(signal)
    }

    /// Sends PropertiesChanged for these properties, with their values or as invalidated, as the table says.
    ///
    /// - Throws: ``BusError/Code/refused`` for a property that is not in the table or that emits nothing.
    package func emitChanged(_ interface: InterfaceName, _ properties: [StaticString]) throws(BusError) {
        try send(try changes(interface, properties))
    }

    /// Sends PropertiesChanged, then a signal that was made before, with nothing between the two.
    package func emitChanged(
        _ interface: InterfaceName, _ properties: [StaticString], then signal: borrowing Message
    ) throws(BusError) {
        try send(try changes(interface, properties))
        try send(signal)
    }

    private func changes(
        _ interface: InterfaceName, _ properties: [StaticString]
    ) throws(BusError) -> Message {
        guard let table = interfaces.first(where: { $0.name == interface.text }) else {
            throw BusError(.refused, "\(path) has no \(interface)")
        }
        let template =
            if let propertiesChanged { propertiesChanged } else {
                try SignalTemplate(path, .properties, "PropertiesChanged", "sa{sv}as")
            }
        propertiesChanged = template
        return try template.message { writer throws(BusError) in
            try writer.string(interface.text)
            var invalidated: [String] = []
            try writer.dictionary { changed throws(BusError) in
                for name in properties {
                    guard let property = table.property(name) else {
                        throw BusError(.refused, "\(interface) has no property \(name)")
                    }
                    switch property.emits {
                    case .value:
                        try changed.entry { entry throws(BusError) in
                            try entry.string(name)
                            try property.write(&entry)
                        }
                    case .invalidation:
                        invalidated.append(property.name)
                    case .never, .constant:
                        throw BusError(.refused, "\(interface).\(name) never says that it changed")
                    }
                }
            }
            try writer.strings(invalidated)
        }
    }

    private func send(_ message: borrowing Message) throws(BusError) {
        guard let connection else { throw BusError(.busGone, "the connection is gone") }
        try connection.send(message)
    }
}

extension ExportedInterface {
    fileprivate func property(_ name: StaticString) -> Property? {
        guard name.hasPointerRepresentation else { return nil }
        return property(Text(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
}

extension InterfaceName {
    static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}
