internal import CSystemd
internal import Glibc

/// Calls its handler once when a process, anybody's, has ended. Dropping it ends it.
package final class ProcessWatch {
    private let fd: Int32
    private var watch: FDWatch?

    /// - Throws: ``BusError/Code/system`` if there is no such process, or no more of it than its name.
    package init(loop: EventLoop, pid: Int32, _ ended: @escaping () -> Void) throws(BusError) {
        fd = pidfd_open(pid, 0)
        guard fd >= 0 else { throw .system("pidfd_open", -errno) }
        watch = try loop.watch(fd) { [unowned self] _ in
            cancel()
            ended()
        }
    }

    deinit {
        watch?.cancel()
        close(fd)
    }

    package func cancel() {
        watch?.cancel()
        watch = nil
    }
}
