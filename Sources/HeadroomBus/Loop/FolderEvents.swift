internal import Glibc

/// What happens in folders, as the kernel tells it (inotify), in a loop.
package final class FolderEvents {
    /// One thing that happened.
    package struct Event: Sendable, Hashable {
        /// The number of the watch, as ``FolderEvents/watch(_:for:)`` gave it.
        package let watch: Int32
        /// What happened, in the bits of inotify (`IN_CREATE` and so on).
        package let kinds: UInt32
        /// The name in the folder; empty if it is about the folder itself.
        package let name: String
    }

    private let fd: Int32
    private let happened: ([Event]) -> Void
    private var readiness: FDWatch?

    /// `happened` is called with what has happened since it was called last.
    ///
    /// - Throws: ``BusError/Code/system`` if the kernel gives no more of them.
    package init(loop: EventLoop, _ happened: @escaping ([Event]) -> Void) throws(BusError) {
        self.happened = happened
        fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard fd >= 0 else { throw .system("inotify_init1", -errno) }
        readiness = try loop.watch(fd) { [weak self] _ in self?.read() }
    }

    deinit {
        readiness?.cancel()
        if fd >= 0 { close(fd) }
    }

    /// Watches a folder for these kinds of events, in the bits of inotify.
    ///
    /// - Returns: the number of the watch; nil if there is no such folder.
    /// - Throws: ``BusError/Code/system`` if it cannot be watched for another reason.
    package func watch(_ folder: String, for kinds: UInt32) throws(BusError) -> Int32? {
        let number = inotify_add_watch(fd, folder, kinds | UInt32(IN_ONLYDIR))
        if number >= 0 { return number }
        guard errno == ENOENT || errno == ENOTDIR else { throw .system(folder, -errno) }
        return nil
    }

    package func end(_ watch: Int32) { inotify_rm_watch(fd, watch) }

    /// An event is 16 bytes (watch, kinds, cookie, length) and a name of that length, padded with zeros.
    private func read() {
        var events: [Event] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while true {
                let count = Glibc.read(fd, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + 16 <= count {
                    let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    guard offset + 16 + length <= count else { break }
                    let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
                    events.append(
                        Event(
                            watch: buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self),
                            kinds: buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                            name: String(decoding: name, as: UTF8.self)))
                    offset += 16 + length
                }
            }
        }
        if !events.isEmpty { happened(events) }
    }
}
