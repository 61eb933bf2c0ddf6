/// Reads one JSON text, strictly after RFC 8259, bounded in depth.
///
/// Small and of our own, since the core imports nothing. The size is bounded by whoever hands the bytes over.
package struct JSONReader {
    /// How deep arrays and objects may nest, if nothing else is said.
    package static let deepest = 32

    private let bytes: [UInt8]
    private let deepest: Int
    private var position = 0

    /// What is wrong, and at which byte of the text, counted from 0.
    package struct Failure: Error, Hashable {
        package var offset: Int
        package var message: String
    }

    /// Reads the one value that `bytes` are, with arrays and objects nested no deeper than `deepest`.
    package static func read(_ bytes: [UInt8], deepest: Int = JSONReader.deepest) throws(Failure) -> JSONValue {
        var reader = JSONReader(bytes: bytes, deepest: deepest)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.failure("nothing may follow the value") }
        return value
    }

    private init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        skipSpace()
        guard let byte = peek() else { throw failure("a value is missing") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw failure("no value begins like this")
        }
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONValue {
        guard depth < deepest else { throw failure("nested too deep") }
        position += 1
        var members: [JSONValue.Member] = []
        var keys: Set<String> = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard peek() == UInt8(ascii: "\"") else { throw failure("a key is missing") }
            let start = position
            let key = try string()
            guard keys.insert(key).inserted else {
                throw Failure(offset: start, message: "the key \"\(key)\" is given twice")
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
            members.append(JSONValue.Member(key, try value(depth: depth + 1)))
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "}")) else { throw failure("a comma or } is missing") }
            return .object(members)
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> JSONValue {
        guard depth < deepest else { throw failure("nested too deep") }
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(values) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "]")) else { throw failure("a comma or ] is missing") }
            return .array(values)
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
        let length = word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { bytes[position...].prefix(length).elementsEqual($0) }
        guard isThere else { throw failure("no value begins like this") }
        position += length
        return value
    }

    // MARK: - Numbers

    private mutating func number() throws(Failure) -> Double {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        // A number too large for a double reads as infinite, and is judged as such by whoever uses it.
        guard let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw Failure(offset: start, message: "this is no number")
        }
        return value
    }

    private mutating func digits() throws(Failure) {
        let start = position
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw failure("a digit is missing") }
    }

    // MARK: - Strings

    private mutating func string() throws(Failure) -> String {
        let start = position
        position += 1
        var plain: [UInt8] = []
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: plain, as: UTF8.self) else {
                    throw Failure(offset: start, message: "this string is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"):
                plain.append(contentsOf: String(Character(try escape())).utf8)
            case 0..<0x20:
                throw failure("a control character in a string has to be escaped")
            default:
                plain.append(byte)
            }
        }
        throw Failure(offset: start, message: "this string does not end")
    }

    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        guard let byte = peek() else { throw failure("this string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw failure("no escape looks like this")
        }
    }

    private mutating func unicode() throws(Failure) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // Half of a surrogate pair: the other half has to follow.
        guard (0xD800..<0xDC00).contains(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw failure("half a surrogate pair")
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        else { throw failure("half a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw failure("four hexadecimal digits are missing")
            }
            position += 1
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    // MARK: - Bytes

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private func failure(_ message: String) -> Failure { Failure(offset: position, message: message) }
}
