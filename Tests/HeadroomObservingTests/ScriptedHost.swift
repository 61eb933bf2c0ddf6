import HeadroomBus
import HeadroomCore
import HeadroomObserving
import Support

/// Hears what an observer says.
final class ScriptedHost: ObserverHost {
    let loop: EventLoop
    let bus: Connection
    private(set) var facts: [Facts?] = []
    private(set) var availability: [Availability] = []

    init(_ bus: PrivateBus, _ loop: EventLoop) throws {
        self.loop = loop
        self.bus = try bus.connect(loop)
    }

    func observer(_ observer: any KeyboardObserver, knows facts: Facts?) { self.facts.append(facts) }

    func observer(_ observer: any KeyboardObserver, is availability: Availability) {
        if self.availability.last != availability { self.availability.append(availability) }
    }

    /// What was said of visibility, in order; nil where the keyboard was gone.
    var visibility: [Bool?] { facts.map { $0?.keyboard?.isVisible } }
}
