internal import CDBus

/// A signal without its values, for signals that are sent again and again: libdbus takes longer to set a header's
/// fields than to copy them all.
package final class SignalTemplate {
    private let empty: Message
    private let signature: Signature

    /// - Throws: ``BusError/Code/invalidName`` for a wrong literal.
    package init(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ signature: Signature
    ) throws(BusError) {
        empty = try Message.signal(path, interface, member)
        self.signature = signature
    }

    /// The signal with the values that `body` writes.
    ///
    /// - Throws: what the writer throws.
    package func message(_ body: (inout Writer) throws(BusError) -> Void) throws(BusError) -> Message {
        let message = try Message(made: dbus_message_copy(empty.handle))
        try message.write(signature, body)
        return message
    }
}
