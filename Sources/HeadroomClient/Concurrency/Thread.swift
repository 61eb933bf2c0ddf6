internal import Glibc
import HeadroomBus

/// A thread of its own for work that must stay on one.
enum Thread {
    private final class Start: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }

    /// Starts a thread that ends when `work` returns; nobody waits for it. It takes no signals: those are for the
    /// program's own threads.
    ///
    /// - Throws: ``HeadroomBus/BusError/Code/system`` if the system gives no thread.
    static func start(_ work: @escaping @Sendable () -> Void) throws(BusError) {
        // A thread begins with the signal mask of the one that starts it.
        let masks = UnsafeMutablePointer<sigset_t>.allocate(capacity: 2)
        defer { masks.deallocate() }
        sigfillset(masks)
        pthread_sigmask(SIG_BLOCK, masks, masks + 1)
        defer { pthread_sigmask(SIG_SETMASK, masks + 1, nil) }
        let start = Unmanaged.passRetained(Start(work))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { start in
                if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().work() }
                return nil
            }, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw BusError(.system, "pthread_create: \(String(cString: strerror(result)))")
        }
        pthread_detach(thread)
    }
}
