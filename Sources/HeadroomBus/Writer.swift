internal import CDBus

/// Writes the values of one container into a message, straight through libdbus's iterator, held to a signature.
///
/// libdbus aborts the process on wrong types, bad paths, bad signatures and invalid strings, so all of that is checked
/// here first. After an error the message is incomplete and is not sent.
package struct Writer: ~Copyable {
    /// The longest message (and the longest array is half of it), in bytes.
    static let largest = 1 << 27
    /// How deep containers may be nested, variants counted.
    static let deepest = 64

    var iterator = DBusMessageIter()
    /// The types of this container: what is still to come begins at `next`. In an array: of one element.
    let types: UnsafeBufferPointer<UInt8>
    var next = 0
    /// Whether the types may come any number of times.
    let isArray: Bool
    /// The index of the next value in this container.
    var index = 0
    let depth: Int
    /// At least how many bytes the message's body has so far.
    var size: Int

    /// Writes the arguments of a message, which must outlive the writer, as must the signature's text.
    init(_ message: OpaquePointer, _ signature: Text) {
        types = signature.bytes
        isArray = false
        depth = 0
        size = 0
        dbus_message_iter_init_append(message, &iterator)
    }

    init(types: UnsafeBufferPointer<UInt8>, isArray: Bool, depth: Int, size: Int) {
        self.types = types
        self.isArray = isArray
        self.depth = depth
        self.size = size
    }

    /// - Throws: ``BusError/Code/mismatch`` if the signature announces another value.
    func end() throws(BusError) {
        guard next == types.count || (isArray && next == 0) else { throw mismatch("the end") }
    }

    /// The code of the type that is to be written next; 0 at the end.
    var expected: UInt8 {
        if next < types.count { return types[next] }
        return isArray ? types[0] : 0
    }

    func mismatch(_ found: String) -> BusError {
        let expected = expected == 0 ? "the end" : String(UnicodeScalar(expected))
        return .mismatch(expected: expected, found: found, at: index)
    }

    /// Steps over a type of `length` codes, of which the value now follows.
    mutating func advance(_ length: Int = 1) {
        next = next < types.count ? next + length : length
        index += 1
    }

    mutating func grow(_ bytes: Int) throws(BusError) {
        guard bytes <= Self.largest - size else { throw BusError(.tooLarge, "the message would be over 128 MiB") }
        size += bytes
    }
}

// MARK: - Basic values

extension Writer {
    package mutating func byte(_ value: UInt8) throws(BusError) { try basic(.byte, value) }
    package mutating func bool(_ value: Bool) throws(BusError) { try basic(.bool, UInt32(value ? 1 : 0)) }
    package mutating func int16(_ value: Int16) throws(BusError) { try basic(.int16, value) }
    package mutating func uint16(_ value: UInt16) throws(BusError) { try basic(.uint16, value) }
    package mutating func int32(_ value: Int32) throws(BusError) { try basic(.int32, value) }
    package mutating func uint32(_ value: UInt32) throws(BusError) { try basic(.uint32, value) }
    package mutating func int64(_ value: Int64) throws(BusError) { try basic(.int64, value) }
    package mutating func uint64(_ value: UInt64) throws(BusError) { try basic(.uint64, value) }
    package mutating func double(_ value: Double) throws(BusError) { try basic(.double, value) }

    /// - Throws: ``BusError/Code/invalidValue`` if there is a NUL in the string.
    package mutating func string(_ value: String) throws(BusError) {
        let count = value.utf8.count
        try value.withCText { pointer throws(BusError) in
            let text = Text(pointer)
            guard text.count == count else { throw BusError(.invalidValue, "a D-Bus string cannot hold NUL") }
            try append(.string, text)
        }
    }

    /// - Throws: ``BusError/Code/invalidValue`` if there is a NUL in the literal.
    package mutating func string(_ value: StaticString) throws(BusError) {
        guard value.hasPointerRepresentation else { return try string(value.description) }
        let text = Text(UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self))
        guard text.count == value.utf8CodeUnitCount else {
            throw BusError(.invalidValue, "a D-Bus string cannot hold NUL")
        }
        try append(.string, text)
    }

    /// Writes text of another message as a string.
    package mutating func string(_ value: Text) throws(BusError) { try append(.string, value) }

    /// - Throws: ``BusError/Code/invalidName`` for a wrong literal.
    package mutating func path(_ value: ObjectPath) throws(BusError) {
        try value.check()
        try value.text.withCText { pointer throws(BusError) in try append(.path, Text(pointer)) }
    }

    /// - Throws: ``BusError/Code/invalidName`` for a wrong literal.
    package mutating func signature(_ value: Signature) throws(BusError) {
        try value.check()
        try value.text.withCText { pointer throws(BusError) in try append(.signature, Text(pointer)) }
    }

    /// Writes a duplicate of the file descriptor.
    package mutating func fileDescriptor(_ value: Int32) throws(BusError) {
        guard value >= 0 else { throw BusError(.invalidValue, "not a file descriptor: \(value)") }
        try basic(.fd, value)
    }

    private mutating func append(_ type: ValueType, _ text: Text) throws(BusError) {
        try basic(type, text.cString, bytes: text.count + 9)
    }

    private mutating func basic<Value: BitwiseCopyable>(
        _ type: ValueType, _ value: Value, bytes: Int = 8
    ) throws(BusError) {
        guard expected == type.rawValue else { throw mismatch(type.letter) }
        try grow(bytes)
        let isWritten = withUnsafePointer(to: value) {
            dbus_message_iter_append_basic(&iterator, Int32(type.rawValue), $0)
        }
        guard isWritten != 0 else { throw .noMemory }
        advance()
    }
}
