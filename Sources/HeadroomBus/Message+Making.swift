internal import CDBus

// Messages are written as wire bytes and then loaded by libdbus, which checks them as it checks a peer's. That costs
// less than half of what its append iterators cost, since those rewrite the header with every argument; and where they
// abort the process because of a wrong value, loading reports an error.

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
        try make(1, flags: noAutoStart, signature, body) { header throws(BusError) in
            try header.append(1, path)
            try header.append(3, member)
            if let interface { try header.append(2, interface) }
            if let destination { try header.append(6, destination) }
        }
    }

    /// A signal; unicast if there is a destination.
    ///
    /// - Throws: ``BusError/Code/invalidName``, or what the writer throws.
    package static func signal(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ signature: Signature = "",
        to destination: BusName? = nil, body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try make(4, flags: noReply, signature, body) { header throws(BusError) in
            try header.append(1, path)
            try header.append(2, interface)
            try header.append(3, member)
            if let destination { try header.append(6, destination) }
        }
    }

    /// The answer to a call.
    ///
    /// - Throws: ``BusError/Code/refused`` if it is no call that was sent, or what the writer throws.
    package static func reply(
        to call: borrowing Message, _ signature: Signature = "",
        body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        let origin = try call.origin()
        return try make(2, flags: noReply, signature, body) { header throws(BusError) in
            try header.append(answerTo: origin)
        }
    }

    /// An error in answer to a call.
    ///
    /// - Throws: ``BusError/Code/refused`` if it is no call that was sent, ``BusError/Code/invalidName``.
    package static func error(
        to call: borrowing Message, _ name: ErrorName, _ text: String
    ) throws(BusError) -> Message {
        let origin = try call.origin()
        // An error must get through: what cannot be in a D-Bus string is replaced.
        let text = String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 })
        return try make(
            3, flags: noReply, "s", { writer throws(BusError) in try writer.string(text) },
            header: { header throws(BusError) in
                try header.append(4, name)
                try header.append(answerTo: origin)
            })
    }

    /// Who sent a call, and under which serial.
    private func origin() throws(BusError) -> (sender: Text?, serial: UInt32) {
        guard kind == .call, serial != 0 else {
            throw BusError(.refused, "only a call that was sent can be answered")
        }
        return (sender, serial)
    }

    private static let noReply: UInt8 = 1
    private static let noAutoStart: UInt8 = 2

    private static func make(
        _ type: UInt8, flags: UInt8, _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void,
        header: (inout WireBuffer) throws(BusError) -> Void
    ) throws(BusError) -> Message {
        var buffer = WireBuffer()
        try buffer.begin(type, flags: flags, signature, header)
        return try Message(&buffer, signature, body)
    }

    /// The bytes of a signal up to its body.
    static func signalHeader(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ signature: Signature
    ) throws(BusError) -> WireBuffer {
        var buffer = WireBuffer()
        try buffer.begin(4, flags: noReply, signature) { header throws(BusError) in
            try header.append(1, path)
            try header.append(2, interface)
            try header.append(3, member)
        }
        return buffer
    }

    /// Completes a header with the body that `body` writes, and loads the message.
    init(
        _ buffer: inout WireBuffer, _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        let bodyStart = buffer.count
        try signature.text.withCText { pointer throws(BusError) in
            try withUnsafeMutablePointer(to: &buffer) { buffer throws(BusError) in
                var writer = Writer(buffer, Text(pointer).bytes)
                try body(&writer)
                try writer.end()
            }
        }
        buffer.replace(at: 4, with: UInt32(buffer.count - bodyStart))
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let handle = dbus_message_demarshal(buffer.start, Int32(buffer.count), &error) else {
            throw BusError(.invalidValue, error.message.map { String(Text($0)) } ?? "not a D-Bus message")
        }
        dbus_message_set_serial(handle, 0)
        self.init(owning: handle)
    }
}

extension WireBuffer {
    /// Appends everything before a message's body: the fixed part, the fields, the padding.
    fileprivate mutating func begin(
        _ type: UInt8, flags: UInt8, _ signature: Signature, _ fields: (inout WireBuffer) throws(BusError) -> Void
    ) throws(BusError) {
        try append(UInt8(ascii: UInt16(1).littleEndian == 1 ? "l" : "B"))
        try append(type)
        try append(flags)
        try append(UInt8(1))
        // The length of the body, then the serial: none is loaded without one, so it gets one for the moment.
        try append(UInt32(0))
        try append(UInt32(1))
        try append(UInt32(0))
        try fields(&self)
        try signature.check()
        if !signature.text.isEmpty { try append(8, signature) }
        replace(at: 12, with: UInt32(count - 16))
        try align(8)
    }

    /// Appends a header field that holds a name.
    fileprivate mutating func append<Name: CheckedName>(_ field: UInt8, _ name: Name) throws(BusError) {
        try name.check()
        var text = name.text
        let result: Result<Void, BusError> = text.withUTF8 { bytes in
            do throws(BusError) {
                return .success(try append(field, type: Name.type, bytes))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    fileprivate mutating func append(answerTo origin: (sender: Text?, serial: UInt32)) throws(BusError) {
        try begin(5, .uint32)
        try append(origin.serial)
        if let sender = origin.sender { try append(6, type: .string, sender.bytes) }
    }

    private mutating func append(
        _ field: UInt8, type: ValueType, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BusError) {
        try begin(field, type)
        if type == .signature { try append(signature: bytes) } else { try append(string: bytes) }
    }

    /// A field is a struct of its code and a variant.
    private mutating func begin(_ field: UInt8, _ type: ValueType) throws(BusError) {
        try align(8)
        try append(field)
        try append(UInt8(1))
        try append(type.rawValue)
        try append(UInt8(0))
    }
}

extension BusError {
    static let noMemory = BusError(.noMemory, "out of memory")
}
