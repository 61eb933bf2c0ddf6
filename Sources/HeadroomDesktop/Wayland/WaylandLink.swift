package import HeadroomBus

/// Keeps a connection to the compositor of an address: connects when its socket appears, and again when it was lost.
package final class WaylandLink {
    private let loop: EventLoop
    private let address: WaylandAddress
    private let connected: (WaylandConnection) -> Void
    private let waiting: (WaylandError) -> Void
    private weak var listener: (any WaylandListener)?
    private var watch: SocketWatch?
    private var timer: Timer?
    private var backoff = Backoff()
    private var connection: WaylandConnection?
    private var connectedAt: UInt64 = 0

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
        do throws(WaylandError) {
            timer = try WaylandLink.timer(loop) { [weak self] in self?.connect() }
        } catch {
            waiting(error)
        }
        watchSocket()
        connect()
    }

    package func stop() {
        watch = nil
        timer = nil
        connection?.close()
        connection = nil
    }

    /// The connection ended; tries again by and by.
    package func lost(_ error: WaylandError) {
        connection = nil
        if loop.now - connectedAt >= Backoff.goodLife { backoff.reset() }
        waiting(error)
        watchSocket()
        tryLater()
    }

    /// Looks out for a new socket, as long as there is no connection.
    private func watchSocket() {
        do throws(BusError) {
            watch = try SocketWatch(loop: loop, folder: address.folder, name: address.name) { [weak self] in
                self?.backoff.reset()
                self?.connect()
            }
        } catch {
            waiting(WaylandError(.system, error.message))
        }
    }

    private func connect() {
        guard connection == nil, let listener else { return }
        timer?.disarm()
        do throws(WaylandError) {
            let connection = try WaylandConnection(loop: loop, address: address, listener: listener)
            self.connection = connection
            connectedAt = loop.now
            watch = nil
            connected(connection)
        } catch {
            waiting(error)
            // Without a socket nothing can be tried; its appearance will be told.
            if error.code != .noSocket { tryLater() }
        }
    }

    private func tryLater() {
        if let wait = backoff.next() { timer?.arm(after: wait) }
    }

    private static func timer(_ loop: EventLoop, _ due: @escaping () -> Void) throws(WaylandError) -> Timer {
        do throws(BusError) {
            return try loop.timer(due)
        } catch {
            throw WaylandError(.system, error.message)
        }
    }
}
