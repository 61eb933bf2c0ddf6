package import HeadroomBus

/// Keeps a connection to the compositor of an address: connects when its socket appears, and again when it was lost.
package final class WaylandLink {
    private let loop: EventLoop
    private let address: WaylandAddress
    private let connected: (WaylandConnection) -> Void
    private let waiting: (WaylandError) -> Void
    private weak var listener: (any WaylandListener)?
    private var reconnection: Reconnection?
    private var connection: WaylandConnection?

    /// Does nothing before ``start()``.
    ///
    /// `listener` hears of each connection, its end included, and passes that on to ``lost(_:)``. `connected` is called with
    /// each new connection, before it has offered anything; `waiting` when there is none, with the reason.
    package init(
        loop: EventLoop, address: WaylandAddress, listener: any WaylandListener,
        connected: @escaping (WaylandConnection) -> Void, waiting: @escaping (WaylandError) -> Void
    ) {
        self.loop = loop
        self.address = address
        self.listener = listener
        self.connected = connected
        self.waiting = waiting
    }

    package func start() {
        let reconnection = Reconnection(
            loop: loop, places: [Reconnection.Place(folder: address.folder, name: address.name)]
        ) { [weak self] in self?.connect() }
        self.reconnection = reconnection
        do throws(BusError) {
            try reconnection.start()
        } catch {
            waiting(WaylandError(.system, error.message))
        }
    }

    package func stop() {
        reconnection?.stop()
        reconnection = nil
        connection?.close()
        connection = nil
    }

    /// The connection ended; tries again by and by.
    package func lost(_ error: WaylandError) {
        connection = nil
        waiting(error)
        reconnection?.lost()
    }

    private func connect() {
        guard connection == nil, let listener else { return }
        do throws(WaylandError) {
            let connection = try WaylandConnection(loop: loop, address: address, listener: listener)
            self.connection = connection
            reconnection?.succeeded()
            connected(connection)
        } catch {
            waiting(error)
            // Without a socket nothing can be tried; its appearance will be told.
            if error.code != .noSocket { reconnection?.tryLater() }
        }
    }
}
