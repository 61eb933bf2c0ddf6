internal import HeadroomBus
internal import HeadroomCore
package import HeadroomDesktop
package import HeadroomObserving

/// Watches what layer-shell surfaces reserve on each output of a Wayland compositor.
///
/// It keeps surfaces without buffers among the compositor's layers, which are never shown and reserve nothing, and reads off
/// their sizes and places what others reserve: on-screen keyboards and panels alike. Which of them is a keyboard is not for
/// it to say. What reserves nothing is not seen, and what is reserved need not be painted.
package final class LayerShellObserver: KeyboardObserver {
    package let name = "LayerShell"
    private let variable: (String) -> String?
    private weak var host: (any ObserverHost)?
    private var link: WaylandLink?
    private var session: LayerShellSession?
    /// A report is due when this turn's events are handled.
    private var isReportDue = false
    private var saidFacts: Facts?
    private var saidAvailability: Availability?

    /// Looks for the compositor that the environment names; `variable` gives its values.
    package init(environment variable: @escaping (String) -> String? = Environment.variable) {
        self.variable = variable
    }

    package func start(_ host: any ObserverHost) {
        stop()
        self.host = host
        guard let address = WaylandAddress(environment: variable) else {
            return say(.unavailable("WAYLAND_DISPLAY names no compositor"))
        }
        let link = WaylandLink(
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

    private func begin(_ connection: WaylandConnection) {
        guard let host else { return }
        session = LayerShellSession(connection, loop: host.loop) { [weak self] in self?.reportSoon() }
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
        guard let session, session.isComplete else { return }
        if !session.missing.isEmpty {
            say(.unavailable("the compositor offers no \(session.missing.joined(separator: ", no "))"))
        } else if session.isReading {
            say(.active)
        } else if !session.hasOutputs {
            say(.waiting("the compositor has no output"))
        } else if saidAvailability != nil || session.hasGivenUp {
            say(.waiting("the compositor does not say what is free on its outputs"))
        } else {
            // The first look takes a few milliseconds: who waits for an answer waits for that one.
            return
        }
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

extension LayerShellObserver: WaylandListener {
    package func wayland(_ connection: WaylandConnection, offers globals: [WaylandGlobal]) {
        session?.begin(globals)
    }

    package func wayland(_ connection: WaylandConnection, added global: WaylandGlobal) { session?.take(global) }

    package func wayland(_ connection: WaylandConnection, removed global: WaylandGlobal) { session?.drop(global) }

    package func waylandSettled(_ connection: WaylandConnection) { session?.settle() }

    package func wayland(_ connection: WaylandConnection, ended error: WaylandError) {
        session?.end()
        session = nil
        say(nil)
        link?.lost(error)
    }
}
