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
        guard !name.isEmpty, !name.contains("/"), folder.utf8.count + name.utf8.count + 1 < UnixSocket.longestPath
        else { return nil }
        self.folder = folder
        self.name = name
    }

    /// A connected socket, the caller's to close. Never waits.
    func connect() throws(WaylandError) -> Int32 {
        switch UnixSocket.connect(to: path) {
        case .connected(let fd): return fd
        case .failed(ENOENT): throw WaylandError(.noSocket, "no compositor listens at \(path)")
        case .failed(ECONNREFUSED), .failed(EAGAIN):
            throw WaylandError(.refused, "the compositor at \(path) does not answer")
        case .failed(let error): throw WaylandError(.system, "\(path): \(String(cString: strerror(error)))")
        }
    }

    static var lastError: String { String(cString: strerror(errno)) }
}
