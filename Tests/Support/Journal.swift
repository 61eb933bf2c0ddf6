import Foundation
import Glibc
import Synchronization

/// The socket on which a journal takes messages: some programs do not start without one, and in a container without systemd
/// there is none.
enum Journal {
    private static let path = "/run/systemd/journal/socket"
    /// Whether this process provides it.
    private static let isProvided = Mutex(false)

    /// Makes sure that somebody takes messages there, until this process ends: systemd's journal, or else this process, which
    /// forgets them.
    ///
    /// - Throws: if there is no journal and only root may provide one.
    static func provide() throws {
        try isProvided.withLock { isProvided throws in
            guard !isProvided, !isTaken() else { return }
            try listen()
            isProvided = true
        }
    }

    private static func isTaken() -> Bool {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        return withAddress { connect(socket, $0, $1) } == 0
    }

    private static func listen() throws {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        mkdir("/run/systemd", 0o755)
        mkdir("/run/systemd/journal", 0o755)
        unlink(path)
        guard withAddress({ bind(socket, $0, $1) }) == 0 else {
            throw TestFailure("no journal, and none can be provided at \(path): \(String(cString: strerror(errno)))")
        }
        atexit { unlink(Journal.path) }
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while recv(socket, &bytes, bytes.count, 0) >= 0 {}
        }
    }

    private static func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
