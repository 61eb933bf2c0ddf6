import Testing

@testable import HeadroomDesktop

/// The frames of sway's protocol.
@Suite("Sway's messages")
struct SwayMessageTests {
    @Test("messages are found however they are cut", arguments: [1, 3, 14, 15, 1000])
    func cut(size: Int) throws {
        let messages = [
            SwayMessage(kind: 4), SwayMessage(kind: SwayMessage.Kind.windowEvent, payload: Array("{}".utf8)),
            SwayMessage(kind: 2, payload: [UInt8](repeating: 7, count: 300)),
        ]
        let bytes = messages.flatMap(\.bytes)
        var reader = SwayReader()
        var found: [SwayMessage] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(bytes[start..<min(start + size, bytes.count)])
            while let message = try reader.next() { found.append(message) }
        }
        #expect(found == messages)
        #expect(try reader.next() == nil)
    }

    @Test("what is no message, or too long, is refused")
    func hostile() {
        var reader = SwayReader()
        reader.append(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        #expect(throws: SwayError.self) { try reader.next() }
        var long = SwayReader()
        let header = SwayMessage(kind: 4).bytes
        long.append(header.prefix(6) + [0xff, 0xff, 0xff, 0xff] + header.suffix(4))
        #expect(throws: SwayError.self) { try long.next() }
    }

    @Test("only an absolute path that fits is an address")
    func address() {
        func address(_ value: String?) -> SwayAddress? { SwayAddress { $0 == "SWAYSOCK" ? value : nil } }
        #expect(address("/run/user/1000/sway-ipc.1000.42.sock")?.place.name == "sway-ipc.1000.42.sock")
        #expect(address("/run/user/1000/sway-ipc.1000.42.sock")?.place.folder == "/run/user/1000")
        #expect(address(nil) == nil && address("") == nil && address("sway.sock") == nil)
        #expect(address("/" + String(repeating: "x", count: 200)) == nil)
    }
}
