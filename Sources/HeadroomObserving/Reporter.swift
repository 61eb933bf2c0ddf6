internal import HeadroomBus
package import HeadroomCore

/// What an observer tells its host: what changes in one turn of the loop in one report, and only what is new.
package final class Reporter {
    private weak var observer: (any KeyboardObserver)?
    private weak var host: (any ObserverHost)?
    private let report: () -> Void
    /// Whether a report is due in this turn.
    package private(set) var isDue = false
    private var facts: Facts?
    /// What was said last; nil: nothing yet.
    package private(set) var availability: Availability?

    /// `report` is called once for each turn of the loop in which ``soon()`` was, to say what is known then.
    package init(of observer: any KeyboardObserver, to host: any ObserverHost, report: @escaping () -> Void) {
        self.observer = observer
        self.host = host
        self.report = report
    }

    /// Something changed, and more of it may follow in this turn.
    package func soon() {
        guard !isDue, let host else { return }
        isDue = true
        host.loop.later { [weak self] in
            guard let self else { return }
            isDue = false
            report()
        }
    }

    package func say(_ availability: Availability) {
        guard let observer, availability != self.availability else { return }
        self.availability = availability
        host?.observer(observer, is: availability)
    }

    package func say(_ facts: Facts?) {
        guard let observer, facts != self.facts else { return }
        self.facts = facts
        host?.observer(observer, knows: facts)
    }
}
