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
    private var reporter: Reporter?
    private var link: WaylandLink?
    private var session: LayerShellSession?

    /// Looks for the compositor that the environment names; `variable` gives its values.
    package init(environment variable: @escaping (String) -> String? = Environment.variable) {
        self.variable = variable
    }

    package func start(_ host: any ObserverHost) {
        stop()
        let reporter = Reporter(of: self, to: host) { [weak self] in self?.report() }
        self.reporter = reporter
        guard let address = WaylandAddress(environment: variable) else {
            return reporter.say(.unavailable("WAYLAND_DISPLAY names no compositor"))
        }
        let link = WaylandLink(
            loop: host.loop, address: address, listener: self,
            connected: { [weak self] connection in self?.begin(connection, on: host.loop) },
            waiting: { [weak self] error in self?.reporter?.say(.waiting(error.message)) })
        self.link = link
        link.start()
    }

    package func stop() {
        session?.end()
        session = nil
        link?.stop()
        link = nil
        reporter = nil
    }

    private func begin(_ connection: WaylandConnection, on loop: EventLoop) {
        session = LayerShellSession(connection, loop: loop) { [weak self] in self?.reporter?.soon() }
    }

    private func report() {
        guard let session, session.isComplete, let reporter else { return }
        if !session.missing.isEmpty {
            reporter.say(.unavailable("the compositor offers no \(session.missing.joined(separator: ", no "))"))
        } else if session.isReading {
            reporter.say(.active)
        } else if !session.hasOutputs {
            reporter.say(.waiting("the compositor has no output"))
        } else if reporter.availability != nil || session.hasGivenUp {
            reporter.say(.waiting("the compositor does not say what is free on its outputs"))
        } else {
            // The first look takes a few milliseconds: who waits for an answer waits for that one.
            return
        }
        reporter.say(session.facts)
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
        reporter?.say(nil)
        link?.lost(error)
    }
}
