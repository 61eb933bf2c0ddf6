import Glibc
import HeadroomBus
import Support

/// Turns the loop whenever something changes in a folder.
final class FolderWatch {
    private let fd: Int32
    private var watch: FDWatch?

    init(_ folder: String, on loop: EventLoop) throws {
        fd = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard fd >= 0, inotify_add_watch(fd, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE)) >= 0
        else {
            throw TestFailure("inotify: \(errno)")
        }
        let fd = fd
        watch = try loop.watch(fd) { _ in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while Glibc.read(fd, &bytes, bytes.count) > 0 {}
        }
    }

    func cancel() {
        watch?.cancel()
        watch = nil
        close(fd)
    }
}
