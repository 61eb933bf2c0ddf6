package import HeadroomBus
package import HeadroomCore
package import HeadroomObserving
import HeadroomWire

/// The daemon's observers: starts them, hears them, and knows which of them is active.
package final class Roster: ObserverHost {
    package let loop: EventLoop
    package let bus: Connection

    private let pipeline: Pipeline
    private let log: Log
    private var observers: [any KeyboardObserver] = []
    /// The names of those that were started.
    private var running: Set<String> = []
    private var availability: [String: Availability] = [:]
    private var answered: Set<String> = []
    /// Called when any observer's availability changed.
    var onAvailability: () -> Void = {}
    /// Called once every observer has said something.
    var onAllAnswered: (() -> Void)?

    init(loop: EventLoop, bus: Connection, pipeline: Pipeline, log: Log) {
        self.loop = loop
        self.bus = bus
        self.pipeline = pipeline
        self.log = log
    }

    /// Starts those observers that the configuration does not disable, and stops those that it does.
    func apply(_ all: [any KeyboardObserver], disabled: [String]) {
        observers = all
        for observer in all where disabled.contains(observer.name) {
            if running.remove(observer.name) != nil {
                observer.stop()
                pipeline.update(.observer(observer.name), nil)
            }
            availability[observer.name] = .unavailable("disabled in headroom.conf")
            answered.insert(observer.name)
        }
        for observer in all where !disabled.contains(observer.name) && !running.contains(observer.name) {
            availability[observer.name] = .waiting("starting")
            running.insert(observer.name)
            observer.start(self)
        }
        onAvailability()
        checkAnswers()
    }

    func stop() {
        for observer in observers where running.contains(observer.name) { observer.stop() }
        running = []
    }

    /// Whether one of them heard of a change that it does not know yet.
    var isAsking: Bool { observers.contains { running.contains($0.name) && $0.isAsking } }

    // MARK: What observers say

    package func observer(_ observer: any KeyboardObserver, knows facts: Facts?) {
        guard running.contains(observer.name) else { return }
        pipeline.update(.observer(observer.name), facts)
        note(observer)
    }

    package func observer(_ observer: any KeyboardObserver, is availability: Availability) {
        guard running.contains(observer.name) else { return }
        if self.availability[observer.name] != availability {
            self.availability[observer.name] = availability
            log.detail("\(observer.name): \(availability.word) \(availability.reason)")
            onAvailability()
        }
        // An active one has answered with its first facts.
        if !availability.isActive { note(observer) }
    }

    private func note(_ observer: any KeyboardObserver) {
        answered.insert(observer.name)
        checkAnswers()
    }

    private func checkAnswers() {
        guard let call = onAllAnswered, observers.allSatisfy({ answered.contains($0.name) }) else { return }
        onAllAnswered = nil
        call()
    }

    // MARK: What is asked

    var isWatching: Bool { availability.values.contains(where: \.isActive) }

    /// What ListObservers answers, in the order of their table.
    var listing: [ObserverListing] {
        let beliefs = pipeline.arbiter.beliefs()
        return observers.map { observer in
            let availability = availability[observer.name] ?? .waiting("starting")
            let believed = beliefs.filter { $0.source == .observer(observer.name) }
            return ObserverListing(
                name: observer.name, availability: availability.word, why: availability.reason,
                believedFor: believed.map { belief in
                    belief.because.isEmpty
                        ? belief.field.rawValue : "\(belief.field.rawValue) (\(belief.because.joined(separator: ", ")))"
                })
        }
    }

    /// Hands a request to the observer `name`. Returns whether it took it.
    func request(_ name: String, toShow: Bool) -> Bool {
        guard let observer = observers.first(where: { $0.name == name }) else { return false }
        return toShow ? observer.show() : observer.hide()
    }
}
