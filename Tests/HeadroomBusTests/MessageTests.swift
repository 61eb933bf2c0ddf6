import HeadroomBus
import Testing

@Suite("reading and writing")
struct MessageTests {
    private func message(
        _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) throws(BusError) -> Message {
        try Message.signal("/a", "a.b", "C", signature, body: body)
    }

    /// What a body that breaks its signature is refused with.
    private func refusal(
        _ signature: Signature, _ body: (inout Writer) throws(BusError) -> Void
    ) -> BusError? {
        do throws(BusError) {
            _ = try message(signature, body)
            return nil
        } catch {
            return error
        }
    }

    @Test("headers are what was asked for")
    func headers() throws {
        let call = try Message.call("org.example.A", "/a/b", "a.b", "C")
        #expect(call.kind == .call)
        #expect(call.destination == "org.example.A")
        #expect(call.path == "/a/b")
        #expect(call.interface == "a.b")
        #expect(call.member == "C")
        #expect(call.signature == "")
        #expect(call.wantsReply == true)
        #expect(call.autoStarts == false)
        #expect(call.serial == 0)
        call.autoStarts = true
        #expect(call.autoStarts == true)
        let signal = try Message.signal("/a", "a.b", "C", to: ":1.5")
        #expect(signal.kind == .signal)
        #expect(signal.destination == ":1.5")
        #expect(signal.wantsReply == false)
        #expect(throws: BusError.self) { _ = try Message.reply(to: call) }
        #expect(throws: BusError.self) { _ = try Message.error(to: signal, "a.b", "no") }
    }

