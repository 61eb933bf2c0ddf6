internal import CDBus

extension Writer {
    package mutating func structure(
        _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        guard expected == UInt8(ascii: "(") else { throw mismatch("(") }
        try container(.structure, contained: nil, types: members(), isArray: false, length: length(), body)
    }

    /// Writes an entry of a dictionary: a key and a value.
    package mutating func entry(_ body: (inout Writer) throws(BusError) -> Void) throws(BusError) {
        guard expected == UInt8(ascii: "{") else { throw mismatch("{") }
        try container(.entry, contained: nil, types: members(), isArray: false, length: length(), body)
    }

    /// Writes an array; `body` writes any number of elements.
    package mutating func array(
        _ element: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try element.text.withCText { pointer throws(BusError) in try array(pointer, body) }
    }

    /// Writes a dictionary from strings to variants, `a{sv}`.
    package mutating func dictionary(
        _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try Self.entryTypes.withCText { pointer throws(BusError) in try array(pointer, body) }
    }

    private static let entryTypes = "{sv}"

    /// Writes a variant; `body` writes the one value in it.
    package mutating func variant(
        _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        guard expected == UInt8(ascii: "v") else { throw mismatch("v") }
        try signature.text.withCText { pointer throws(BusError) in
            let types = Text(pointer).bytes
            guard SignatureSyntax.isOneType(types) else {
                throw BusError(.invalidName, "not the signature of one value: \(signature.text.debugDescription)")
            }
            try container(.variant, contained: pointer, types: types, isArray: false, length: 1, body)
        }
    }

    private mutating func array(
        _ element: UnsafePointer<CChar>, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        guard expected == UInt8(ascii: "a") else { throw mismatch("a") }
        let length = length()
        let start = next < types.count ? next : 0
        let types = UnsafeBufferPointer(rebasing: types[(start + 1)..<(start + length)])
        let announced = Text(element)
        guard announced.bytes.elementsEqual(types) else {
            throw .mismatch(
                expected: "a" + String(decoding: types, as: UTF8.self), found: "a\(announced)", at: index)
        }
        let before = size
        try container(.array, contained: element, types: types, isArray: true, length: length, body)
        guard size - before <= Self.largest / 2 else { throw BusError(.tooLarge, "the array would be over 64 MiB") }
    }

    /// How many codes the type that comes next has. The signature was checked when the message was begun; only an
    /// entry is no complete type, and it is all that its array's element consists of.
    private func length() -> Int {
        let start = next < types.count ? next : 0
        return (SignatureSyntax.end(ofTypeAt: start, in: types) ?? types.count) - start
    }

    /// The types between the brackets of the type that comes next.
    private func members() -> UnsafeBufferPointer<UInt8> {
        let start = next < types.count ? next : 0
        return UnsafeBufferPointer(rebasing: types[(start + 1)..<(start + length() - 1)])
    }

    private mutating func container(
        _ type: ValueType, contained: UnsafePointer<CChar>?, types: UnsafeBufferPointer<UInt8>, isArray: Bool,
        length: Int, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        guard depth < Self.deepest else { throw BusError(.tooDeep, "containers would be nested deeper than 64") }
        try grow(8)
        var inner = Writer(types: types, isArray: isArray, depth: depth + 1, size: size)
        guard
            dbus_message_iter_open_container(&iterator, Int32(type.rawValue), contained, &inner.iterator) != 0
        else { throw .noMemory }
        do throws(BusError) {
            try body(&inner)
            try inner.end()
        } catch {
            dbus_message_iter_abandon_container(&iterator, &inner.iterator)
            throw error.inside(index)
        }
        size = inner.size
        guard dbus_message_iter_close_container(&iterator, &inner.iterator) != 0 else { throw .noMemory }
        advance(length)
    }
}
