internal import CDBus

extension Message {
    /// A method call, with auto-start off.
    ///
    /// `body` writes the arguments and is held to the types in `signature`.
    ///
    /// - Throws: ``BusError/Code/invalidName``, or what the writer throws.
    package static func call(
        _ destination: BusName?, _ path: ObjectPath, _ interface: InterfaceName?, _ member: MemberName,
        _ signature: Signature = "", body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try destination?.check()
        try path.check()
        try interface?.check()
        try member.check()
        let handle = try path.text.withCText { path throws(BusError) in
            try member.text.withCText { member throws(BusError) in
                try withOptional(destination?.text) { destination throws(BusError) in
                    try withOptional(interface?.text) { interface throws(BusError) in
                        dbus_message_new_method_call(destination, path, interface, member)
                    }
                }
            }
        }
        let message = try Message(made: handle)
        dbus_message_set_auto_start(message.handle, 0)
        try message.write(signature, body)
        return message
    }

    /// A signal; unicast if there is a destination.
    package static func signal(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ signature: Signature = "",
        to destination: BusName? = nil, body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try path.check()
        try interface.check()
        try member.check()
        try destination?.check()
        let handle = try path.text.withCText { path throws(BusError) in
            try interface.text.withCText { interface throws(BusError) in
                try member.text.withCText { member throws(BusError) in
                    dbus_message_new_signal(path, interface, member)
                }
            }
        }
        let message = try Message(made: handle)
        if let destination {
            let isSet = try destination.text.withCText { text throws(BusError) in
                dbus_message_set_destination(message.handle, text)
            }
            guard isSet != 0 else { throw .noMemory }
        }
        try message.write(signature, body)
        return message
    }

    /// The answer to a call.
    package static func reply(
        to call: borrowing Message, _ signature: Signature = "",
        body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try call.checkAnswerable()
        let message = try Message(made: dbus_message_new_method_return(call.handle))
        try message.write(signature, body)
        return message
    }

    /// An error in answer to a call.
    package static func error(
        to call: borrowing Message, _ name: ErrorName, _ text: String
    ) throws(BusError) -> Message {
        try call.checkAnswerable()
        try name.check()
        // An error must get through: what cannot be in a D-Bus string is replaced.
        let text = String(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : Character($0) })
        let handle = try name.text.withCText { name throws(BusError) in
            try text.withCText { text throws(BusError) in dbus_message_new_error(call.handle, name, text) }
        }
        return try Message(made: handle)
    }

    init(made handle: OpaquePointer?) throws(BusError) {
        guard let handle else { throw .noMemory }
        self.init(owning: handle)
    }

    private func checkAnswerable() throws(BusError) {
        guard kind == .call, serial != 0 else { throw BusError(.refused, "only a call that was sent can be answered") }
    }

    func write(
        _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try signature.check()
        try signature.text.withCText { pointer throws(BusError) in
            var writer = Writer(handle, Text(pointer))
            try body(&writer)
            try writer.end()
        }
    }
}

/// Lends an optional string as an optional C string.
private func withOptional<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) throws(BusError) -> Result
) throws(BusError) -> Result {
    guard let text else { return try body(nil) }
    return try text.withCText { pointer throws(BusError) in try body(pointer) }
}

extension BusError {
    static let noMemory = BusError(.noMemory, "out of memory")
}