    @Test("every type comes back as it was written")
    func roundTrip() throws {
        let message = try message("ybnqiuxtdsogv(sa{sv})a(ii)adas") { writer throws(BusError) in
            try writer.byte(7)
            try writer.bool(true)
            try writer.int16(.min)
            try writer.uint16(.max)
            try writer.int32(.min)
            try writer.uint32(.max)
            try writer.int64(.min)
            try writer.uint64(.max)
            try writer.double(-0.5)
            try writer.string("Größe 大小")
            try writer.path("/a/b")
            try writer.signature("a{sv}")
            try writer.variant("(yv)") { writer throws(BusError) in
                try writer.structure { writer throws(BusError) in
                    try writer.byte(1)
                    try writer.variant("s") { writer throws(BusError) in try writer.string("in") }
                }
            }
            try writer.structure { writer throws(BusError) in
                try writer.string("" as String)
                try writer.dictionary { writer throws(BusError) in
                    try writer.entry("flag", bool: true)
                    try writer.entry("count", uint64: 5)
                }
            }
            try writer.array("(ii)") { writer throws(BusError) in
                for number in Int32(0)..<3 {
                    try writer.structure { writer throws(BusError) in
                        try writer.int32(number)
                        try writer.int32(-number)
                    }
                }
            }
            try writer.doubles([1, 2.5, .infinity])
            try writer.strings([])
        }
        #expect(message.signature == "ybnqiuxtdsogv(sa{sv})a(ii)adas")
        try message.read { reader throws(BusError) in
            #expect(try reader.byte() == 7)
            #expect(try reader.bool())
            #expect(try reader.int16() == .min)
            #expect(try reader.uint16() == .max)
            #expect(try reader.int32() == .min)
            #expect(try reader.uint32() == .max)
            #expect(try reader.int64() == .min)
            #expect(try reader.uint64() == .max)
            #expect(try reader.double() == -0.5)
            #expect(try reader.string() == "Größe 大小")
            #expect(try reader.path() == "/a/b")
            #expect(try reader.signatureValue() == "a{sv}")
            #expect(reader.signature == "v")
            try reader.variant { reader throws(BusError) in
                #expect(reader.signature == "(yv)")
                try reader.structure { reader throws(BusError) in
                    #expect(reader.depth == 2)
                    reader.skip()
                    #expect(try reader.variant { reader throws(BusError) in try reader.string() } == "in")
                    try reader.end()
                }
            }
            try reader.structure { reader throws(BusError) in
                #expect(try reader.string() == "")
                var keys: [String] = []
                try reader.dictionary { key, value throws(BusError) in
                    keys.append(String(key))
                    if key == "count" { #expect(try value.uint64() == 5) }
                }
                #expect(keys == ["flag", "count"])
            }
            var pairs: [Int32] = []
            try reader.array("(ii)") { reader throws(BusError) in
                try reader.structure { reader throws(BusError) in pairs.append(try reader.int32()) }
            }
            #expect(pairs == [0, 1, 2])
            var doubles: [Double] = [0]
            try reader.doubles(into: &doubles)
            #expect(doubles == [0, 1, 2.5, .infinity])
            #expect(try reader.strings() == [])
            try reader.end()
        }
    }

    @Test("a mismatch names position, expected and found, and consumes nothing")
    func mismatches() throws {
        let message = try message("ua{sv}") { writer throws(BusError) in
            try writer.uint32(1)
            try writer.dictionary { writer throws(BusError) in
                try writer.entry("a", bool: true)
                try writer.entry("b", string: "x")
            }
        }
        let first = #expect(throws: BusError.self) {
            try message.read { reader throws(BusError) in try reader.string() }
        }
        #expect(first?.code == .mismatch)
        #expect(first?.position == [0])
        #expect(first?.message == "expected s, found u")
        #expect(first?.name == "org.freedesktop.DBus.Error.InvalidArgs")
        let nested = #expect(throws: BusError.self) {
            try message.read { reader throws(BusError) in
                reader.skip()
                try reader.dictionary { _, value throws(BusError) in _ = try value.bool() }
            }
        }
        #expect(nested?.position == [1, 1, 1, 0])
        #expect(nested?.message == "expected b, found s")
        try message.read { reader throws(BusError) in
            do throws(BusError) { _ = try reader.int64() } catch { #expect(error.code == .mismatch) }
            #expect(try reader.uint32() == 1)
            #expect(throws: BusError.self) { try reader.end() }
            do throws(BusError) {
                try reader.array("s") { _ in }
            } catch {
                #expect(error.message == "expected as, found a{sv}")
            }
            reader.skip()
            reader.skip()
            #expect(reader.hasNext == false)
            #expect(reader.signature == "")
            do throws(BusError) { _ = try reader.byte() } catch {
                #expect(error.message == "expected y, found the end")
            }
        }
    }

    @Test("an array that has no elements still has a type")
    func emptyArrays() throws {
        let message = try message("a{su}") { writer throws(BusError) in try writer.array("{su}") { _ in } }
        try message.read { reader throws(BusError) in
            do throws(BusError) { _ = try reader.strings() } catch {
                #expect(error.message == "expected as, found a{su}")
            }
            var doubles: [Double] = []
            do throws(BusError) {
                try reader.doubles(into: &doubles)
            } catch {
                #expect(error.message == "expected ad, found a{su}")
            }
            try reader.dictionary { _, _ in Issue.record("there is no entry") }
            try reader.end()
        }
    }

