import Support
import Testing

/// Bytes that a bus must not send, and what is wrong with them.
struct HostileCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        testDescription = name
        self.bytes = bytes
    }

    static func signal(_ signature: String = "", _ write: (inout WireBytes) -> Void = { _ in }) -> WireMessage {
        var body = WireBytes()
        write(&body)
        return WireMessage(
            type: 4, [.path("/a"), .interface("a.b"), .member("C"), .sender(":1.9"), .signature(signature)], body: body)
    }

    private static func changed(_ change: (inout WireMessage) -> Void) -> [UInt8] {
        var message = signal("u") { $0.uint32(1) }
        change(&message)
        return message.bytes
    }

    static let fatal: [HostileCase] = [
        HostileCase("no byte order", changed { $0.endianness = 0x78 }),
        HostileCase("another version", changed { $0.version = 2 }),
        HostileCase("type 0", changed { $0.type = 0 }),
        HostileCase("serial 0", changed { $0.serial = 0 }),
        HostileCase("a body over 128 MiB", changed { $0.claimedBodyLength = 1 << 28 }),
        HostileCase("header fields over 64 MiB", changed { $0.claimedFieldsLength = 1 << 27 }),
        HostileCase("a body longer than its types", changed { $0.body.bytes += [1, 2, 3, 4] }),
        HostileCase("a body shorter than its types", changed { $0.body.bytes = [1] }),
        HostileCase("a signature that is none", changed { $0.fields[4] = .signature("a(") }),
        HostileCase("a path that is none", changed { $0.fields[0] = .path("a/b") }),
        HostileCase("an interface that is none", changed { $0.fields[1] = .interface("ab") }),
        HostileCase("a member that is none", changed { $0.fields[2] = .member("C.D") }),
        HostileCase("a signal without a path", changed { $0.fields.remove(at: 0) }),
        HostileCase("a field twice", changed { $0.fields.append(.path("/b")) }),
        HostileCase("a field of the wrong type", changed { $0.fields[0] = .other(1, "s", [1, 0, 0, 0, 0x2f, 0]) }),
        HostileCase("a reply to nothing", changed { $0.type = 2 }),
        HostileCase("an error without a name", WireMessage(type: 3, [.replySerial(5)]).bytes),
        HostileCase(
            "the library's own name for a lost bus",
            WireMessage(
                type: 4,
                [
                    .path("/org/freedesktop/DBus/Local"), .interface("org.freedesktop.DBus.Local"),
                    .member("Disconnected"),
                ]
            ).bytes),
        HostileCase("text that is not UTF-8", signal("s") { $0.string(bytes: [0xc3, 0x28]) }.bytes),
        HostileCase("text with NUL in it", signal("s") { $0.string("a\0b") }.bytes),
        HostileCase("text that ends without NUL", signal("s") { $0.bytes = [1, 0, 0, 0, 0x61, 0x62] }.bytes),
        HostileCase("text longer than the message", signal("s") { $0.bytes = [0xff, 0xff, 0, 0, 0x61, 0] }.bytes),
        HostileCase("a boolean of 2", signal("b") { $0.uint32(2) }.bytes),
        HostileCase(
            "an array longer than the message", signal("au") { $0.bytes = [0xff, 0xff, 0, 0, 1, 0, 0, 0] }.bytes),
        HostileCase("an array over 64 MiB", signal("ay") { $0.uint32((1 << 26) + 1) }.bytes),
        HostileCase("an array that ends inside an element", signal("au") { $0.bytes = [3, 0, 0, 0, 1, 2, 3] }.bytes),
        HostileCase(
            "a variant of two values",
            signal("v") {
                $0.signature("yy"); $0.bytes += [1, 2]
            }.bytes),
        HostileCase("a variant of nothing", signal("v") { $0.signature("") }.bytes),
        HostileCase("padding that is not NUL", signal("yu") { $0.bytes = [1, 9, 9, 9, 1, 0, 0, 0] }.bytes),
        HostileCase(
            "variants 80 deep",
            signal("v") { body in
                for _ in 0..<80 { body.signature("v") }
                body.signature("y")
                body.bytes.append(1)
            }.bytes),
        HostileCase("noise", [UInt8](repeating: 0xa5, count: 256)),
    ]

    static let harmless: [HostileCase] = [
        HostileCase("a message of an unknown type", changed { $0.type = 77 }),
        HostileCase("an unknown header field", changed { $0.fields.append(.other(99, "u", [1, 2, 3, 4])) }),
        HostileCase(
            "a reply that nobody waits for", WireMessage(type: 2, [.replySerial(4711), .destination(":1.1")]).bytes),
        HostileCase(
            "an error with a body of its own kind",
            {
                var body = WireBytes()
                body.uint32(5)
                return WireMessage(
                    type: 3, [.error("a.b"), .replySerial(4711), .destination(":1.1"), .signature("u")], body: body
                ).bytes
            }()),
        HostileCase(
            "names won and lost, of the wrong type",
            bus("NameAcquired", "u") { $0.uint32(1) }
                + bus("NameLost", "s") { $0.string("no name at all") }),
        HostileCase(
            "an owner of the wrong type",
            bus("NameOwnerChanged", "su") {
                $0.string("a.b"); $0.uint32(1)
            }),
        HostileCase(
            "an owner that is no name",
            bus("NameOwnerChanged", "sss") {
                $0.string("a.b")
                $0.string("")
                $0.string("no name at all")
            }),
        HostileCase(
            "somebody else's call",
            WireMessage(
                type: 1,
                [.path("/org/example/Board"), .interface("org.example.Board"), .member("Drop"), .destination(":1.77")]
            ).bytes),
        HostileCase(
            "a call without a sender",
            WireMessage(
                type: 1,
                [.path("/org/example/Board"), .interface("org.example.Board"), .member("Drop"), .destination(":1.1")]
            ).bytes),
    ]

    private static func bus(_ member: String, _ signature: String, _ write: (inout WireBytes) -> Void) -> [UInt8] {
        var body = WireBytes()
        write(&body)
        return WireMessage(
            type: 4,
            [
                .path("/org/freedesktop/DBus"), .interface("org.freedesktop.DBus"), .member(member),
                .sender("org.freedesktop.DBus"), .destination(":1.1"), .signature(signature),
            ], body: body
        ).bytes
    }
}
