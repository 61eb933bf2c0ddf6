import Glibc
import HeadroomBus
import Synchronization

/// Tells whether the machine stuttered: a thread that wants to wake up every 2 ms, and remembers how late it was.
///
/// Tests that judge the times of real programs leave out what happened while nobody could have been in time.
package final class Heartbeat: Sendable {
    /// In µs.
    private static let pause: UInt64 = 2_000
    private let worst = Mutex<UInt64>(0)
    private let isOver = Atomic<Bool>(false)

    package init() throws {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Heartbeat>.fromOpaque(context).takeRetainedValue().beat() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard code == 0 else { throw TestFailure("no thread for the heartbeat: \(code)") }
        pthread_detach(thread)
    }

    package func stop() { isOver.store(true, ordering: .relaxed) }

    /// How late it was at worst since this was asked last, in ms.
    package func takeLateness() -> Double {
        worst.withLock { worst in
            defer { worst = 0 }
            return Double(worst) / 1000
        }
    }

    private func beat() {
        while !isOver.load(ordering: .relaxed) {
            let due = EventLoop.now + Heartbeat.pause
            usleep(UInt32(Heartbeat.pause))
            let now = EventLoop.now
            if now > due { worst.withLock { $0 = max($0, now - due) } }
        }
    }
}
