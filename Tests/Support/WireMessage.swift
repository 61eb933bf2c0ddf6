/// A D-Bus message built byte by byte, so that it may be wrong in any way: little-endian, by the specification alone.
package struct WireMessage {
    package enum Field {
        case path(String)
        case interface(String)
        case member(String)
        case error(String)
        case replySerial(UInt32)
        case destination(String)
        case sender(String)
        case signature(String)
        /// Any code, with a value of any type.
        case other(UInt8, String, [UInt8])
    }

    package var endianness = UInt8(ascii: "l")
    /// 1 call, 2 reply, 3 error, 4 signal.
    package var type: UInt8
    package var flags: UInt8 = 0
    package var version: UInt8 = 1
    package var serial: UInt32 = 1
    package var fields: [Field]
    package var body: WireBytes
    /// What the header claims instead of the truth.
    package var claimedBodyLength: UInt32?
    package var claimedFieldsLength: UInt32?

    package init(type: UInt8, _ fields: [Field], body: WireBytes = WireBytes()) {
        self.type = type
        self.fields = fields
        self.body = body
    }

    package var bytes: [UInt8] {
        var fieldBytes = WireBytes()
        for field in fields {
            fieldBytes.align(8)
            switch field {
            case .path(let text): fieldBytes.field(1, "o", text)
            case .interface(let text): fieldBytes.field(2, "s", text)
            case .member(let text): fieldBytes.field(3, "s", text)
            case .error(let text): fieldBytes.field(4, "s", text)
            case .replySerial(let serial):
                fieldBytes.field(5, "u")
                fieldBytes.uint32(serial)
            case .destination(let text): fieldBytes.field(6, "s", text)
            case .sender(let text): fieldBytes.field(7, "s", text)
            case .signature(let text):
                fieldBytes.field(8, "g")
                fieldBytes.signature(text)
            case .other(let code, let signature, let bytes):
                fieldBytes.field(code, signature)
                fieldBytes.bytes += bytes
            }
        }
        var all = WireBytes()
        all.bytes = [endianness, type, flags, version]
        all.uint32(claimedBodyLength ?? UInt32(body.bytes.count))
        all.uint32(serial)
        all.uint32(claimedFieldsLength ?? UInt32(fieldBytes.bytes.count))
        all.bytes += fieldBytes.bytes
        all.align(8)
        return all.bytes + body.bytes
    }
}

/// Values in wire format, little-endian.
package struct WireBytes {
    package var bytes: [UInt8] = []

    package init() {}

    package mutating func align(_ alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }

    package mutating func uint32(_ value: UInt32) {
        align(4)
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    package mutating func string(_ text: String) { string(bytes: Array(text.utf8)) }

    package mutating func string(bytes text: [UInt8]) {
        uint32(UInt32(text.count))
        bytes += text + [0]
    }

    package mutating func signature(_ text: String) {
        bytes += [UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8) + [0]
    }

    /// An array whose elements are aligned so; `body` writes them.
    package mutating func array(alignment: Int, _ body: (inout WireBytes) -> Void) {
        uint32(0)
        let length = bytes.count - 4
        align(alignment)
        let start = bytes.count
        body(&self)
        let size = UInt32(bytes.count - start)
        for offset in 0..<4 { bytes[length + offset] = UInt8(truncatingIfNeeded: size >> (offset * 8)) }
    }

    fileprivate mutating func field(_ code: UInt8, _ type: String) {
        bytes.append(code)
        signature(type)
    }

    fileprivate mutating func field(_ code: UInt8, _ type: String, _ text: String) {
        field(code, type)
        string(text)
    }
}
