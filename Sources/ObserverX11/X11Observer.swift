internal import HeadroomBus
internal import HeadroomCore
package import HeadroomDesktop
package import HeadroomObserving

/// Watches the windows of on-screen keyboards and of input methods' candidates on an X server, and its outputs.
///
/// It only listens and asks: windows, their shapes, what they say of themselves. In a session that has a Wayland compositor it
/// does nothing: the outputs are the compositor's there, and greeting XWayland would start it, which a bystander does not.
package final class X11Observer: KeyboardObserver {
    package let name = "X11"
    private let variable: (String) -> String?
    private weak var host: (any ObserverHost)?
    private var link: X11Link?
    private var session: X11Session?
    private var classes: [String] = []
    /// A report is due when this turn's events are handled.
    private var isReportDue = false
    private var saidFacts: Facts?
    private var saidAvailability: Availability?

    /// Looks for the server that the environment names; `variable` gives its values.
    package init(environment variable: @escaping (String) -> String? = Environment.variable) {
        self.variable = variable
    }

    package func start(_ host: any ObserverHost) {
        stop()
        self.host = host
        if let compositor = variable("WAYLAND_DISPLAY"), !compositor.isEmpty {
            return say(.unavailable("the session is Wayland's (\(compositor)), and asking would start XWayland"))
        }
        guard let address = X11Address(environment: variable) else {
            return say(.unavailable("DISPLAY names no X server"))
        }
        let link = X11Link(
            loop: host.loop, address: address, listener: self,
            connected: { [weak self] connection in self?.begin(connection) },
            waiting: { [weak self] error in self?.say(.waiting(error.message)) })
        self.link = link
        link.start()
    }

    package func stop() {
        session?.end()
        session = nil
        link?.stop()
        link = nil
        host = nil
        saidFacts = nil
        saidAvailability = nil
    }

    package func learn(windowClasses classes: [String]) {
        guard classes != self.classes else { return }
        self.classes = classes
        session?.learn(classes)
    }

    private func begin(_ connection: X11Connection) {
        guard let host else { return }
        do throws(BusError) {
            session = try X11Session(connection, loop: host.loop, classes: classes) { [weak self] in
                self?.reportSoon()
            }
        } catch {
            say(.waiting(error.message))
        }
    }

    // MARK: - Reporting

    /// What changes in one turn of the loop is told in one report.
    private func reportSoon() {
        guard !isReportDue, let host else { return }
        isReportDue = true
        host.loop.later { [weak self] in self?.report() }
    }

    private func report() {
        isReportDue = false
        guard let session else { return }
        // Who waits for an answer waits until all windows that were there are known.
        guard session.isComplete || saidAvailability == .active else { return }
        say(.active)
        say(session.facts)
    }

    private func say(_ availability: Availability) {
        guard availability != saidAvailability else { return }
        saidAvailability = availability
        host?.observer(self, is: availability)
    }

    private func say(_ facts: Facts?) {
        guard facts != saidFacts else { return }
        saidFacts = facts
        host?.observer(self, knows: facts)
    }
}

extension X11Observer: X11Listener {
    package func x11(_ connection: X11Connection, event: X11Event) { session?.hear(event) }

    package func x11Settled(_ connection: X11Connection) {
        session?.settle()
        if saidAvailability != .active { reportSoon() }
    }

    package func x11(_ connection: X11Connection, ended error: X11Error) {
        session?.end()
        session = nil
        say(nil)
        link?.lost(error)
    }
}
