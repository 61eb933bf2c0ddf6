import HeadroomBus

/// Something that a client's loop watches for a program, until it is cancelled or dropped.
public final class LoopWatch {
    private var end: (() -> Void)?

    fileprivate init(_ end: @escaping () -> Void) { self.end = end }

    deinit { cancel() }

    /// Nothing more is told.
    public func cancel() {
        end?()
        end = nil
    }
}

/// An alarm in a client's loop, which can be set again and again. Dropping it ends it.
public final class Alarm {
    private let timer: HeadroomBus.Timer

    fileprivate init(_ timer: HeadroomBus.Timer) { self.timer = timer }

    /// Sets it for an instant, in µs of CLOCK_MONOTONIC; nil: for none. One in the past is due in the next turn.
    public func set(for instant: UInt64?) {
        if let instant { timer.arm(at: instant) } else { timer.disarm() }
    }
}

/// What else a program that runs in the client's loop may need of it. Everything is called on the client's thread.
extension Client {
    /// The time now, in µs of CLOCK_MONOTONIC.
    public var now: UInt64 { loop.now }

    /// Does `work` in the loop's next turn.
    public func later(_ work: @escaping () -> Void) { loop.later(work) }

    /// An alarm that calls `due` once each time that it was set for.
    ///
    /// - Throws: ``ClientError/Code/system`` if the kernel gives none.
    public func alarm(_ due: @escaping () -> Void) throws(ClientError) -> Alarm {
        do throws(BusError) { return Alarm(try loop.timer(due)) } catch { throw ClientError(error) }
    }

    /// Calls `ready` in each turn in which something can be read from a descriptor, or its other end is closed.
    ///
    /// The descriptor stays the caller's. A loop watches each once.
    ///
    /// - Throws: ``ClientError/Code/system`` if it cannot be watched: a plain file, or one that is watched already.
    public func watch(_ descriptor: Int32, _ ready: @escaping () -> Void) throws(ClientError) -> LoopWatch {
        do throws(BusError) {
            let watch = try loop.watch(descriptor) { _ in ready() }
            return LoopWatch { watch.cancel() }
        } catch {
            throw ClientError(error)
        }
    }

    /// Calls `arrived` when a signal arrives, instead of what the signal does else.
    ///
    /// - Throws: ``ClientError/Code/system`` if the number is none, or is watched already.
    public func watchSignal(_ number: Int32, _ arrived: @escaping () -> Void) throws(ClientError) -> LoopWatch {
        do throws(BusError) {
            let watch = try loop.signal(number, arrived)
            return LoopWatch { watch.cancel() }
        } catch {
            throw ClientError(error)
        }
    }
}
