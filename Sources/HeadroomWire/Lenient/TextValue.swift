import HeadroomBus
import HeadroomCore

/// A value of a PublishText, or a member of one: bytes without the spaces around them. It does not outlive the text.
struct TextValue {
    let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var bytes = bytes[...]
        while let first = bytes.first, TextValue.isSpace(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, TextValue.isSpace(last) { bytes = bytes.dropLast() }
        self.bytes = UnsafeBufferPointer(rebasing: bytes)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }

    /// Whether it counts as not given: what a script writes that has no value.
    var isLeftOut: Bool { bytes.isEmpty || ["null", "undefined", "NaN"].contains(where: isEqual) }

    func isEqual(to word: StaticString) -> Bool { word.isEqual(to: bytes) }

    /// Calls `each` for every part between separators, at least once.
    func split(at separator: Character, each: (TextValue) throws(BusError) -> Void) throws(BusError) {
        var rest = bytes[...]
        while let end = rest.firstIndex(where: { $0 == separator.asciiValue }) {
            try each(TextValue(UnsafeBufferPointer(rebasing: rest[..<end])))
            rest = rest[(end + 1)...]
        }
        try each(TextValue(UnsafeBufferPointer(rebasing: rest)))
    }

    /// For people: as it is, not longer than the limit.
    var shown: String {
        let isLong = bytes.count > Limits.stringBytes
        return "\"" + String(decoding: bytes.prefix(Limits.stringBytes), as: UTF8.self) + (isLong ? "…\"" : "\"")
    }
}

extension TextValue: LenientValue {
    func bool(_ key: StaticString) throws(BusError) -> Bool {
        if isEqual(to: "true") || isEqual(to: "1") { return true }
        if isEqual(to: "false") || isEqual(to: "0") { return false }
        throw .invalidArgument(key, "expected true, false, 1 or 0, found \(shown)")
    }

    func number(_ key: StaticString) throws(BusError) -> Double {
        guard bytes.count <= Limits.stringBytes, let number = Double(String(decoding: bytes, as: UTF8.self)) else {
            throw .invalidArgument(key, "expected a number, found \(shown)")
        }
        return number
    }

    func string(_ key: StaticString) throws(BusError) -> String { try checkedString(key, bytes) }

    func rawRect(_ key: StaticString) throws(BusError) -> Rect {
        var numbers: [Double] = []
        try split(at: ",") { member throws(BusError) in
            guard numbers.count < 4 else { throw .invalidArgument(key, "a rectangle has four numbers") }
            numbers.append(try member.number(key))
        }
        guard numbers.count == 4 else { throw .invalidArgument(key, "a rectangle has four numbers") }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func members(_ key: StaticString, each: (inout TextValue) throws(BusError) -> Void) throws(BusError) {
        try parts(at: ",", each: each)
    }

    func rects(_ key: StaticString, each: (inout TextValue) throws(BusError) -> Void) throws(BusError) {
        try parts(at: "|", each: each)
    }

    private func parts(
        at separator: Character, each: (inout TextValue) throws(BusError) -> Void
    ) throws(BusError) {
        try split(at: separator) { part throws(BusError) in
            var part = part
            try each(&part)
        }
    }
}
