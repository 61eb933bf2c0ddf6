internal import Glibc

/// Where sway listens for programs that ask it things.
package struct SwayAddress: Sendable, Hashable {
    package let path: String

    /// The address that `SWAYSOCK` gives; nil if it gives none, and if it is not one.
    package init?(environment variable: (String) -> String?) {
        guard let path = variable("SWAYSOCK"), path.hasPrefix("/"), path.utf8.count < UnixSocket.longestPath else {
            return nil
        }
        self.path = path
    }

    /// The socket's folder and its name there.
    var place: Reconnection.Place {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return Reconnection.Place(
            folder: slash == path.startIndex ? "/" : String(path[..<slash]),
            name: String(path[path.index(after: slash)...]))
    }

    /// A connected socket, the caller's to close. Never waits.
    func connect() throws(SwayError) -> Int32 {
        switch UnixSocket.connect(to: path) {
        case .connected(let fd): return fd
        case .failed(ENOENT): throw SwayError(.noSocket, "sway does not listen at \(path)")
        case .failed(ECONNREFUSED), .failed(EAGAIN): throw SwayError(.refused, "sway does not answer at \(path)")
        case .failed(let error): throw SwayError(.system, "\(path): \(String(cString: strerror(error)))")
        }
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
