import Glibc
import HeadroomBus
import Support

/// The compositor's end of a Wayland socket, byte by byte: it listens, takes one client at a time, cuts what arrives into
/// messages and sends what it is told to, sense or nonsense.
final class WireSocket {
    let folder: String
    let name = "wayland-7"
    /// A message that arrived: the object, its request's number, the arguments' bytes.
    var received: (UInt32, UInt16, WireArguments) -> Void = { _, _, _ in }
    var accepted: () -> Void = {}
    /// How many clients there have been.
    private(set) var clients = 0
    private(set) var hasClient = false
    private let loop: EventLoop
    private var listener: Int32 = -1
    private var listenerWatch: FDWatch?
    private var client: Int32 = -1
    private var clientWatch: FDWatch?
    private var unread: [UInt8] = []
    private var unsent: [UInt8] = []

    init(_ loop: EventLoop) throws {
        self.loop = loop
        var path = Array("/tmp/headroom-wire-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw TestFailure("mkdtemp: \(errno)") }
        folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        stop()
        rmdir(folder)
    }

    /// Listens, as a compositor that starts does.
    func start() throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/\(name)".utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw TestFailure("listen: \(errno)") }
        listenerWatch = try loop.watch(listener) { [weak self] _ in self?.accept() }
    }

    /// Is gone, with its socket, as a compositor that dies is.
    func stop() {
        hangUp()
        listenerWatch?.cancel()
        listenerWatch = nil
        if listener >= 0 { close(listener) }
        listener = -1
        unlink("\(folder)/\(name)")
    }

    /// Closes the client's connection only.
    func hangUp() {
        // Ended before the descriptor is closed, also where this runs inside of its handler.
        clientWatch?.cancel()
        clientWatch = nil
        if client >= 0 { close(client) }
        client = -1
        hasClient = false
        unread = []
        unsent = []
    }

    private func accept() {
        let fd = Glibc.accept(listener, nil, nil)
        guard fd >= 0 else { return }
        _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
        hangUp()
        client = fd
        hasClient = true
        clients += 1
        clientWatch = try? loop.watch(fd) { [weak self] events in self?.ready(events) }
        accepted()
    }

    private func ready(_ events: IOEvents) {
        flush()
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(client, &bytes, bytes.count)
        if count > 0 {
            unread += bytes.prefix(count)
            cut()
        } else if count == 0 || errno != EAGAIN {
            hangUp()
        }
    }

    private func cut() {
        while unread.count >= 8 {
            let (object, head) = unread.withUnsafeBytes {
                ($0.loadUnaligned(as: UInt32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
            }
            let size = Int(head >> 16)
            guard size >= 8, unread.count >= size else { return }
            let arguments = WireArguments(bytes: Array(unread[8..<size]))
            unread.removeFirst(size)
            received(object, UInt16(truncatingIfNeeded: head), arguments)
        }
    }

    /// Sends an event.
    func send(_ object: UInt32, _ opcode: UInt16, _ arguments: WireArgument...) {
        let body = arguments.flatMap(\.bytes)
        let head = UInt32(8 + body.count) << 16 | UInt32(opcode)
        send(bytes: WireArgument.uint(object).bytes + WireArgument.uint(head).bytes + body)
    }

    func send(bytes: [UInt8]) {
        guard client >= 0 else { return }
        unsent += bytes
        flush()
    }

    private func flush() {
        guard !unsent.isEmpty else { return }
        let count = Glibc.send(client, unsent, unsent.count, Int32(MSG_NOSIGNAL))
        if count > 0 { unsent.removeFirst(count) }
        clientWatch?.events = unsent.isEmpty ? .readable : [.readable, .writable]
    }
}

/// An argument of an event.
enum WireArgument {
    case uint(UInt32)
    case int(Int32)
    case string(String)
    case array([UInt32])
    /// A string or array of any bytes, right or wrong.
    case blob([UInt8])

    var bytes: [UInt8] {
        switch self {
        case .uint(let value): withUnsafeBytes(of: value) { Array($0) }
        case .int(let value): withUnsafeBytes(of: value) { Array($0) }
        case .string(let text): WireArgument.blob(Array(text.utf8) + [0]).bytes
        case .array(let words): WireArgument.blob(words.flatMap { WireArgument.uint($0).bytes }).bytes
        case .blob(let bytes):
            WireArgument.uint(UInt32(bytes.count)).bytes + bytes
                + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        }
    }
}

/// The arguments of a request, read from the front.
struct WireArguments {
    private var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func uint() -> UInt32 {
        guard bytes.count >= 4 else { return 0 }
        defer { bytes.removeFirst(4) }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    mutating func int() -> Int32 { Int32(bitPattern: uint()) }

    mutating func string() -> String {
        let count = Int(uint())
        let padded = (count + 3) / 4 * 4
        guard count > 0, bytes.count >= padded else { return "" }
        defer { bytes.removeFirst(padded) }
        return String(decoding: bytes[..<(count - 1)], as: UTF8.self)
    }
}
