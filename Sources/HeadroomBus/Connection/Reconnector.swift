/// Opens a connection, and again whenever it is lost, as a policy says.
package final class Reconnector {
    private let connection: Connection
    private let policy: (Int) -> UInt64?
    private var timer: Timer?
    private var attempt = 0
    private var isRunning = false

    /// Called when the policy gives up, with the last error.
    package var onGivenUp: ((BusError) -> Void)?

    /// Takes over the connection's ``Connection/onConnected`` and ``Connection/onDisconnected``; what they were is still
    /// called.
    ///
    /// `policy` says how many microseconds to wait before attempt 1, 2, … after a loss or failure; nil gives up. The
    /// count starts anew whenever the bus has said hello.
    ///
    /// - Throws: ``BusError/Code/system`` if the kernel gives no timer.
    package init(_ connection: Connection, policy: @escaping (_ attempt: Int) -> UInt64?) throws(BusError) {
        self.connection = connection
        self.policy = policy
        timer = try connection.loop.timer { [unowned self] in tryOpening() }
        let connected = connection.onConnected
        let disconnected = connection.onDisconnected
        connection.onConnected = { [weak self] in
            self?.attempt = 0
            connected?()
        }
        connection.onDisconnected = { [weak self] error in
            disconnected?(error)
            self?.waitForNext(error)
        }
    }

    /// Opens the connection now if it is closed.
    package func start() {
        isRunning = true
        attempt = 0
        tryOpening()
    }

    /// Opens nothing any more; an open connection stays open.
    package func stop() {
        isRunning = false
        timer?.disarm()
    }

    private func tryOpening() {
        guard isRunning else { return }
        do throws(BusError) { try connection.open() } catch { waitForNext(error) }
    }

    private func waitForNext(_ error: BusError) {
        guard isRunning else { return }
        attempt += 1
        guard let delay = policy(attempt) else {
            isRunning = false
            onGivenUp?(error)
            return
        }
        timer?.arm(after: delay)
    }
}
