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
    private var reporter: Reporter?
    private var link: X11Link?
    private var session: X11Session?
    private var classes: [String] = []
    /// Called when an input method's window tells that another engine may be in use, with the framework's name: some change it
    /// without a word on any bus.
    package var onHintOfEngine: ((String) -> Void)?

    /// Looks for the server that the environment names; `variable` gives its values.
    package init(environment variable: @escaping (String) -> String? = Environment.variable) {
        self.variable = variable
    }

    package func start(_ host: any ObserverHost) {
        stop()
        let reporter = Reporter(of: self, to: host) { [weak self] in self?.report() }
        self.reporter = reporter
        if let compositor = variable("WAYLAND_DISPLAY"), !compositor.isEmpty {
            return reporter.say(
                .unavailable("the session is Wayland's (\(compositor)), and asking would start XWayland"))
        }
        guard let address = X11Address(environment: variable) else {
            return reporter.say(.unavailable("DISPLAY names no X server"))
        }
        let link = X11Link(
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

    package var isAsking: Bool { session?.isAsking == true || reporter?.isDue == true }

    package func learn(windowClasses classes: [String]) {
        guard classes != self.classes else { return }
        self.classes = classes
        session?.learn(classes)
    }

    private func begin(_ connection: X11Connection, on loop: EventLoop) {
        do throws(BusError) {
            session = try X11Session(
                connection, loop: loop, classes: classes, changed: { [weak self] in self?.reporter?.soon() },
                hint: { [weak self] framework in self?.onHintOfEngine?(framework) })
        } catch {
            reporter?.say(.waiting(error.message))
        }
    }

    private func report() {
        guard let session, let reporter else { return }
        // Who waits for an answer waits until all windows that were there are known.
        guard session.isComplete || reporter.availability == .active else { return }
        reporter.say(.active)
        reporter.say(session.facts)
    }
}

extension X11Observer: X11Listener {
    package func x11(_ connection: X11Connection, event: X11Event) { session?.hear(event) }

    package func x11Settled(_ connection: X11Connection) {
        session?.settle()
        if reporter?.availability != .active { reporter?.soon() }
    }

    package func x11(_ connection: X11Connection, ended error: X11Error) {
        session?.end()
        session = nil
        reporter?.say(nil)
        link?.lost(error)
    }
}
