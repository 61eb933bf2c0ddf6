internal import CDBus

/// Reads the values of one container of a message, in order, straight from libdbus's iterator.
///
/// Every mismatch is a typed error that names position, expected and found type; nothing traps, whatever a peer sent.
/// A failed read consumes nothing, so the caller may ask for another type.
package struct Reader: ~Copyable {
    var iterator = DBusMessageIter()
    /// The code of the next value's type; 0 at the end.
    private(set) var code: UInt8
    /// The index of the next value in this container.
    private(set) var index = 0
    /// How many containers this one lies in; 0 for the body itself.
    package let depth: Int

    /// Stands at the first argument of a message, which must outlive the reader.
    init(_ message: OpaquePointer) {
        dbus_message_iter_init(message, &iterator)
        depth = 0
        code = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
    }

    /// Stands at the first value inside the container at which `outer` stands.
    init(inside outer: inout Reader) {
        depth = outer.depth + 1
        dbus_message_iter_recurse(&outer.iterator, &iterator)
        code = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
    }

    /// The type of the next value; nil at the end of this container.
    package var type: ValueType? { ValueType(rawValue: code) }

    /// Whether a value is left in this container.
    package var hasNext: Bool { code != 0 }

    /// The signature of the next value; empty at the end. Allocates.
    package var signature: String {
        var iterator = iterator
        guard let text = dbus_message_iter_get_signature(&iterator) else { return "" }
        defer { dbus_free(text) }
        return String(Text(text))
    }

    /// Passes over the next value, whatever it is; does nothing at the end.
    package mutating func skip() {
        guard code != 0 else { return }
        dbus_message_iter_next(&iterator)
        code = UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator))
        index += 1
    }

    /// - Throws: ``BusError/Code/mismatch`` if a value is left in this container.
    package func end() throws(BusError) {
        guard code == 0 else { throw mismatch("the end") }
    }

    func expect(_ type: ValueType) throws(BusError) {
        guard code == type.rawValue else { throw mismatch(type.letter) }
    }

    func mismatch(_ expected: String) -> BusError {
        .mismatch(expected: expected, found: type?.letter ?? "the end", at: index)
    }
}

// MARK: - Basic values

extension Reader {
    package mutating func byte() throws(BusError) -> UInt8 { try basic(.byte, 0) }
    package mutating func bool() throws(BusError) -> Bool { try basic(.bool, UInt32(0)) != 0 }
    package mutating func int16() throws(BusError) -> Int16 { try basic(.int16, 0) }
    package mutating func uint16() throws(BusError) -> UInt16 { try basic(.uint16, 0) }
    package mutating func int32() throws(BusError) -> Int32 { try basic(.int32, 0) }
    package mutating func uint32() throws(BusError) -> UInt32 { try basic(.uint32, 0) }
    package mutating func int64() throws(BusError) -> Int64 { try basic(.int64, 0) }
    package mutating func uint64() throws(BusError) -> UInt64 { try basic(.uint64, 0) }
    package mutating func double() throws(BusError) -> Double { try basic(.double, 0) }

    /// A file descriptor of one's own, to be closed by the caller.
    package mutating func fileDescriptor() throws(BusError) -> Int32 { try basic(.fd, -1) }

    /// A string, path or signature as it lies in the message.
    package mutating func text() throws(BusError) -> Text {
        guard
            code == ValueType.string.rawValue || code == ValueType.path.rawValue
                || code == ValueType.signature.rawValue
        else { throw mismatch("s, o or g") }
        var pointer: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &pointer)
        guard let pointer else { throw .noMemory }
        skip()
        return Text(pointer)
    }

    package mutating func string() throws(BusError) -> String {
        try expect(.string)
        return String(try text())
    }

    package mutating func path() throws(BusError) -> ObjectPath {
        try expect(.path)
        return ObjectPath(text: String(try text()), isValid: true)
    }

    package mutating func signatureValue() throws(BusError) -> Signature {
        try expect(.signature)
        return Signature(text: String(try text()), isValid: true)
    }

    private mutating func basic<Value: BitwiseCopyable>(
        _ type: ValueType, _ initial: Value
    ) throws(BusError) -> Value {
        try expect(type)
        var value = initial
        dbus_message_iter_get_basic(&iterator, &value)
        skip()
        return value
    }
}
