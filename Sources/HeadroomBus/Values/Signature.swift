/// The types of a sequence of values, for example `sa{sv}`; may be empty.
package struct Signature: CheckedName {
    package static let kind = "signature"
    package static let type = ValueType.signature
    package let text: String
    package let isValid: Bool

    package init(text: String, isValid: Bool) {
        self.text = text
        self.isValid = isValid
    }

    package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { SignatureSyntax.isSignature(bytes) }
}

/// What the D-Bus specification says about signatures, over bytes.
enum SignatureSyntax {
    /// How deep arrays may be nested in a signature, and likewise structs.
    static let deepest = 32

    static func isSignature(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= NameSyntax.longest else { return false }
        var index = 0
        while index < bytes.count {
            guard let next = end(ofTypeAt: index, in: bytes) else { return false }
            index = next
        }
        return true
    }

    /// Whether the bytes are the signature of exactly one value.
    static func isOneType(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.count == 1 { return isBasic(bytes[0]) || bytes[0] == UInt8(ascii: "v") }
        return bytes.count <= NameSyntax.longest && end(ofTypeAt: 0, in: bytes) == bytes.count
    }

    /// The index behind the complete type that starts at `index`; nil if none does.
    static func end(
        ofTypeAt index: Int, in bytes: UnsafeBufferPointer<UInt8>, arrays: Int = 0, structures: Int = 0
    ) -> Int? {
        guard index < bytes.count, arrays <= deepest, structures <= deepest else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "a"):
            guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{") else {
                return end(ofTypeAt: index + 1, in: bytes, arrays: arrays + 1, structures: structures)
            }
            return end(ofEntryAt: index + 1, in: bytes, arrays: arrays + 1, structures: structures + 1)
        case UInt8(ascii: "("):
            var next = index + 1
            while next < bytes.count, bytes[next] != UInt8(ascii: ")") {
                guard let after = end(ofTypeAt: next, in: bytes, arrays: arrays, structures: structures + 1) else {
                    return nil
                }
                next = after
            }
            return next < bytes.count && next > index + 1 && structures < deepest ? next + 1 : nil
        case let byte:
            return byte == UInt8(ascii: "v") || isBasic(byte) ? index + 1 : nil
        }
    }

    private static func end(
        ofEntryAt index: Int, in bytes: UnsafeBufferPointer<UInt8>, arrays: Int, structures: Int
    ) -> Int? {
        guard index + 1 < bytes.count, isBasic(bytes[index + 1]),
            let next = end(ofTypeAt: index + 2, in: bytes, arrays: arrays, structures: structures),
            next < bytes.count, bytes[next] == UInt8(ascii: "}")
        else { return nil }
        return next + 1
    }

    private static func isBasic(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "y"), UInt8(ascii: "b"), UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"),
            UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "s"),
            UInt8(ascii: "o"), UInt8(ascii: "g"), UInt8(ascii: "h"):
            true
        default: false
        }
    }
}

/// The type of one value, by its code on the wire.
package enum ValueType: UInt8, Sendable, CaseIterable {
    case byte = 0x79
    case bool = 0x62
    case int16 = 0x6e
    case uint16 = 0x71
    case int32 = 0x69
    case uint32 = 0x75
    case int64 = 0x78
    case uint64 = 0x74
    case double = 0x64
    case string = 0x73
    case path = 0x6f
    case signature = 0x67
    case array = 0x61
    /// `(…)`
    case structure = 0x72
    /// `{…}`, only ever the element of an array
    case entry = 0x65
    case variant = 0x76
    /// A file descriptor.
    case fd = 0x68

    /// The type's name in an error, its code on the wire.
    var letter: String { String(UnicodeScalar(rawValue)) }
}
