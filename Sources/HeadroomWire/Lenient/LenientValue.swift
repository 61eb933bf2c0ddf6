import HeadroomBus
import HeadroomCore

/// A value from a peer, in whichever of the accepted forms it came (contract, section 3: input is lenient).
///
/// Every reading names the key in its error. Numbers come as they are; the caller judges them by the functions below.
protocol LenientValue: ~Copyable {
    mutating func bool(_ key: StaticString) throws(BusError) -> Bool
    mutating func number(_ key: StaticString) throws(BusError) -> Double
    mutating func string(_ key: StaticString) throws(BusError) -> String
    mutating func rawRect(_ key: StaticString) throws(BusError) -> Rect
    /// Calls `each` for every member with a value that stands at it.
    mutating func members(_ key: StaticString, each: (inout Self) throws(BusError) -> Void) throws(BusError)
    /// The same, for a list of rectangles.
    mutating func rects(_ key: StaticString, each: (inout Self) throws(BusError) -> Void) throws(BusError)
}

extension LenientValue where Self: ~Copyable {
    /// A number that is finite and lies in `range`.
    mutating func number(_ key: StaticString, in range: ClosedRange<Double>) throws(BusError) -> Double {
        let number = try number(key)
        guard number.isFinite else { throw .invalidArgument(key, "\(number) is not a finite number") }
        guard range.contains(number) else {
            throw .invalidArgument(key, "\(number) is outside \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A length that may not be negative, in pixels.
    mutating func length(_ key: StaticString) throws(BusError) -> Double {
        try number(key, in: 0...Limits.farthest)
    }

    /// A count of milliseconds, rounded.
    mutating func milliseconds(_ key: StaticString, upTo limit: UInt32) throws(BusError) -> UInt32 {
        UInt32(try number(key, in: 0...Double(limit)).rounded())
    }

    /// A rectangle that is believable (``HeadroomCore/Rect/isBelievable``).
    mutating func rect(_ key: StaticString) throws(BusError) -> Rect {
        let rect = try rawRect(key)
        guard !rect.isBelievable else { return rect }
        func judge(_ member: String, _ value: Double, isSize: Bool) throws(BusError) {
            guard value.isFinite else { throw .invalidArgument(key, "\(member) is not a finite number") }
            guard abs(value) <= Limits.farthest else {
                throw .invalidArgument(key, "\(member) \(value) is beyond \(Limits.farthest)")
            }
            guard value >= 0 || !isSize else { throw .invalidArgument(key, "\(member) \(value) is negative") }
        }
        try judge("x", rect.x, isSize: false)
        try judge("y", rect.y, isSize: false)
        try judge("width", rect.width, isSize: true)
        try judge("height", rect.height, isSize: true)
        return rect
    }

    /// A list of believable rectangles, not longer than the limit.
    mutating func rects(_ key: StaticString) throws(BusError) -> [Rect] {
        var rects: [Rect] = []
        try self.rects(key) { value throws(BusError) in
            guard rects.count < Limits.regions else {
                throw .limitExceeded(key, "more than \(Limits.regions) rectangles")
            }
            rects.append(try value.rect(key))
        }
        return rects
    }

    /// A list of finite numbers, not longer than the limit.
    mutating func numbers(_ key: StaticString) throws(BusError) -> [Double] {
        var numbers: [Double] = []
        try members(key) { value throws(BusError) in
            guard numbers.count < Limits.members else {
                throw .limitExceeded(key, "more than \(Limits.members) members")
            }
            numbers.append(try value.number(key, in: -Limits.farthest...Limits.farthest))
        }
        return numbers
    }

    /// A list of strings, not longer than the limit.
    mutating func strings(_ key: StaticString) throws(BusError) -> [String] {
        var strings: [String] = []
        try members(key) { value throws(BusError) in
            guard strings.count < Limits.members else {
                throw .limitExceeded(key, "more than \(Limits.members) members")
            }
            strings.append(try value.string(key))
        }
        return strings
    }
}

/// A peer's string, not longer than the limit.
func checkedString(_ key: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) throws(BusError) -> String {
    guard bytes.count <= Limits.stringBytes else {
        throw .limitExceeded(key, "longer than \(Limits.stringBytes) bytes")
    }
    return String(decoding: bytes, as: UTF8.self)
}
