import HeadroomBus
import HeadroomCore
import HeadroomWire
import Testing

/// Whatever a peer sends is either read or refused; what is read is believable; a refusal names what it is about.
@Suite("Hostile messages") struct HostileTests {
    private static let types = [
        "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "v", "ad", "ai", "ay", "as", "av", "aad", "a(dddd)",
        "(dddd)", "(iiii)", "(ddd)", "(sdvd)", "a{sv}", "a{sd}", "a{is}", "a{sa{sv}}", "(v)", "a(v)", "aav",
        "((dd)(dd))",
    ]
    private static let doubles: [Double] = [
        0, 1, -1, 0.5, -0.0, 1e6, 1_000_000.1, -1e6, 1e308, -1e308, 1e-300, .nan, .infinity, -.infinity, 1e19, 10_000,
    ]
    private static let words = [
        "", "x", "y", "width", "height", "true", "docked", "spring", "cubic-bezier", "output", "device", "frame", "键",
        "visible", "shown", String(repeating: "a", count: 300),
    ]

    /// Writes a random value of this type; variants hold random types, to a depth.
    private static func write(
        _ type: Substring, to writer: inout Writer, depth: Int, _ random: inout Random
    ) throws(BusError) {
        let double = doubles.randomElement(using: &random) ?? 0
        let word = words.randomElement(using: &random) ?? ""
        let bits = random.next()
        switch type.first {
        case "y": try writer.byte(UInt8(truncatingIfNeeded: bits))
        case "b": try writer.bool(bits & 1 == 1)
        case "n": try writer.int16(Int16(truncatingIfNeeded: bits))
        case "q": try writer.uint16(UInt16(truncatingIfNeeded: bits))
        case "i": try writer.int32(Int32(truncatingIfNeeded: bits))
        case "u": try writer.uint32(UInt32(truncatingIfNeeded: bits))
        case "x": try writer.int64(Int64(truncatingIfNeeded: bits))
        case "t": try writer.uint64(bits)
        case "d": try writer.double(double)
        case "s": try writer.string(word)
        case "o": try writer.path("/a")
        case "g": try writer.signature("ai")
        case "v":
            let inner = depth > 12 ? "i" : (types.randomElement(using: &random) ?? "i")
            try writer.variant(try Signature(inner)) { value throws(BusError) in
                try write(inner[...], to: &value, depth: depth + 1, &random)
            }
        case "a":
            let element = type.dropFirst()
            let count = bits % 200 == 0 ? 70 : Int(bits % 6)
            try writer.array(Signature(stringLiteral: String(element))) { list throws(BusError) in
                for _ in 0..<count { try write(element, to: &list, depth: depth + 1, &random) }
            }
        case "(":
            try writer.structure { members throws(BusError) in
                for part in parts(type.dropFirst().dropLast()) {
                    try write(part, to: &members, depth: depth + 1, &random)
                }
            }
        default:
            try writer.entry { entry throws(BusError) in
                for part in parts(type.dropFirst().dropLast()) {
                    try write(part, to: &entry, depth: depth + 1, &random)
                }
            }
        }
    }

    /// The complete types in a signature.
    private static func parts(_ signature: Substring) -> [Substring] {
        var parts: [Substring] = []
        var start = signature.startIndex
        var depth = 0
        for index in signature.indices {
            switch signature[index] {
            case "(", "{": depth += 1
            case ")", "}": depth -= 1
            default: break
            }
            guard depth == 0, signature[index] != "a" else { continue }
            parts.append(signature[start...index])
            start = signature.index(after: index)
        }
        return parts
    }

    private static func isBelievable(_ update: ProviderUpdate) -> Bool {
        let rects = [update.state.frame, update.state.outputFrame].compactMap(\.self) + (update.state.regions ?? [])
        let lengths = [update.state.candidateBarHeight, update.state.roomBelowCaret].compactMap(\.self)
        return rects.allSatisfy(\.isBelievable) && rects.count <= 66 && lengths.allSatisfy { (0...1e6).contains($0) }
            && (update.cause.transition?.durationMS ?? 0) <= 10_000 && (update.leaseMS ?? 0) <= 86_400_000
    }

    private static let keys = ProviderKey.allCases.map(\.name) + ["mood" as StaticString]

    /// Whether the error is one of the contract's and begins with a key or the argument.
    private static func isExplained(_ error: BusError) -> Bool {
        let names = ["InvalidArgument", "LimitExceeded"].map { "org.headroom.Headroom1.Error.\($0)" }
        let subjects = keys.map(\.description) + ["update", "text"]
        return names.contains(error.name) && subjects.contains { error.message.hasPrefix("\($0): ") }
    }

    @Test("Publish with random values of random types", arguments: 1...8 as ClosedRange<UInt64>)
    func publish(seed: UInt64) throws {
        var random = Random(seed: seed)
        var accepted = 0
        var refused = 0
        for _ in 0..<1_500 {
            let message = try message("a{sv}") { body throws(BusError) in
                try body.dictionary { entries throws(BusError) in
                    for _ in 0..<Int.random(in: 0...3, using: &random) {
                        let type = Self.types.randomElement(using: &random) ?? "i"
                        let key = Self.keys.randomElement(using: &random) ?? "mood"
                        try entries.entry(key, try Signature(type)) { value throws(BusError) in
                            try Self.write(type[...], to: &value, depth: 0, &random)
                        }
                    }
                }
            }
            do throws(BusError) {
                let update = try message.read { reader throws(BusError) in
                    try ProviderUpdate(&reader, at: random.next())
                }
                #expect(Self.isBelievable(update))
                accepted += 1
            } catch {
                #expect(Self.isExplained(error), "\(error)")
                refused += 1
            }
        }
        #expect(accepted > 100 && refused > 100)
    }

