internal import Glibc

/// Where sway listens for programs that ask it things.
package struct SwayAddress: Sendable, Hashable {
    package let path: String

    /// The address that `SWAYSOCK` gives; nil if it gives none, and if it is not one.
    package init?(environment variable: (String) -> String?) {
        guard let path = variable("SWAYSOCK"), path.hasPrefix("/"), path.utf8.count < SwayAddress.longest else {
            return nil
        }
        self.path = path
    }

    /// What fits into a socket's address, in bytes, the terminating zero included.
    private static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// The socket's folder and its name there.
    var place: Reconnection.Place {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return Reconnection.Place(
            folder: slash == path.startIndex ? "/" : String(path[..<slash]),
            name: String(path[path.index(after: slash)...]))
    }

    /// A connected socket, the caller's to close. Never waits.
    func connect() throws(SwayError) -> Int32 {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard fd >= 0 else { throw SwayError(.system, "socket: \(SwayError.lastError)") }
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
            switch error {
            case ENOENT: throw SwayError(.noSocket, "sway does not listen at \(path)")
            case ECONNREFUSED, EAGAIN: throw SwayError(.refused, "sway does not answer at \(path)")
            default: throw SwayError(.system, "\(path): \(String(cString: strerror(error)))")
            }
        }
        return fd
    }
}

/// Why there is no connection to sway, or none any more.
package struct SwayError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// There is no socket at the address.
        case noSocket
        /// Nobody listens there.
        case refused
        /// It closed the connection, or sent what nobody can read.
        case closed
        /// A call to the kernel failed.
        case system
    }

    package let code: Code
    /// For people.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    static var lastError: String { String(cString: strerror(errno)) }
}
