internal import CSystemd
internal import Glibc

/// The one loop of a thread: file descriptors, timers, signals, deferred work, over sd-event.
///
/// Not for more than one thread. A program that has a loop of its own polls ``fd`` for reading and calls
/// ``dispatchPending()``; any other calls ``run()``.
package final class EventLoop {
    let handle: OpaquePointer
    private var deferred: [() -> Void] = []
    private var deferral: OpaquePointer?
    /// Wakes a foreign loop when something is asked for outside of a turn; made when ``fd`` is first used.
    private var wakeUp: Int32 = -1
    private var wakeUpWatch: FDWatch?
    private var isInTurn = false

    /// - Throws: ``BusError/Code/system`` if the kernel gives no epoll instance.
    package init() throws(BusError) {
        var event: OpaquePointer?
        let result = sd_event_new(&event)
        guard result >= 0, let event else { throw .system("sd_event_new", result) }
        handle = event
        let userdata = Unmanaged.passUnretained(self).toOpaque()
        let added = sd_event_add_defer(handle, &deferral, deferralDue, userdata)
        guard added >= 0 else { throw .system("sd_event_add_defer", added) }
        sd_event_source_set_enabled(deferral, Int32(SD_EVENT_OFF))
    }

    deinit {
        wakeUpWatch?.cancel()
        if wakeUp >= 0 { close(wakeUp) }
        sd_event_source_disable_unref(deferral)
        sd_event_unref(handle)
    }

    /// Microseconds of CLOCK_MONOTONIC.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }

    /// Microseconds of CLOCK_MONOTONIC.
    package var now: UInt64 { Self.now }

    /// Runs `work` in the next turn, after what was deferred before it.
    package func later(_ work: @escaping () -> Void) {
        deferred.append(work)
        guard deferred.count == 1 else { return }
        sd_event_source_set_enabled(deferral, Int32(SD_EVENT_ONESHOT))
        wakeForeignLoop()
    }

    fileprivate func runDeferred() {
        let work = deferred
        deferred = []
        for each in work { each() }
    }

    // MARK: - Running

    /// Runs until ``quit(_:)``.
    ///
    /// - Returns: the code given to ``quit(_:)``.
    /// - Throws: ``BusError/Code/system`` if sd-event fails.
    package func run() throws(BusError) -> Int32 {
        try disarm()
        while sd_event_get_state(handle) != Int32(SD_EVENT_FINISHED) { try turn() }
        var code: Int32 = 0
        sd_event_get_exit_code(handle, &code)
        return code
    }

    /// Takes back the arming that ``dispatchPending()`` leaves, and which sd-event does not run from.
    private func disarm() throws(BusError) {
        guard sd_event_get_state(handle) == Int32(SD_EVENT_ARMED) else { return }
        isInTurn = true
        defer { isInTurn = false }
        var result = sd_event_wait(handle, 0)
        if result > 0 { result = sd_event_dispatch(handle) }
        guard result >= 0 else { throw .system("sd_event_wait", result) }
    }

    /// Ends ``run()`` when what is running now returns. A loop that was ended does not run again.
    package func quit(_ code: Int32 = 0) {
        sd_event_exit(handle, code)
    }

    /// Waits for something to happen and handles it; for `timeout` microseconds at most, or for ever.
    ///
    /// - Returns: false if nothing happened in that time.
    /// - Throws: ``BusError/Code/system`` if sd-event fails.
    @discardableResult
    package func turn(timeout: UInt64? = nil) throws(BusError) -> Bool {
        isInTurn = true
        defer { isInTurn = false }
        let result = sd_event_run(handle, timeout ?? UInt64.max)
        guard result >= 0 else { throw .system("sd_event_run", result) }
        return result > 0
    }

    // MARK: - Inside a foreign loop

    /// Readable when ``dispatchPending()`` has something to do. Call that once before the first wait.
    package var fd: Int32 {
        get throws(BusError) {
            if wakeUp < 0 {
                wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
                guard wakeUp >= 0 else { throw .system("eventfd", -errno) }
                let wakeUp = wakeUp
                wakeUpWatch = try watch(wakeUp) { _ in
                    var count: UInt64 = 0
                    _ = read(wakeUp, &count, 8)
                }
            }
            return sd_event_get_fd(handle)
        }
    }

    /// Handles all that is due, without waiting, and arms ``fd`` for what is to come.
    package func dispatchPending() throws(BusError) {
        isInTurn = true
        defer { isInTurn = false }
        while sd_event_get_state(handle) != Int32(SD_EVENT_FINISHED) {
            var result: Int32 = 0
            if sd_event_get_state(handle) == Int32(SD_EVENT_INITIAL) { result = sd_event_prepare(handle) }
            if result == 0 { result = sd_event_wait(handle, 0) }
            if result > 0 { result = sd_event_dispatch(handle) }
            guard result >= 0 else { throw .system("sd_event_dispatch", result) }
            if result > 0 { continue }
            // Nothing is due. Preparing once more puts the next deadline into the epoll instance.
            let prepared = sd_event_prepare(handle)
            guard prepared >= 0 else { throw .system("sd_event_prepare", prepared) }
            if prepared == 0 { return }
            let dispatched = sd_event_dispatch(handle)
            guard dispatched >= 0 else { throw .system("sd_event_dispatch", dispatched) }
        }
    }

    /// Makes ``fd`` readable if something was asked for while the loop is not looking.
    func wakeForeignLoop() {
        guard wakeUp >= 0, !isInTurn else { return }
        eventfd_write(wakeUp, 1)
    }
}

private func deferralDue(_ source: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
    if let userdata { Unmanaged<EventLoop>.fromOpaque(userdata).takeUnretainedValue().runDeferred() }
    return 0
}

extension BusError {
    /// A failed call to the kernel or to libsystemd; `result` is the negative errno.
    static func system(_ call: String, _ result: Int32) -> BusError {
        BusError(.system, "\(call): \(String(cString: strerror(-result)))")
    }
}
