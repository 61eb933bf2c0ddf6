import HeadroomCore

/// What libFuzzer gives, read as numbers and choices; at its end everything is 0.
struct FuzzBytes {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0
    /// Whether numbers are such as no peer should send: not finite, negative sizes, beyond what is believed.
    let isHostile: Bool

    init(_ start: UnsafeRawPointer?, count: Int) {
        bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        isHostile = bytes.first.map { $0 & 1 == 1 } ?? false
        place = 1
    }

    var isAtEnd: Bool { place >= bytes.count }

    mutating func byte() -> UInt8 {
        guard place < bytes.count else { return 0 }
        defer { place += 1 }
        return bytes[place]
    }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    /// One of `count` things.
    mutating func choice(of count: Int) -> Int { Int(byte()) % count }

    private static let hostile: [Double] = [
        .nan, .infinity, -.infinity, 1e308, -1e308, -0.0, 0.5, 0.4999, 1e6, -1e6, 1_000_001, 1e12, -1e12, 1e16,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]

    /// A number of pixels in eighths, from -1024 to 7168; if hostile, any.
    mutating func number() -> Double {
        let high = byte()
        guard isHostile, high >= 192 else { return (Double(high) * 256 + Double(byte())) / 8 - 1024 }
        guard high >= 224 else { return Self.hostile[Int(high) % Self.hostile.count] }
        var pattern: UInt64 = 0
        for _ in 0..<8 { pattern = pattern << 8 | UInt64(byte()) }
        return Double(bitPattern: pattern)
    }

    /// A size; never negative unless hostile.
    mutating func size() -> Double {
        let number = number()
        return isHostile ? number : abs(number)
    }

    mutating func rect() -> Rect { Rect(x: number(), y: number(), width: size(), height: size()) }

    /// A rectangle, or none every fourth time.
    mutating func rectOrNone() -> Rect? { choice(of: 4) == 0 ? nil : rect() }

    /// Some time after `time`, in µs; rarely before it or at the end of time.
    mutating func time(after time: UInt64) -> UInt64 {
        let kind = byte()
        switch kind {
        case 255: return .max
        case 254: return time / 2
        case 0..<64: return time
        default: return time.addingReportingOverflow(UInt64(kind) * UInt64(byte()) * 17).partialValue
        }
    }

    /// One to three outputs beside each other, or anywhere.
    mutating func outputs() -> [Output] {
        (0...choice(of: 3)).map { number in
            let isOrdinary = choice(of: 4) != 0
            let frame = isOrdinary ? Rect(x: Double(number) * 1280, y: 0, width: 1280, height: 800) : rect()
            return Output(
                name: ["a", "b", "c"][number], frame: frame, scale: isOrdinary ? 1 : size(), workArea: rectOrNone(),
                isPrimary: number == 0)
        }
    }

    mutating func curve() -> Curve {
        switch choice(of: 4) {
        case 0: .linear
        case 1: Curve(name: "cubic-bezier", parameters: [number(), number(), number(), number()])
        case 2: Curve(name: "spring", parameters: [size(), size(), size()])
        default: .uiKit
        }
    }

    mutating func placement() -> Placement {
        [.docked, .docked, .floating, .split, .candidatesOnly, Placement(rawValue: "?")][choice(of: 6)]
    }
}

/// Ends the process, so that libFuzzer keeps the input.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) { if !holds { fatalError(what()) } }
