import Glibc
package import HeadroomBus

/// One end of a D-Bus socket without any D-Bus library: SASL EXTERNAL, then bytes as they are.
package final class RawSocket {
    package enum Role {
        case client
        case server
    }

    /// What arrived: enough of a message to tell it from others.
    package struct Arrival {
        package let type: UInt8
        package let serial: UInt32
        /// The header fields that are strings, paths or signatures, by their code.
        package let texts: [UInt8: String]
        package let replySerial: UInt32?

        package var member: String? { texts[3] }
        package var error: String? { texts[4] }
    }

    package private(set) var arrivals: [Arrival] = []
    package private(set) var isReady = false
    /// Whether the other end closed.
    package private(set) var isClosed = false
    /// Called with each message as it arrives.
    package var onArrival: ((Arrival) -> Void)?

    private let fd: Int32
    private let role: Role
    private var unread: [UInt8] = []
    private var watch: FDWatch?

    /// Connects to a bus as a client; ready once the bus agreed.
    package convenience init(loop: EventLoop, connectingTo path: String) throws {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = try Self.address(path)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw TestFailure("connect: \(errno)") }
        try self.init(loop: loop, fd: fd, role: .client)
        let uid = String(getuid()).utf8.map { "3\(Int($0) - 48)" }.joined()
        write([0] + Array("AUTH EXTERNAL \(uid)\r\n".utf8))
    }

    package init(loop: EventLoop, fd: Int32, role: Role) throws {
        self.fd = fd
        self.role = role
        watch = try loop.watch(fd) { [unowned self] _ in receive() }
    }

    deinit { close() }

    /// Reads no more, and keeps the socket open.
    package func freeze() { watch?.events = [] }

    package func close() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        Glibc.close(fd)
    }

    package func write(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(fd, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            // The other end may close in the middle: hostile peers are thrown out.
            guard count > 0 else { return }
            sent += count
        }
    }

    package func write(_ message: WireMessage) { write(message.bytes) }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(fd, &buffer, buffer.count)
        guard count > 0 else {
            isClosed = true
            watch?.cancel()
            watch = nil
            Glibc.close(fd)
            return
        }
        unread += buffer.prefix(count)
        while !isReady, let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: unread[...end].drop { $0 == 0 }.dropLast(2), as: UTF8.self)
            unread.removeSubrange(...end)
            authenticate(line)
        }
        while isReady, let arrival = nextArrival() {
            arrivals.append(arrival)
            onArrival?(arrival)
        }
    }

    private func authenticate(_ line: String) {
        switch (role, line.split(separator: " ").first) {
        case (.client, "OK"):
            write(Array("BEGIN\r\n".utf8))
            isReady = true
        case (.server, "AUTH"):
            write(Array("OK 00112233445566778899aabbccddeeff\r\n".utf8))
        case (.server, "BEGIN"):
            isReady = true
        default:
            if role == .server { write(Array("ERROR\r\n".utf8)) }
        }
    }

    private func nextArrival() -> Arrival? {
        guard unread.count >= 16 else { return nil }
        let bytes = unread
        func number(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << ($1 * 8) }
        }
        let fieldsEnd = 16 + number(12)
        let total = (fieldsEnd + 7) / 8 * 8 + number(4)
        guard bytes.count >= total else { return nil }
        var texts: [UInt8: String] = [:]
        var replySerial: UInt32?
        var offset = 16
        while offset < fieldsEnd {
            let code = bytes[offset]
            let type = bytes[offset + 2]
            offset += 4
            if type == UInt8(ascii: "u") {
                if code == 5 { replySerial = UInt32(number(offset)) }
                offset += 4
            } else {
                let isSignature = type == UInt8(ascii: "g")
                let length = isSignature ? Int(bytes[offset]) : number(offset)
                let start = offset + (isSignature ? 1 : 4)
                texts[code] = String(decoding: bytes[start..<(start + length)], as: UTF8.self)
                offset = start + length + 1
            }
            offset = (offset + 7) / 8 * 8
        }
        unread.removeFirst(total)
        return Arrival(type: bytes[1], serial: UInt32(number(8)), texts: texts, replySerial: replySerial)
    }

    static func address(_ path: String) throws -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw TestFailure("too long: \(path)") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
