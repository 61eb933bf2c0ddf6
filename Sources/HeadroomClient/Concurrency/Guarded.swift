internal import Glibc

/// A value that several threads share, one at a time.
///
/// The lock is pthread's and not `Mutex`: that one is a futex inside the standard library, which the thread sanitizer does
/// not see, so it would call every access through it a race.
///
/// `@unchecked`: `value` is touched with `lock` held only.
final class Guarded<Value>: @unchecked Sendable {
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: sending Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deinitialize(count: 1)
        lock.deallocate()
    }

    /// Lends the value to `body`, which must not ask for it again.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }
}