    @Test("PublishText with broken texts", arguments: 1...8 as ClosedRange<UInt64>)
    func text(seed: UInt64) throws {
        var random = Random(seed: seed)
        let good = Array("visible=true;output=eDP-1;frame=0,540,1280,260;regions=1,2,3,4|5,6,7,8;duration-ms=250".utf8)
        let bytes = Array(";=,|.-+e0123456789 \u{0}naif".utf8)
        for _ in 0..<3_000 {
            var text = good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                let byte = bytes.randomElement(using: &random) ?? 0
                switch random.next() % 3 {
                case 0: text[place] = byte
                case 1: text.insert(byte, at: place)
                default: text.removeSubrange(place..<min(text.count - 1, place + 3))
                }
                if text.isEmpty { text = good }
            }
            do throws(BusError) {
                let update = try ProviderUpdate(text: String(decoding: text, as: UTF8.self), at: random.next())
                #expect(Self.isBelievable(update))
            } catch {
                #expect(Self.isExplained(error), "\(error)")
            }
        }
    }

    @Test(
        "A notification with random details is read; each frame in it is believable",
        arguments: 1...4 as ClosedRange<UInt64>)
    func notification(seed: UInt64) throws {
        let details: [StaticString] = [
            "start-time", "curve", "curve-parameters", "velocity", "placement", "reason", "origin", "estimated",
            "completes",
            "usable", "compositor-avoids", "engine", "candidate-bar-height-begin", "candidate-bar-reserved",
            "room-below-caret", "regions", "mood",
        ]
        var random = Random(seed: seed)
        for _ in 0..<1_500 {
            let message = try message(Signatures.notification) { body throws(BusError) in
                try body.uint64(1)
                try body.string("A")
                for _ in 0..<2 {
                    try body.structure { members throws(BusError) in for _ in 0..<4 { try members.double(1) } }
                }
                try body.double(0)
                try body.double(0)
                try body.uint32(0)
                try body.dictionary { entries throws(BusError) in
                    for _ in 0..<Int.random(in: 0...3, using: &random) {
                        let type = Self.types.randomElement(using: &random) ?? "i"
                        let key = details.randomElement(using: &random) ?? "mood"
                        try entries.entry(key, try Signature(type)) { value throws(BusError) in
                            try Self.write(type[...], to: &value, depth: 0, &random)
                        }
                    }
                }
            }
            let read = try message.read { reader throws(BusError) in try Notification(.willShow, &reader) }
            #expect(read.details.regions.allSatisfy { $0.isBelievable })
            #expect(read.details.usable?.isBelievable ?? true)
            #expect(read.details.velocity.isFinite && read.details.roomBelowCaret.isFinite)
            #expect(read.details.roomBelowCaret >= 0 && read.details.candidateBarHeightBegin >= 0)
            #expect(read.details.regions.count <= 64 && read.details.compositorAvoids.count <= 64)
        }
    }

    @Test("A report with random details is read or refused by the key", arguments: 1...4 as ClosedRange<UInt64>)
    func report(seed: UInt64) throws {
        let details: [StaticString] = ["output", "target", "residual", "latency-us", "parts", "mood"]
        var random = Random(seed: seed)
        var (accepted, refused) = (0, 0)
        for _ in 0..<1_500 {
            let shift = Self.doubles.randomElement(using: &random) ?? 0
            let message = try message(Signatures.report) { body throws(BusError) in
                try body.uint64(1)
                try body.uint64(0)
                try body.string("")
                try body.string("clear")
                try body.structure { members throws(BusError) in
                    try members.double(0)
                    try members.double(shift)
                }
                try body.dictionary { entries throws(BusError) in
                    for _ in 0..<Int.random(in: 0...2, using: &random) {
                        let type = (Self.types + ["a(sd)", "a(sv)"]).randomElement(using: &random) ?? "i"
                        let key = details.randomElement(using: &random) ?? "mood"
                        try entries.entry(key, try Signature(type)) { value throws(BusError) in
                            try Self.write(type[...], to: &value, depth: 0, &random)
                        }
                    }
                }
            }
            do throws(BusError) {
                let report = try message.read { reader throws(BusError) in try Report(&reader) }
                #expect(abs(report.shift.y) <= 1e6 && (0...1e6).contains(report.details.residual ?? 0))
                #expect(report.details.target?.isBelievable ?? true)
                #expect(report.details.parts.allSatisfy { abs($0.amount) <= 1e6 } && report.details.parts.count <= 64)
                accepted += 1
            } catch {
                let names = [Names.Errors.invalidArgument.text, Names.Errors.limitExceeded.text]
                #expect(names.contains(error.name), "\(error)")
                let subjects = details.map(\.description) + ["shift"]
                #expect(subjects.contains { error.message.hasPrefix("\($0): ") }, "\(error)")
                refused += 1
            }
        }
        #expect(accepted > 100 && refused > 100)
    }

    @Test("Variants nested as deep as D-Bus allows are read")
    func deep() throws {
        func nest(_ depth: Int, _ writer: inout Writer) throws(BusError) {
            guard depth > 0 else { return try writer.double(40) }
            try writer.variant(depth == 1 ? "d" : "v") { inner throws(BusError) in try nest(depth - 1, &inner) }
        }
        let update = try published("candidate-bar-height", "v") { value throws(BusError) in try nest(58, &value) }
        #expect(update.state.candidateBarHeight == 40)
    }

    @Test("A long list is refused before it is read to its end")
    func long() {
        expectRefusal("LimitExceeded", "curve-parameters: more than 64 members") { () throws(BusError) in
            try published("curve-parameters", "ad") { value throws(BusError) in
                try value.doubles(Array(repeating: 0.5, count: 200_000))
            }
        }
    }
}
