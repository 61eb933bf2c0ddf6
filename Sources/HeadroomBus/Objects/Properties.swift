// org.freedesktop.DBus.Properties

extension ExportedObject {
    func answerProperties(_ invocation: consuming Invocation) {
        guard let member = invocation.message.member else { return }
        switch member {
        case "Get": get(invocation)
        case "GetAll": getAll(invocation)
        case "Set": set(invocation)
        default: invocation.failUnknownMethod()
        }
    }

    private func get(_ invocation: consuming Invocation) {
        guard let invocation = invocation.accepting("ss", outputs: "v") else { return }
        do throws(BusError) {
            let property = try invocation.read { reader throws(BusError) -> ExportedInterface.Property in
                try find(try reader.text(), try reader.text())
            }
            invocation.reply { writer throws(BusError) in try property.write(&writer) }
        } catch {
            invocation.fail(error)
        }
    }

    private func getAll(_ invocation: consuming Invocation) {
        guard let invocation = invocation.accepting("s", outputs: "a{sv}") else { return }
        do throws(BusError) {
            let properties = try invocation.read { reader throws(BusError) -> [ExportedInterface.Property] in
                try interfaces(try reader.text()).flatMap { $0.properties }
            }
            invocation.reply { writer throws(BusError) in
                try writer.dictionary { values throws(BusError) in
                    for property in properties {
                        try values.entry { entry throws(BusError) in
                            try entry.string(property.name)
                            try property.write(&entry)
                        }
                    }
                }
            }
        } catch {
            invocation.fail(error)
        }
    }

    private func set(_ invocation: consuming Invocation) {
        guard let invocation = invocation.accepting("ssv", outputs: "") else { return }
        do throws(BusError) {
            try invocation.read { reader throws(BusError) in
                let property = try find(try reader.text(), try reader.text())
                guard let set = property.set else {
                    throw BusError(name: .readOnly, "\(property.name) cannot be set")
                }
                try reader.variant { value throws(BusError) in
                    guard value.signature == property.signature.text else {
                        throw BusError(
                            name: .invalidArguments,
                            "\(property.name) is of type \(property.signature), not \(value.signature)")
                    }
                    try set(&value)
                }
            }
            invocation.reply()
        } catch {
            invocation.fail(error)
        }
    }

    /// The property of an interface; of any if the name of the interface is empty.
    private func find(_ interface: Text, _ name: Text) throws(BusError) -> ExportedInterface.Property {
        for each in try interfaces(interface) {
            if let property = each.property(name) { return property }
        }
        throw BusError(name: .unknownProperty, "\(path) has no property \(name) of \(interface)")
    }

    /// The interface of that name; all if it is empty; none for the standard ones, which have no properties.
    private func interfaces(_ name: Text) throws(BusError) -> [ExportedInterface] {
        if name.count == 0 { return interfaces }
        if let interface = interface(name) { return [interface] }
        switch name {
        case "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer":
            return []
        default:
            throw BusError(name: .unknownInterface, "\(path) has no interface \(name)")
        }
    }
}