    @Test("dictionaries of other values are read at the value; keys that are no text are refused")
    func dictionaries() throws {
        let numbers = try message("a{su}") { writer throws(BusError) in
            try writer.array("{su}") { writer throws(BusError) in
                try writer.entry { writer throws(BusError) in
                    try writer.string("a")
                    try writer.uint32(1)
                }
            }
        }
        var sum: UInt32 = 0
        try numbers.read { reader throws(BusError) in
            try reader.dictionary { _, value throws(BusError) in sum += try value.uint32() }
        }
        #expect(sum == 1)
        let keyed = try message("a{us}") { writer throws(BusError) in
            try writer.array("{us}") { writer throws(BusError) in
                try writer.entry { writer throws(BusError) in
                    try writer.uint32(1)
                    try writer.string("a")
                }
            }
        }
        #expect(throws: BusError.self) {
            try keyed.read { reader throws(BusError) in try reader.dictionary { _, _ in } }
        }
    }

    @Test("a body that breaks its signature is refused")
    func brokenBodies() {
        #expect(refusal("u") { _ in }?.message == "expected u, found the end")
        #expect(refusal("") { writer throws(BusError) in try writer.byte(1) }?.message == "expected the end, found y")
        #expect(refusal("u") { writer throws(BusError) in try writer.int32(1) }?.message == "expected u, found i")
        #expect(refusal("a{sv}") { writer throws(BusError) in try writer.array("{ss}") { _ in } }?.code == .mismatch)
        #expect(
            refusal("(ii)") { writer throws(BusError) in
                try writer.structure { writer throws(BusError) in try writer.int32(1) }
            }?.position == [0, 1])
        #expect(refusal("v") { writer throws(BusError) in try writer.variant("ii") { _ in } }?.code == .invalidName)
        #expect(refusal("v") { writer throws(BusError) in try writer.variant("i") { _ in } }?.code == .mismatch)
        #expect(
            refusal("ai") { writer throws(BusError) in
                try writer.array("i") { writer throws(BusError) in try writer.string("no") }
            }?.position == [0, 0])
        #expect(refusal("h") { writer throws(BusError) in try writer.int32(1) }?.code == .mismatch)
    }

    @Test("values that D-Bus does not take are refused")
    func brokenValues() {
        #expect(refusal("s") { writer throws(BusError) in try writer.string("a\0b" as String) }?.code == .invalidValue)
        #expect(
            refusal("s") { writer throws(BusError) in try writer.string("a\0b" as StaticString) }?.code == .invalidValue
        )
        #expect(refusal("o") { writer throws(BusError) in try writer.path("no path") }?.code == .invalidName)
        #expect(refusal("g") { writer throws(BusError) in try writer.signature("(") }?.code == .invalidName)
    }

    @Test("containers go 64 deep and no deeper, arrays and structs in a signature 32 each")
    func depth() throws {
        func nest(_ writer: inout Writer, _ depth: Int) throws(BusError) {
            guard depth > 0 else { return try writer.variant("y") { writer throws(BusError) in try writer.byte(1) } }
            try writer.variant("v") { writer throws(BusError) in try nest(&writer, depth - 1) }
        }
        let deepest = try message("v") { writer throws(BusError) in try nest(&writer, 63) }
        func unnest(_ reader: inout Reader) throws(BusError) -> Int {
            try reader.variant { reader throws(BusError) in
                reader.type == .variant ? try unnest(&reader) : reader.depth
            }
        }
        #expect(try deepest.read { reader throws(BusError) in try unnest(&reader) } == 64)
        #expect(refusal("v") { writer throws(BusError) in try nest(&writer, 64) }?.code == .tooDeep)
    }

    @Test("what would be too long is refused before it is sent")
    func length() {
        let megabyte = String(repeating: "x", count: 1 << 20)
        let error = refusal("as") { writer throws(BusError) in
            try writer.array("s") { writer throws(BusError) in
                for _ in 0..<65 { try writer.string(megabyte) }
            }
        }
        #expect(error?.code == .tooLarge)
        let message = refusal("asas") { writer throws(BusError) in
            for _ in 0..<2 {
                try writer.array("s") { writer throws(BusError) in
                    for _ in 0..<63 { try writer.string(megabyte) }
                }
            }
        }
        #expect(message == nil)
    }

    @Test("text is compared without being copied")
    func text() throws {
        let message = try message("s") { writer throws(BusError) in try writer.string("visible") }
        try message.read { reader throws(BusError) in
            let text = try reader.text()
            #expect(text == "visible")
            #expect(!(text == "visibl"))
            #expect(text.equals("visible"))
            #expect(text.count == 7)
            #expect(String(text) == "visible")
            #expect(text.hash != message.member.map(\.hash))
            switch text {
            case "hidden": Issue.record("another text")
            case "visible": break
            default: Issue.record("no text")
            }
        }
    }
}
