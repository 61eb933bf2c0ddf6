import Glibc
import HeadroomBus
import Support
import Testing

@testable import HeadroomDesktop

/// A connection to sway's socket, with a test at its other end.
@Suite("Sway's socket", .timeLimit(.minutes(10)))
struct SwayLinkTests {
    private static let tree = Array(
        #"{"type": "con", "pid": 7, "rect": {"x": 1, "y": 2, "width": 3, "height": 4}, "window_rect": {"x": 0, "y": 0, "width": 3, "height": 4}}"#
            .utf8)

    @Test("asks, is told, and comes back when sway does")
    func life() throws {
        let scene = try Scene()
        let sway = try ScriptedSway(scene.loop, at: scene.path)
        try scene.wait("the subscription") { sway.received.first?.kind == SwayMessage.Kind.subscribe }
        var answer: [SwayWindow]??
        scene.link.connection?.windows { answer = .some($0) }
        try scene.wait("the question") { sway.received.count == 2 }
        // A word in between, and the answer in two parts.
        sway.send(SwayMessage(kind: SwayMessage.Kind.windowEvent, payload: Array("{}".utf8)).bytes)
        let reply = SwayMessage(kind: SwayMessage.Kind.getTree, payload: Self.tree).bytes
        sway.send(Array(reply.prefix(20)))
        try scene.wait("the event") { scene.changes == 1 }
        #expect(answer == nil)
        sway.send(Array(reply.dropFirst(20)))
        try scene.wait("the answer") { answer != nil }
        #expect(answer??.map(\.process) == [7])
        // Who waits when it dies is told.
        var isAnswered = false
        scene.link.connection?.windows { isAnswered = $0 == nil }
        sway.stop()
        try scene.wait("the end") { isAnswered && scene.ends == 1 }
        let again = try ScriptedSway(scene.loop, at: scene.path)
        try scene.wait("another subscription") { again.received.first?.kind == SwayMessage.Kind.subscribe }
    }

    @Test("what is not its protocol ends the connection, and is tried again")
    func hostile() throws {
        let scene = try Scene()
        let sway = try ScriptedSway(scene.loop, at: scene.path)
        try scene.wait("the subscription") { !sway.received.isEmpty }
        sway.send(Array(repeating: UInt8(ascii: "x"), count: 100))
        try scene.wait("the end") { scene.ends == 1 }
        try scene.wait("another try") { sway.received.count == 2 }
    }

    @Test("no more questions are open than are answered by and by")
    func limit() throws {
        let scene = try Scene()
        let sway = try ScriptedSway(scene.loop, at: scene.path)
        try scene.wait("the subscription") { !sway.received.isEmpty }
        var refused = 0
        for _ in 0..<100 { scene.link.connection?.windows { refused += $0 == nil ? 1 : 0 } }
        #expect(refused == 36)
    }

    private final class Scene: SwayListener {
        let loop: EventLoop
        private let folder: TemporaryFolder
        var path: String { "\(folder.path)/sway.sock" }
        private(set) var changes = 0
        private(set) var ends = 0
        private(set) lazy var link = SwayLink(loop: loop, address: address, listener: self)
        private let address: SwayAddress

        init() throws {
            loop = try EventLoop()
            let folder = try TemporaryFolder()
            self.folder = folder
            address = try #require(SwayAddress { _ in "\(folder.path)/sway.sock" })
            _ = link
        }

        func wait(_ what: String, until isDone: () -> Bool) throws { try loop.wait(what, until: isDone) }

        func swayChanged(_ connection: SwayConnection) { changes += 1 }

        func sway(_ connection: SwayConnection, ended error: SwayError) {
            ends += 1
            link.lost()
        }
    }
}

/// The other end of sway's socket: takes one client at a time, and keeps what it says.
private final class ScriptedSway {
    private(set) var received: [SwayMessage] = []
    private let loop: EventLoop
    private let path: String
    private var listener: Int32 = -1
    private var client: Int32 = -1
    private var watches: [FDWatch] = []
    private var reader = SwayReader()

    init(_ loop: EventLoop, at path: String) throws {
        self.loop = loop
        self.path = path
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 8) == 0 else { throw TestFailure("listen: \(errno)") }
        watches.append(try loop.watch(listener) { [weak self] _ in self?.accept() })
    }

    deinit { stop() }

    func send(_ bytes: [UInt8]) { _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Is gone, with its socket.
    func stop() {
        for watch in watches { watch.cancel() }
        watches = []
        for fd in [client, listener] where fd >= 0 { close(fd) }
        (client, listener) = (-1, -1)
        unlink(path)
    }

    private func accept() {
        let fd = Glibc.accept(listener, nil, nil)
        guard fd >= 0 else { return }
        _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
        if client >= 0 {
            watches.removeLast().cancel()
            close(client)
        }
        client = fd
        reader = SwayReader()
        let watch = try? loop.watch(fd) { [weak self] _ in self?.receive() }
        if let watch { watches.append(watch) }
    }

    private func receive() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(client, &bytes, bytes.count, 0)
        guard count > 0 else { return watches.count > 1 ? watches.removeLast().cancel() : () }
        reader.append(bytes.prefix(count))
        while let message = try? reader.next() { received.append(message) }
    }
}
