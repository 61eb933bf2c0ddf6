package import HeadroomBus

/// Keeps a connection to the X server of an address: connects when its socket appears, and again when it was lost.
package final class X11Link {
    private let loop: EventLoop
    private let address: X11Address
    private let connected: (X11Connection) -> Void
    private let waiting: (X11Error) -> Void
    private weak var listener: (any X11Listener)?
    private var reconnection: Reconnection?
    private var patience: Timer?
    private var greeting: X11Greeting?
    private var connection: X11Connection?

    /// How long a server may take to greet before that is said, in µs; it is still waited for.
    package static let patienceTime: UInt64 = 2_000_000

    /// Does nothing before ``start()``.
    ///
    /// `listener` hears of each connection, its end included, and passes that on to ``lost(_:)``. `connected` is called with
    /// each new connection, once it can be used; `waiting` when there is none, with the reason.
    package init(
        loop: EventLoop, address: X11Address, listener: any X11Listener,
        connected: @escaping (X11Connection) -> Void, waiting: @escaping (X11Error) -> Void
    ) {
        self.loop = loop
        self.address = address
        self.listener = listener
        self.connected = connected
        self.waiting = waiting
    }

    package func start() {
        let reconnection = Reconnection(loop: loop, places: address.places) { [weak self] in self?.greet() }
        self.reconnection = reconnection
        do throws(BusError) {
            patience = try loop.timer { [weak self] in self?.waitLonger() }
            try reconnection.start()
        } catch {
            waiting(X11Error(.system, error.message))
        }
    }

    package func stop() {
        reconnection?.stop()
        reconnection = nil
        patience = nil
        greeting = nil
        connection?.close()
        connection = nil
    }

    /// The connection ended; tries again by and by.
    package func lost(_ error: X11Error) {
        connection = nil
        patience?.disarm()
        waiting(error)
        reconnection?.lost()
    }

    private func greet() {
        guard connection == nil, greeting == nil else { return }
        do throws(X11Error) {
            greeting = try X11Greeting(loop: loop, display: address.display) { [weak self] display, screen in
                self?.greeted(display, screen)
            }
            patience?.arm(after: X11Link.patienceTime)
        } catch {
            waiting(error)
            reconnection?.tryLater()
        }
    }

    private func waitLonger() {
        waiting(X11Error(.refused, "the X server at \(address.display) does not answer"))
    }

    private func greeted(_ display: X11Display?, _ screen: Int32) {
        greeting = nil
        guard let listener else { return }
        do throws(X11Error) {
            guard let display else {
                throw address.hasSocket
                    ? X11Error(.refused, "the X server at \(address.display) does not let us in, or is not up yet")
                    : X11Error(.noSocket, "no X server listens at \(address.display)")
            }
            let new = try X11Connection(loop: loop, display: display, screen: screen, listener: listener) {
                [weak self] in
                guard let self, let connection else { return }
                patience?.disarm()
                connected(connection)
            }
            connection = new
            reconnection?.succeeded()
        } catch {
            patience?.disarm()
            waiting(error)
            // Without a socket nothing more can be tried; its appearance will be told.
            if error.code != .noSocket { reconnection?.tryLater() }
        }
    }
}
