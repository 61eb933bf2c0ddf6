package import HeadroomBus
package import HeadroomCore
package import HeadroomObserving
import Support

/// Runs one observer alone and keeps what it reports.
package final class FactsRecorder: ObserverHost {
    package let loop: EventLoop
    package let bus: Connection
    /// Each report and when it came, in µs of CLOCK_MONOTONIC.
    package private(set) var reports: [(facts: Facts?, time: UInt64)] = []
    package private(set) var availabilities: [Availability] = []
    package let observer: any KeyboardObserver

    package init(_ observer: any KeyboardObserver, loop: EventLoop, bus: Connection) {
        self.observer = observer
        self.loop = loop
        self.bus = bus
    }

    deinit { observer.stop() }

    package func start() { observer.start(self) }

    package func stop() { observer.stop() }

    package var facts: Facts? { reports.last?.facts }
    package var availability: Availability? { availabilities.last }

    package func observer(_ observer: any KeyboardObserver, knows facts: Facts?) { reports.append((facts, loop.now)) }

    package func observer(_ observer: any KeyboardObserver, is availability: Availability) {
        availabilities.append(availability)
    }

    /// What is known of an output.
    package func area(_ output: String = "HEADLESS-1") -> OutputArea? {
        facts?.areas?.first { $0.output == output }
    }

    /// Waits until what is known of an output fits.
    @discardableResult
    package func wait(
        _ what: String, _ output: String = "HEADLESS-1", seconds: Double = 30, where fits: (OutputArea) -> Bool
    ) throws -> OutputArea {
        var found: OutputArea?
        do {
            try loop.wait(what, seconds: seconds) {
                found = area(output).flatMap { fits($0) ? $0 : nil }
                return found != nil
            }
        } catch {
            throw TestFailure("\(error)last known: \(String(describing: facts)) \(String(describing: availability))")
        }
        guard let found else { throw TestFailure(what) }
        return found
    }

    /// Waits until exactly these strips are reserved, in the order in which they appeared.
    @discardableResult
    package func wait(strips frames: [Rect], on output: String = "HEADLESS-1") throws -> OutputArea {
        try wait("strips \(frames) on \(output)", output) { $0.strips.map(\.frame) == frames }
    }
}
