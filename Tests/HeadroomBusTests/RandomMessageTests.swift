import HeadroomBus
import Testing

/// A value of any type, for tests only.
private indirect enum Value: Equatable {
    case byte(UInt8), bool(Bool), int32(Int32), uint64(UInt64), double(Double), string(String), path(ObjectPath)
    case array(String, [Value]), structure([Value]), dictionary([(String, Value)]), variant(Value)

    static func == (left: Value, right: Value) -> Bool { "\(left)" == "\(right)" }

    var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int32: "i"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .array(let element, _): "a\(element)"
        case .structure(let members): "(\(members.map(\.signature).joined()))"
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }

    static func random(_ generator: inout SplitMix, depth: Int) -> Value {
        switch generator.next() % (depth > 0 ? 11 : 7) {
        case 0: return .byte(UInt8(truncatingIfNeeded: generator.next()))
        case 1: return .bool(generator.next() % 2 == 0)
        case 2: return .int32(Int32(truncatingIfNeeded: generator.next()))
        case 3: return .uint64(generator.next())
        case 4: return .double(Double(Int64(bitPattern: generator.next())) / 3)
        case 5: return .string(String(repeating: "ü", count: Int(generator.next() % 40)))
        case 6: return .path("/a/b")
        case 7:
            let first = random(&generator, depth: depth - 1)
            return .array(first.signature, Array(repeating: first, count: Int(generator.next() % 4)))
        case 8:
            return .structure((0...generator.next() % 3).map { _ in random(&generator, depth: depth - 1) })
        case 9:
            return .dictionary(
                (0..<generator.next() % 4).map { ("key\($0)", .variant(random(&generator, depth: depth - 1))) })
        default: return .variant(random(&generator, depth: depth - 1))
        }
    }

    func write(_ writer: inout Writer) throws(BusError) {
        switch self {
        case .byte(let value): try writer.byte(value)
        case .bool(let value): try writer.bool(value)
        case .int32(let value): try writer.int32(value)
        case .uint64(let value): try writer.uint64(value)
        case .double(let value): try writer.double(value)
        case .string(let value): try writer.string(value)
        case .path(let value): try writer.path(value)
        case .array(let element, let values):
            try writer.array(try Signature(element)) { writer throws(BusError) in
                for value in values { try value.write(&writer) }
            }
        case .structure(let members):
            try writer.structure { writer throws(BusError) in for member in members { try member.write(&writer) } }
        case .dictionary(let entries):
            try writer.dictionary { writer throws(BusError) in
                for (key, value) in entries {
                    try writer.entry { writer throws(BusError) in
                        try writer.string(key)
                        try value.write(&writer)
                    }
                }
            }
        case .variant(let value):
            try writer.variant(try Signature(value.signature)) { writer throws(BusError) in try value.write(&writer) }
        }
    }

    /// Reads what is there, by the types found.
    static func read(_ reader: inout Reader) throws(BusError) -> Value {
        switch reader.type {
        case .byte: return .byte(try reader.byte())
        case .bool: return .bool(try reader.bool())
        case .int32: return .int32(try reader.int32())
        case .uint64: return .uint64(try reader.uint64())
        case .double: return .double(try reader.double())
        case .string: return .string(try reader.string())
        case .path: return .path(try reader.path())
        case .structure:
            return .structure(
                try reader.structure { reader throws(BusError) in
                    var members: [Value] = []
                    while reader.hasNext { members.append(try read(&reader)) }
                    return members
                })
        case .variant:
            return .variant(try reader.variant { reader throws(BusError) in try read(&reader) })
        case .array where reader.signature == "a{sv}":
            var entries: [(String, Value)] = []
            try reader.dictionary { key, value throws(BusError) in
                entries.append((String(key), .variant(try read(&value))))
            }
            return .dictionary(entries)
        case .array:
            let element = String(reader.signature.dropFirst())
            var values: [Value] = []
            try reader.array { reader throws(BusError) in values.append(try read(&reader)) }
            return .array(element, values)
        default: throw BusError(.mismatch, "nothing that was written")
        }
    }
}

/// SplitMix64: the same sequence everywhere.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

@Suite("random messages")
struct RandomMessageTests {
    @Test("what is written is what is read, whatever it is", arguments: 0..<8)
    func roundTrip(_ seed: Int) throws {
        var generator = SplitMix(state: UInt64(seed))
        for _ in 0..<250 {
            let values = (0...generator.next() % 4).map { _ in Value.random(&generator, depth: 4) }
            let signature = values.map(\.signature).joined()
            guard signature.utf8.count <= 255 else { continue }
            let message = try Message.signal("/a", "a.b", "C", try Signature(signature)) { writer throws(BusError) in
                for value in values { try value.write(&writer) }
            }
            #expect(message.signature.equals(signature))
            try message.read { reader throws(BusError) in
                for value in values { #expect(try Value.read(&reader) == value) }
                try reader.end()
            }
        }
    }
}
