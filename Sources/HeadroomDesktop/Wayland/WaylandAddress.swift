internal import Glibc

/// Where the compositor of an environment listens.
package struct WaylandAddress: Sendable, Hashable {
    /// The folder of the socket.
    package let folder: String
    /// The socket's name in it.
    package let name: String

    package var path: String { folder + "/" + name }

    /// The address that `WAYLAND_DISPLAY` and `XDG_RUNTIME_DIR` give; nil if they give none.
    ///
    /// Without `WAYLAND_DISPLAY` there is none: a session that has a compositor says which.
    package init?(environment variable: (String) -> String?) {
        guard let display = variable("WAYLAND_DISPLAY"), !display.isEmpty else { return nil }
        if let slash = display.lastIndex(of: "/") {
            guard display.first == "/" else { return nil }
            self.init(folder: String(display[..<slash]), name: String(display[display.index(after: slash)...]))
        } else {
            guard let folder = variable("XDG_RUNTIME_DIR"), folder.first == "/" else { return nil }
            self.init(folder: folder, name: display)
        }
    }

    package init?(folder: String, name: String) {
        guard !name.isEmpty, !name.contains("/"), folder.utf8.count + name.utf8.count + 1 < WaylandAddress.longest
        else { return nil }
        self.folder = folder
        self.name = name
    }

    /// What fits into a socket's address, in bytes, the terminating zero included.
    private static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// A connected socket, the caller's to close. Never waits.
    func connect() throws(WaylandError) -> Int32 {
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard fd >= 0 else { throw WaylandError(.system, "socket: \(WaylandAddress.lastError)") }
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
            case ENOENT: throw WaylandError(.noSocket, "no compositor listens at \(path)")
            case ECONNREFUSED, EAGAIN: throw WaylandError(.refused, "the compositor at \(path) does not answer")
            default: throw WaylandError(.system, "\(path): \(String(cString: strerror(error)))")
            }
        }
        return fd
    }

    static var lastError: String { String(cString: strerror(errno)) }
}
