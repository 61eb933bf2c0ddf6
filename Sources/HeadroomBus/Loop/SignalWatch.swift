internal import CSystemd
internal import Glibc

/// Calls its handler when a signal arrives, until it is cancelled or dropped.
package final class SignalWatch {
    private var source: OpaquePointer?
    private let handler: () -> Void

    fileprivate init(loop: EventLoop, number: Int32, handler: @escaping () -> Void) throws(BusError) {
        self.handler = handler
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        let blocked = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard blocked == 0 else { throw .system("pthread_sigmask", -blocked) }
        let userdata = Unmanaged.passUnretained(self).toOpaque()
        let result = sd_event_add_signal(loop.handle, &source, number, arrived, userdata)
        guard result >= 0 else { throw .system("sd_event_add_signal", result) }
    }

    deinit { cancel() }

    package func cancel() {
        sd_event_source_disable_unref(source)
        source = nil
    }

    fileprivate func arrive() { handler() }
}

extension EventLoop {
    /// Handles a signal in the loop. Blocks it in this thread, and threads made later inherit that; threads that are
    /// there already still die of it.
    ///
    /// - Throws: ``BusError/Code/system`` if the number is none or is watched already.
    package func signal(_ number: Int32, _ handler: @escaping () -> Void) throws(BusError) -> SignalWatch {
        try SignalWatch(loop: self, number: number, handler: handler)
    }
}

private func arrived(
    _ source: OpaquePointer?, _ info: UnsafePointer<signalfd_siginfo>?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
    if let userdata { Unmanaged<SignalWatch>.fromOpaque(userdata).takeUnretainedValue().arrive() }
    return 0
}
