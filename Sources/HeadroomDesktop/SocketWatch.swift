internal import Glibc
package import HeadroomBus

/// Tells when something of a certain name appears in a folder (inotify).
package final class SocketWatch {
    private let fd: Int32
    private let name: String
    private let appeared: () -> Void
    private var watch: FDWatch?

    /// - Throws: ``BusError/Code/system`` if the folder cannot be watched, for example because there is none.
    package init(loop: EventLoop, folder: String, name: String, appeared: @escaping () -> Void) throws(BusError) {
        self.name = name
        self.appeared = appeared
        fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard fd >= 0 else { throw BusError(.system, "inotify: \(SocketWatch.lastError)") }
        guard inotify_add_watch(fd, folder, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 else {
            throw BusError(.system, "\(folder): \(SocketWatch.lastError)")
        }
        watch = try loop.watch(fd) { [weak self] _ in self?.read() }
    }

    private static var lastError: String { String(cString: strerror(errno)) }

    deinit {
        watch?.cancel()
        if fd >= 0 { close(fd) }
    }

    /// An event is 16 bytes (watch, mask, cookie, length) and a name of that length, padded with zeros.
    private func read() {
        var hasAppeared = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while true {
                let count = Glibc.read(fd, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + 16 <= count {
                    let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    guard offset + 16 + length <= count else { break }
                    let bytes = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
                    if bytes.elementsEqual(name.utf8) { hasAppeared = true }
                    offset += 16 + length
                }
            }
        }
        if hasAppeared { appeared() }
    }
}
