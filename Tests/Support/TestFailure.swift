import Glibc
package import HeadroomBus

/// A test cannot go on, and why.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Seconds of CLOCK_MONOTONIC, for watchdogs only.
enum Instant {
    static var now: Double { Double(EventLoop.now) / 1_000_000 }

    /// Waits until a descriptor is readable; false if the deadline passes first.
    static func wait(for fd: Int32, until deadline: Double) -> Bool {
        while true {
            var entry = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
            let left = deadline - now
            guard left > 0 else { return false }
            let result = poll(&entry, 1, Int32(min(left * 1000 + 1, 1_000_000)))
            if result > 0 { return true }
            if result < 0 && errno != EINTR { return false }
        }
    }
}

extension EventLoop {
    /// Turns the loop until a condition holds.
    ///
    /// - Throws: a ``TestFailure`` with `log` if that takes longer than the watchdog allows, which says nothing about
    ///   speed: it only ends a test that hangs.
    package func wait(
        _ what: String, seconds: Double = 30, log: @autoclosure () -> String = "", until isDone: () -> Bool
    ) throws {
        let deadline = now + UInt64(seconds * 1_000_000)
        while !isDone() {
            let now = now
            guard now < deadline else { throw TestFailure("waited \(seconds) s for \(what)\n\(log())") }
            try turn(timeout: deadline - now)
        }
    }
}
