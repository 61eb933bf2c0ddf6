/// A signal without its values, for signals that are sent again and again: the header is written and checked once.
package final class SignalTemplate {
    private let header: WireBuffer
    private let signature: Signature

    /// - Throws: ``BusError/Code/invalidName`` for a wrong literal.
    package init(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ signature: Signature
    ) throws(BusError) {
        header = try Message.signalHeader(path, interface, member, signature)
        self.signature = signature
    }

    /// The signal with the values that `body` writes.
    ///
    /// - Throws: what the writer throws.
    package func message(_ body: (inout Writer) throws(BusError) -> Void) throws(BusError) -> Message {
        var buffer = WireBuffer()
        try buffer.append(copyOf: header)
        return try Message(&buffer, signature, body)
    }
}
