import Glibc
import Synchronization

/// The processes that tests started and that have not ended; killed when the test process exits.
final class LiveChildren: Sendable {
    static let shared = LiveChildren()

    private let pids = Mutex<Set<pid_t>>([])

    private init() {
        atexit {
            LiveChildren.shared.pids.withLock { for pid in $0 { kill(pid, SIGKILL) } }
        }
    }

    func add(_ pid: pid_t) { pids.withLock { _ = $0.insert(pid) } }

    func remove(_ pid: pid_t) { pids.withLock { _ = $0.remove(pid) } }
}
