internal import Glibc

/// Sockets of the file system, as the compositors listen at.
enum UnixSocket {
    /// What fits into a socket's address, in bytes, the terminating zero included.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// A connected socket, or the kernel's `errno` for why there is none.
    enum Outcome {
        /// The caller's to close.
        case connected(Int32)
        case failed(errno: Int32)
    }

    /// Connects to the socket at a path that is shorter than ``longestPath``. Never waits.
    static func connect(to path: String) -> Outcome {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard fd >= 0 else { return .failed(errno: errno) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = errno
            close(fd)
            return .failed(errno: error)
        }
        return .connected(fd)
    }
}
