extension Writer {
    package mutating func structure(
        _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        guard expected == UInt8(ascii: "(") else { throw mismatch("(") }
        try buffer.pointee.align(8)
        try inside(members(), length: length(), body)
    }

    /// Writes an entry of a dictionary: a key and a value.
    package mutating func entry(_ body: (inout Writer) throws(BusError) -> Void) throws(BusError) {
        guard expected == UInt8(ascii: "{") else { throw mismatch("{") }
        try buffer.pointee.align(8)
        try inside(members(), length: length(), body)
    }

    /// Writes an array; `body` writes any number of elements.
    package mutating func array(
        _ element: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try element.text.withCText { pointer throws(BusError) in try array(Text(pointer).bytes, body) }
    }

    /// Writes a dictionary from strings to variants, `a{sv}`.
    package mutating func dictionary(
        _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try array("{sv}", body)
    }

    /// Writes a variant; `body` writes the one value in it.
    package mutating func variant(
        _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try expect(.variant)
        try signature.text.withCText { pointer throws(BusError) in
            let types = Text(pointer).bytes
            guard SignatureSyntax.isOneType(types) else {
                throw BusError(.invalidName, "not the signature of one value: \(signature.text.debugDescription)")
            }
            try buffer.pointee.append(signature: types)
            try inside(types, length: 1, body)
        }
    }

    private mutating func array(
        _ announced: UnsafeBufferPointer<UInt8>, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        try expect(.array)
        let length = length()
        let start = next < types.count ? next : 0
        let element = UnsafeBufferPointer(rebasing: types[(start + 1)..<(start + length)])
        guard announced.elementsEqual(element), let first = element.first else {
            throw .mismatch(
                expected: "a" + String(decoding: element, as: UTF8.self),
                found: "a" + String(decoding: announced, as: UTF8.self), at: index)
        }
        try buffer.pointee.append(UInt32(0))
        let lengthOffset = buffer.pointee.count - 4
        // The padding before the first element is there even if there is none, and is not part of the length.
        try buffer.pointee.align(Self.alignment(of: first))
        let elementsOffset = buffer.pointee.count
        try inside(element, isArray: true, length: length, body)
        let size = buffer.pointee.count - elementsOffset
        guard size <= WireBuffer.largest / 2 else { throw BusError(.tooLarge, "the array would be over 64 MiB") }
        buffer.pointee.replace(at: lengthOffset, with: UInt32(size))
    }

    private static func alignment(of type: UInt8) -> Int {
        switch type {
        case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
        default: 4
        }
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

    /// Lets `body` write the values of a container of these types, then steps over the container's own type.
    private mutating func inside(
        _ types: UnsafeBufferPointer<UInt8>, isArray: Bool = false, length: Int,
        _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) {
        guard depth < Self.deepest else { throw BusError(.tooDeep, "containers would be nested deeper than 64") }
        var inner = Writer(buffer, types, isArray: isArray, depth: depth + 1)
        do throws(BusError) {
            try body(&inner)
            try inner.end()
        } catch {
            throw error.inside(index)
        }
        advance(length)
    }
}
