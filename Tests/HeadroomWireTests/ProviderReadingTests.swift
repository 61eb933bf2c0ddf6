import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

@Suite("Publish reads leniently") struct ProviderReadingTests {
    private static let frame = Rect(x: 1, y: 2, width: 30, height: 4)

    /// A number in each of the accepted types.
    enum Number: String, CaseIterable {
        case y, n, q, i, u, x, t, d

        var signature: Signature {
            switch self {
            case .y: "y"
            case .n: "n"
            case .q: "q"
            case .i: "i"
            case .u: "u"
            case .x: "x"
            case .t: "t"
            case .d: "d"
            }
        }

        func write(_ number: Int, to writer: inout Writer) throws(BusError) {
            switch self {
            case .y: try writer.byte(UInt8(number))
            case .n: try writer.int16(Int16(number))
            case .q: try writer.uint16(UInt16(number))
            case .i: try writer.int32(Int32(number))
            case .u: try writer.uint32(UInt32(number))
            case .x: try writer.int64(Int64(number))
            case .t: try writer.uint64(UInt64(number))
            case .d: try writer.double(Double(number))
            }
        }
    }

    @Test("A number may have any numeric type", arguments: Number.allCases)
    func numbers(type: Number) throws {
        func one(_ key: StaticString) throws(BusError) -> ProviderUpdate {
            try published(key, type.signature) { value throws(BusError) in try type.write(40, to: &value) }
        }
        #expect(try one("candidate-bar-height").state.candidateBarHeight == 40)
        #expect(try one("room-below-caret").state.roomBelowCaret == 40)
        #expect(try one("duration-ms").cause.transition == Transition(durationMS: 40))
        #expect(try one("lease-ms").leaseMS == 40)
    }

    @Test("A boolean may be a number, 0 or 1", arguments: Number.allCases)
    func numericBooleans(type: Number) throws {
        for (number, expected) in [(0, false), (1, true)] {
            let update = try published("visible", type.signature) { value throws(BusError) in
                try type.write(number, to: &value)
            }
            #expect(update.state.isVisible == expected)
        }
    }

    @Test("A rectangle may be an array of any numbers", arguments: Number.allCases)
    func arrays(type: Number) throws {
        let update = try published("frame", try Signature("a\(type.rawValue)")) { value throws(BusError) in
            try value.array(type.signature) { members throws(BusError) in
                for number in [1, 2, 30, 4] { try type.write(number, to: &members) }
            }
        }
        #expect(update.state.frame == Self.frame)
    }

    @Test("A rectangle may be a struct of any numbers", arguments: Number.allCases)
    func structures(type: Number) throws {
        let signature = try Signature("(" + String(repeating: type.rawValue, count: 4) + ")")
        let update = try published("frame", signature) { value throws(BusError) in
            try value.structure { members throws(BusError) in
                for number in [1, 2, 30, 4] { try type.write(number, to: &members) }
            }
        }
        #expect(update.state.frame == Self.frame)
    }

    @Test("A rectangle may be an array of variants with mixed numbers")
    func variants() throws {
        let update = try published("frame", "av") { value throws(BusError) in
            try value.array("v") { members throws(BusError) in
                for (type, number) in zip([Number.i, .d, .x, .y], [1, 2, 30, 4]) {
                    try members.variant(type.signature) { inner throws(BusError) in try type.write(number, to: &inner) }
                }
            }
        }
        #expect(update.state.frame == Self.frame)
    }

    @Test("A rectangle may be a dictionary, in any order, with keys nobody knows")
    func dictionary() throws {
        let update = try published("frame", "a{sv}") { value throws(BusError) in
            try value.dictionary { members throws(BusError) in
                try members.entry("height", int32: 4)
                try members.entry("top", string: "2")
                try members.entry("width", double: 30)
                try members.entry("y", uint32: 2)
                try members.entry("x", double: 1)
            }
        }
        #expect(update.state.frame == Self.frame)
    }

    @Test("A rectangle may be a dictionary of plain numbers")
    func plainDictionary() throws {
        let update = try published("frame", "a{si}") { value throws(BusError) in
            try value.array("{si}") { members throws(BusError) in
                for (name, number) in zip(["x", "y", "width", "height"], [Int32(1), 2, 30, 4]) {
                    try members.entry { entry throws(BusError) in
                        try entry.string(name)
                        try entry.int32(number)
                    }
                }
            }
        }
        #expect(update.state.frame == Self.frame)
    }

    @Test("Variants in variants are opened")
    func nestedVariants() throws {
        let update = try published("engine", "v") { value throws(BusError) in
            try value.variant("v") { inner throws(BusError) in
                try inner.variant("s") { innermost throws(BusError) in try innermost.string("ibus:anthy") }
            }
        }
        #expect(update.state.engine == "ibus:anthy")
    }

