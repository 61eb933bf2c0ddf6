import HeadroomBus
import HeadroomCore
import HeadroomObserving

/// An observer that sees what a test tells it to see.
final class ScriptedObserver: KeyboardObserver {
    let name: String
    /// What it says as soon as it is started; nil: nothing.
    private let first: Availability?
    private(set) var host: (any ObserverHost)?
    private(set) var starts = 0
    /// What it was asked to do.
    private(set) var requests: [String] = []
    /// Whether it takes a request.
    var isWilling = true
    /// The window classes it was told of last.
    private(set) var classes: [String] = []

    init(_ name: String, _ first: Availability? = .waiting("nothing to see yet")) {
        self.name = name
        self.first = first
    }

    func start(_ host: any ObserverHost) {
        self.host = host
        starts += 1
        if let first { host.observer(self, is: first) }
    }

    func stop() { host = nil }

    func learn(windowClasses: [String]) { classes = windowClasses }

    func show() -> Bool { take("show") }

    func hide() -> Bool { take("hide") }

    private func take(_ request: String) -> Bool {
        requests.append(request)
        return isWilling
    }

    /// It sees this now, and is active.
    func see(_ facts: Facts?) {
        host?.observer(self, knows: facts)
        host?.observer(self, is: facts == nil ? .waiting("it went") : .active)
    }
}

/// An observer that sees a keyboard as soon as it is started.
final class Eager: KeyboardObserver {
    let name = "Eager"

    func start(_ host: any ObserverHost) {
        let keyboard = KeyboardWitness(
            name: "eager", isVisible: true, since: host.loop.now,
            frame: .rect(Rect(x: 0, y: 500, width: 1280, height: 300)))
        host.observer(self, knows: Facts(keyboard: keyboard))
        host.observer(self, is: .active)
    }

    func stop() {}
}
