internal import CSystemd
internal import Glibc

/// A one-shot timer that can be armed again and again, accurate to 1 µs. Dropping it disarms it.
package final class Timer {
    private var source: OpaquePointer?
    private let handler: () -> Void
    private let loop: EventLoop

    fileprivate init(loop: EventLoop, handler: @escaping () -> Void) throws(BusError) {
        self.loop = loop
        self.handler = handler
        let userdata = Unmanaged.passUnretained(self).toOpaque()
        let result = sd_event_add_time(loop.handle, &source, CLOCK_MONOTONIC, UInt64.max, 1, expired, userdata)
        guard result >= 0 else { throw .system("sd_event_add_time", result) }
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    }

    deinit { sd_event_source_disable_unref(source) }

    /// When it is due, in microseconds of CLOCK_MONOTONIC; nil if it is not armed.
    package private(set) var deadline: UInt64?

    /// Arms it for an instant, in microseconds of CLOCK_MONOTONIC; one in the past is due in the next turn.
    package func arm(at instant: UInt64) {
        guard deadline != instant else { return }
        deadline = instant
        // sd-event takes 0 for "never armed" in some versions, and the greatest value for "never".
        sd_event_source_set_time(source, min(max(instant, 1), UInt64.max - 1))
        sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
        loop.wakeForeignLoop()
    }

    /// Arms it for so many microseconds from now.
    package func arm(after microseconds: UInt64) {
        let (instant, isOver) = loop.now.addingReportingOverflow(microseconds)
        arm(at: isOver ? .max : instant)
    }

    package func disarm() {
        guard deadline != nil else { return }
        deadline = nil
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    }

    fileprivate func expire() {
        deadline = nil
        handler()
    }
}

extension EventLoop {
    /// A timer, not armed yet.
    ///
    /// - Throws: ``BusError/Code/system`` if the kernel gives none.
    package func timer(_ handler: @escaping () -> Void) throws(BusError) -> Timer {
        try Timer(loop: self, handler: handler)
    }
}

private func expired(_ source: OpaquePointer?, _ time: UInt64, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
    if let userdata { Unmanaged<Timer>.fromOpaque(userdata).takeUnretainedValue().expire() }
    return 0
}
