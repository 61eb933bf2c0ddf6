internal import Glibc

/// Writes the values of one container of a message, held to a signature, straight into the message's bytes.
///
/// Every value of another type than the one announced, missing or left over, every string with NUL in it and every bad
/// name is a typed error; the message is then not made.
package struct Writer: ~Copyable {
    /// How deep containers may be nested, variants counted.
    static let deepest = 64

    let buffer: UnsafeMutablePointer<WireBuffer>
    /// The types of this container: what is still to come begins at `next`. In an array: of one element.
    let types: UnsafeBufferPointer<UInt8>
    var next = 0
    /// Whether the types may come any number of times.
    let isArray: Bool
    /// The index of the next value in this container.
    var index = 0
    let depth: Int

    /// Writes into a buffer, by types that are a valid signature or the inside of one; both must outlive the writer.
    init(
        _ buffer: UnsafeMutablePointer<WireBuffer>, _ types: UnsafeBufferPointer<UInt8>, isArray: Bool = false,
        depth: Int = 0
    ) {
        self.buffer = buffer
        self.types = types
        self.isArray = isArray
        self.depth = depth
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

    func expect(_ type: ValueType) throws(BusError) {
        guard expected == type.rawValue else { throw mismatch(type.letter) }
    }

    /// Steps over a type of `length` codes, of which the value now follows.
    mutating func advance(_ length: Int = 1) {
        next = next < types.count ? next + length : length
        index += 1
    }
}

// MARK: - Basic values

extension Writer {
    package mutating func byte(_ value: UInt8) throws(BusError) { try number(.byte, value) }
    package mutating func bool(_ value: Bool) throws(BusError) { try number(.bool, UInt32(value ? 1 : 0)) }
    package mutating func int16(_ value: Int16) throws(BusError) { try number(.int16, value) }
    package mutating func uint16(_ value: UInt16) throws(BusError) { try number(.uint16, value) }
    package mutating func int32(_ value: Int32) throws(BusError) { try number(.int32, value) }
    package mutating func uint32(_ value: UInt32) throws(BusError) { try number(.uint32, value) }
    package mutating func int64(_ value: Int64) throws(BusError) { try number(.int64, value) }
    package mutating func uint64(_ value: UInt64) throws(BusError) { try number(.uint64, value) }
    package mutating func double(_ value: Double) throws(BusError) { try number(.double, value) }

    /// - Throws: ``BusError/Code/invalidValue`` if there is a NUL in the string.
    package mutating func string(_ value: String) throws(BusError) {
        try text(.string, value)
    }

    /// - Throws: ``BusError/Code/invalidValue`` if there is a NUL in the literal.
    package mutating func string(_ value: StaticString) throws(BusError) {
        guard value.hasPointerRepresentation else { return try string(value.description) }
        try text(.string, UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
    }

    /// Writes text of another message as a string.
    package mutating func string(_ value: Text) throws(BusError) { try text(.string, value.bytes) }

    /// - Throws: ``BusError/Code/invalidName`` for a wrong literal.
    package mutating func path(_ value: ObjectPath) throws(BusError) {
        try value.check()
        try text(.path, value.text)
    }

    /// - Throws: ``BusError/Code/invalidName`` for a wrong literal.
    package mutating func signature(_ value: Signature) throws(BusError) {
        try value.check()
        try text(.signature, value.text)
    }

    private mutating func number<Number: BitwiseCopyable>(_ type: ValueType, _ value: Number) throws(BusError) {
        try expect(type)
        try buffer.pointee.append(value)
        advance()
    }

    private mutating func text(_ type: ValueType, _ string: String) throws(BusError) {
        var string = string
        let result: Result<Void, BusError> = string.withUTF8 { bytes in
            do throws(BusError) { return .success(try text(type, bytes)) } catch { return .failure(error) }
        }
        try result.get()
    }

    private mutating func text(_ type: ValueType, _ bytes: UnsafeBufferPointer<UInt8>) throws(BusError) {
        try expect(type)
        if let start = bytes.baseAddress, memchr(start, 0, bytes.count) != nil {
            throw BusError(.invalidValue, "a D-Bus string cannot hold NUL")
        }
        if type == .signature {
            try buffer.pointee.append(signature: bytes)
        } else {
            try buffer.pointee.append(string: bytes)
        }
        advance()
    }
}
