import Glibc
package import HeadroomBus

/// A bus that is only a script: what is connected to it gets the very bytes that a test writes.
///
/// It greets; every other call stays unanswered unless the test answers.
package final class FakeBus {
    package let address: String
    /// Those that are connected, in the order in which they came.
    package private(set) var peers: [RawSocket] = []
    /// The name that `Hello` is answered with; nil leaves it unanswered.
    package var greeting: String? = ":1.1"

    private let folder: TemporaryFolder
    private let listener: Int32
    private var watch: FDWatch?

    package init(loop: EventLoop) throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.path)/bus"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = try RawSocket.address("\(folder.path)/bus")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, listen(listener, 16) == 0 else { throw TestFailure("listen: \(errno)") }
        watch = try loop.watch(listener) { [unowned self, unowned loop] _ in
            let fd = accept(listener, nil, nil)
            _ = fcntl(fd, F_SETFD, FD_CLOEXEC)
            guard fd >= 0, let peer = try? RawSocket(loop: loop, fd: fd, role: .server) else { return }
            peers.append(peer)
            peer.onArrival = { [unowned self, unowned peer] in answer($0, peer) }
        }
    }

    deinit {
        watch?.cancel()
        close(listener)
    }

    private func answer(_ arrival: RawSocket.Arrival, _ peer: RawSocket) {
        guard arrival.member == "Hello", let greeting else { return }
        var body = WireBytes()
        body.string(greeting)
        peer.write(
            WireMessage(
                type: 2,
                [
                    .replySerial(arrival.serial), .sender("org.freedesktop.DBus"), .destination(greeting),
                    .signature("s"),
                ], body: body))
    }
}
