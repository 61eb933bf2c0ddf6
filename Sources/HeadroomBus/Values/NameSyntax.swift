/// What the D-Bus specification says about names, over UTF-8 bytes.
enum NameSyntax {
    /// The longest bus name, interface, member, error name and signature, in bytes.
    static let longest = 255

    static func isBusName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: ":") else {
            return hasElements(bytes, digitsMayLead: false, hyphens: true)
        }
        return bytes.count <= longest
            && hasElements(UnsafeBufferPointer(rebasing: bytes[1...]), digitsMayLead: true, hyphens: true)
    }

    /// The rule for interfaces and for error names.
    static func isInterface(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        hasElements(bytes, digitsMayLead: false, hyphens: false)
    }

    static func isMember(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, bytes.count <= longest, !isDigit(first) else { return false }
        return bytes.allSatisfy(isNameByte)
    }

    static func isPath(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let slash = UInt8(ascii: "/")
        guard bytes.first == slash else { return false }
        guard bytes.count > 1 else { return true }
        var previous: UInt8 = 0
        for byte in bytes {
            guard byte == slash ? previous != slash : isNameByte(byte) else { return false }
            previous = byte
        }
        return previous != slash
    }

    /// At least two elements, joined by dots, none empty.
    private static func hasElements(
        _ bytes: UnsafeBufferPointer<UInt8>, digitsMayLead: Bool, hyphens: Bool
    ) -> Bool {
        guard bytes.count <= longest else { return false }
        var dots = 0
        var isAtStart = true
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard !isAtStart else { return false }
                dots += 1
                isAtStart = true
                continue
            }
            guard isNameByte(byte) || (hyphens && byte == UInt8(ascii: "-")) else { return false }
            if isAtStart && isDigit(byte) && !digitsMayLead { return false }
            isAtStart = false
        }
        return dots > 0 && !isAtStart
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return (lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")) || isDigit(byte) || byte == UInt8(ascii: "_")
    }
}
