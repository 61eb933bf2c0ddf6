internal import Glibc
import HeadroomBus

/// Brings work from any thread to one.
final class Mailbox<Desk>: Sendable {
    typealias Job = @Sendable (Desk) -> Void

    /// Readable when there is something to do; the mailbox's own.
    let fd: Int32
    private let bell: Int32
    private let content = Guarded(Content())

    private struct Content {
        var jobs: [Job] = []
        var isClosed = false
    }

    /// - Throws: ``HeadroomBus/BusError/Code/system`` if the kernel gives no descriptors.
    init() throws(BusError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BusError(.system, "pipe: \(String(cString: strerror(errno)))") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (fd, bell) = (ends[0], ends[1])
    }

    deinit {
        Glibc.close(fd)
        Glibc.close(bell)
    }

    /// Has `job` done on the other thread, after those posted before.
    ///
    /// - Returns: false if nobody will do it any more.
    @discardableResult
    func post(_ job: @escaping Job) -> Bool {
        let isOpen = content.withLock { content in
            if !content.isClosed { content.jobs.append(job) }
            return !content.isClosed
        }
        // A full pipe rings already.
        if isOpen { _ = write(bell, [1], 1) }
        return isOpen
    }

    /// Does all that was posted.
    func empty(at desk: Desk) {
        var rings = [UInt8](repeating: 0, count: 256)
        while read(fd, &rings, rings.count) == rings.count {}
        for job in take() { job(desk) }
    }

    /// Takes nothing more.
    ///
    /// - Returns: what nobody did.
    func close() -> [Job] {
        content.withLock { $0.isClosed = true }
        return take()
    }

    private func take() -> [Job] {
        content.withLock { content in
            defer { content.jobs = [] }
            return content.jobs
        }
    }
}
