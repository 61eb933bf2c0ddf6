import Glibc
import HeadroomBus

/// Tells when files of certain names in a folder may have changed; the folder need not be there yet (inotify).
///
/// Of a folder that is missing it watches the nearest one above it that is there.
final class IBusFolderWatch {
    private let fd: Int32
    private let folder: String
    private let names: [String]
    private let changed: () -> Void
    private var watch: FDWatch?
    /// What is watched: its number, and the names in it that matter.
    private var place: (number: Int32, names: [String])?

    /// - Throws: ``BusError/Code/system`` if the kernel gives no more of them.
    init(
        loop: EventLoop, folder: String, names: [String], changed: @escaping () -> Void
    ) throws(BusError) {
        self.folder = folder
        self.names = names
        self.changed = changed
        fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard fd >= 0 else { throw BusError(.system, "inotify: \(String(cString: strerror(errno)))") }
        watch = try loop.watch(fd) { [weak self] _ in self?.read() }
        settle()
    }

    deinit {
        watch?.cancel()
        if fd >= 0 { close(fd) }
    }

    /// Watches what there is now. A folder that is made meanwhile is found, too.
    private func settle() {
        for _ in 0..<16 {
            if let place { inotify_rm_watch(fd, place.number) }
            place = nearest()
            guard let place, place.names != names, exists(below: place.names) else { return }
        }
    }

    /// Where the folder that is missing below the watched one was looked for.
    private var watchedFolder = ""

    private func exists(below names: [String]) -> Bool {
        names.contains { access("\(watchedFolder)/\($0)", F_OK) == 0 }
    }

    private func nearest() -> (Int32, [String])? {
        var path = folder[...]
        var wanted = names
        while true {
            let number = inotify_add_watch(fd, path.isEmpty ? "/" : String(path), Self.events)
            if number >= 0 {
                watchedFolder = String(path)
                return (number, wanted)
            }
            guard errno == ENOENT || errno == ENOTDIR, let slash = path.lastIndex(of: "/") else { return nil }
            wanted = [String(path[path.index(after: slash)...])]
            path = path[..<slash]
        }
    }

    private static let events =
        UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR)

    /// An event is 16 bytes (watch, mask, cookie, length) and a name of that length, padded with zeros.
    private func read() {
        var hasChanged = false
        var isElsewhere = false
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while true {
                let count = Glibc.read(fd, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + 16 <= count {
                    let number = buffer.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                    let mask = buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                    let length = Int(buffer.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    guard offset + 16 + length <= count else { break }
                    let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
                    offset += 16 + length
                    if mask & UInt32(IN_Q_OVERFLOW) != 0 { (hasChanged, isElsewhere) = (true, true) }
                    guard let place, place.number == number else { continue }
                    if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { isElsewhere = true }
                    if place.names.contains(where: { name.elementsEqual($0.utf8) }) { hasChanged = true }
                }
            }
        }
        guard hasChanged || isElsewhere else { return }
        if isElsewhere || place?.names != names { settle() }
        changed()
    }
}
