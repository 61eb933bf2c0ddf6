internal import CSystemd
internal import Glibc

/// What a file descriptor is ready for.
package struct IOEvents: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The corresponding C constant is `EPOLLIN`.
    package static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    /// The corresponding C constant is `EPOLLOUT`.
    package static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// The corresponding C constant is `EPOLLERR`; always watched for.
    package static let error = IOEvents(rawValue: EPOLLERR.rawValue)
    /// The corresponding C constant is `EPOLLHUP`; always watched for.
    package static let hangup = IOEvents(rawValue: EPOLLHUP.rawValue)
}

/// Calls its handler in each turn in which a file descriptor is ready, until it is cancelled or dropped.
///
/// The descriptor stays the caller's, who closes it after the watch ended. A loop watches each descriptor once.
package final class FDWatch {
    private var source: OpaquePointer?
    private let handler: (IOEvents) -> Void

    fileprivate init(
        loop: EventLoop, fd: Int32, events: IOEvents, handler: @escaping (IOEvents) -> Void
    ) throws(BusError) {
        self.handler = handler
        self.events = events
        let userdata = Unmanaged.passUnretained(self).toOpaque()
        let result = sd_event_add_io(loop.handle, &source, fd, events.rawValue, ready, userdata)
        guard result >= 0 else { throw .system("sd_event_add_io", result) }
    }

    deinit { cancel() }

    /// What is watched for besides errors and hang-up; empty for nothing else.
    package var events: IOEvents {
        didSet {
            guard events != oldValue, let source else { return }
            sd_event_source_set_io_events(source, events.rawValue)
        }
    }

    package func cancel() {
        sd_event_source_disable_unref(source)
        source = nil
    }

    fileprivate func handle(_ events: IOEvents) { handler(events) }
}

extension EventLoop {
    /// Watches a file descriptor, level-triggered: the handler must take what makes it ready.
    ///
    /// - Throws: ``BusError/Code/system`` if it cannot be watched, for example because it is watched already.
    package func watch(
        _ fd: Int32, _ events: IOEvents = .readable, _ handler: @escaping (IOEvents) -> Void
    ) throws(BusError) -> FDWatch {
        try FDWatch(loop: self, fd: fd, events: events, handler: handler)
    }
}

private func ready(
    _ source: OpaquePointer?, _ fd: Int32, _ events: UInt32, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
    if let userdata {
        Unmanaged<FDWatch>.fromOpaque(userdata).takeUnretainedValue().handle(IOEvents(rawValue: events))
    }
    return 0
}
