internal import CDBus

/// One D-Bus message: a handle that owns a reference on libdbus's message.
package struct Message: ~Copyable {
    package enum Kind: Sendable, Hashable {
        case call
        case reply
        case error
        case signal
    }

    let handle: OpaquePointer

    /// Takes over one reference.
    init(owning handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        dbus_message_unref(handle)
    }

    /// Another handle on the same message, for keeping it longer than a callback runs.
    package func retained() -> Message {
        Message(owning: dbus_message_ref(handle) ?? handle)
    }

    /// What the message is; nil for a kind that this binding does not know, which is to be ignored.
    package var kind: Kind? {
        switch dbus_message_get_type(handle) {
        case 1: .call
        case 2: .reply
        case 3: .error
        case 4: .signal
        default: nil
        }
    }

    /// The sender's number for the message; 0 before it is sent.
    package var serial: UInt32 { dbus_message_get_serial(handle) }
    /// The serial of the call that this answers; 0 if it answers none.
    package var replySerial: UInt32 { dbus_message_get_reply_serial(handle) }

    package var path: Text? { Text(dbus_message_get_path(handle)) }
    package var interface: Text? { Text(dbus_message_get_interface(handle)) }
    package var member: Text? { Text(dbus_message_get_member(handle)) }
    /// The unique name of the sender, which the bus vouches for; nil on a message of one's own.
    package var sender: Text? { Text(dbus_message_get_sender(handle)) }
    package var destination: Text? { Text(dbus_message_get_destination(handle)) }
    package var errorName: Text? { Text(dbus_message_get_error_name(handle)) }
    /// The types of the body.
    package var signature: Text { Text(dbus_message_get_signature(handle)) }

    /// Whether the sender of a call waits for an answer.
    package var wantsReply: Bool { dbus_message_get_no_reply(handle) == 0 }

    /// Whether the bus may start a service to deliver a call. Calls are made with this off.
    package var autoStarts: Bool {
        get { dbus_message_get_auto_start(handle) != 0 }
        nonmutating set { dbus_message_set_auto_start(handle, newValue ? 1 : 0) }
    }

    /// Reads the body. The reader and every ``Text`` from it are valid inside the closure only.
    ///
    /// - Throws: what the closure throws; ``BusError/Code/mismatch`` if a value is not of the type asked for.
    package func read<Value>(
        _ body: (inout Reader) throws(BusError) -> Value
    ) throws(BusError) -> Value {
        var reader = Reader(handle)
        return try body(&reader)
    }
}

extension Message {
    /// The header in one line, for logs.
    package var description: String {
        func part(_ name: String, _ text: Text?) -> String { text.map { " \(name)=\($0)" } ?? "" }
        let kind = kind.map { "\($0)" } ?? "unknown"
        return "\(kind) \(serial)" + part("sender", sender) + part("destination", destination) + part("path", path)
            + part("interface", interface) + part("member", member) + part("error", errorName)
            + " signature=\(signature)"
    }
}