    @Test("A list of rectangles may hold each form")
    func regions() throws {
        let integers = try published("regions", "a(iiii)") { value throws(BusError) in
            try value.array("(iiii)") { list throws(BusError) in
                for _ in 0..<2 {
                    try list.structure { members throws(BusError) in
                        for number in [Int32(1), 2, 30, 4] { try members.int32(number) }
                    }
                }
            }
        }
        #expect(integers.state.regions == [Self.frame, Self.frame])
        let mixed = try published("regions", "av") { value throws(BusError) in
            try value.array("v") { list throws(BusError) in
                try list.variant("ad") { rect throws(BusError) in try rect.doubles([1, 2, 30, 4]) }
                try list.variant("a{sv}") { rect throws(BusError) in
                    try rect.dictionary { members throws(BusError) in
                        try members.entry("x", double: 1)
                        try members.entry("y", double: 2)
                        try members.entry("width", double: 30)
                        try members.entry("height", double: 4)
                    }
                }
            }
        }
        #expect(mixed.state.regions == [Self.frame, Self.frame])
    }

    @Test("An empty list of any type is an empty list", arguments: ["as", "av", "a(dddd)", "ai"])
    func emptyLists(type: String) throws {
        let update = try published { keys throws(BusError) in
            for key in ["regions", "clear", "curve-parameters"] as [StaticString] {
                try keys.entry(key, try Signature(type)) { value throws(BusError) in
                    try value.array(try Signature(String(type.dropFirst()))) { _ throws(BusError) in }
                }
            }
        }
        #expect(update.state.regions == [])
        #expect(update.cleared.isEmpty)
    }

    @Test("Unknown keys are skipped, whatever they hold")
    func unknownKeys() throws {
        let update = try published { keys throws(BusError) in
            try keys.entry("mood", "a(sa{iv})") { value throws(BusError) in
                try value.array("(sa{iv})") { _ throws(BusError) in }
            }
            try keys.entry("visible-at-night", bool: false)
            try keys.entry("visible", bool: true)
        }
        var expected = ProviderUpdate()
        expected.state.isVisible = true
        #expect(update == expected)
    }

    @Test("Nothing given is nothing changed")
    func empty() throws {
        #expect(try published { _ throws(BusError) in } == ProviderUpdate())
    }

    @Test("A key given twice: the last one holds")
    func twice() throws {
        let update = try published { keys throws(BusError) in
            try keys.entry("output", string: "A")
            try keys.entry("output", string: "B")
        }
        #expect(update.state.output == "B")
    }

    @Test("Names to clear are kept if they are state keys")
    func clear() throws {
        let update = try published("clear", "as") { value throws(BusError) in
            try value.strings(["frame", "duration-ms", "name", "nonsense", "engine"])
        }
        #expect(update.cleared == [.frame, .engine])
    }

    @Test("Fractions of a millisecond are rounded")
    func rounding() throws {
        #expect(
            try published { keys throws(BusError) in try keys.entry("duration-ms", double: 16.5) }.cause.transition?
                .durationMS == 17)
        #expect(try published { keys throws(BusError) in try keys.entry("lease-ms", double: 0.4) }.leaseMS == 0)
    }

    @Test("A curve shapes a transition; without a duration there is none")
    func curves() throws {
        let shaped = try published { keys throws(BusError) in
            try keys.entry("curve", string: "spring")
            try keys.entry("curve-parameters", "ad") { value throws(BusError) in
                try value.doubles([3, 1000, 109.545])
            }
            try keys.entry("duration-ms", uint32: 500)
        }
        #expect(shaped.cause.transition == Transition(durationMS: 500, curve: .uiKit))
        let unknown = try published { keys throws(BusError) in
            try keys.entry("curve", string: "wobble")
            try keys.entry("duration-ms", uint32: 500)
        }
        #expect(unknown.cause.transition == Transition(durationMS: 500))
        #expect(
            try published { keys throws(BusError) in try keys.entry("curve", string: "linear") }.cause == .unannounced)
    }

    @Test(
        "A start is held within 10 s of the call",
        arguments: [
            (19_000_000, 19_000_000), (21_500_000, 21_500_000), (1_000, 10_000_000), (UInt64.max, 30_000_000),
            (10_000_000, 10_000_000), (30_000_001, 30_000_000),
        ] as [(UInt64, UInt64)])
    func starts(given: UInt64, taken: UInt64) throws {
        let update = try published(at: 20_000_000) { keys throws(BusError) in
            try keys.entry("duration-ms", uint32: 1)
            try keys.entry("start-time", uint64: given)
        }
        #expect(update.cause.transition?.startTime == taken)
    }

    @Test("The ends of time trap nothing", arguments: [0, 1, UInt64.max - 1, .max] as [UInt64])
    func endsOfTime(now: UInt64) throws {
        let update = try published(at: now) { keys throws(BusError) in
            try keys.entry("duration-ms", uint32: 1)
            try keys.entry("start-time", uint64: 5)
        }
        let start = try #require(update.cause.transition?.startTime)
        #expect(max(start, now) - min(start, now) <= 10_000_000)
    }

    @Test("What a client writes is read back", arguments: 1...300 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = Random(seed: seed)
        let update = ProviderUpdate.random(&random)
        let message = try message("a{sv}") { body throws(BusError) in try update.write(to: &body) }
        let read = try message.read { reader throws(BusError) in try ProviderUpdate(&reader, at: 0) }
        #expect(read == update)
    }
}
