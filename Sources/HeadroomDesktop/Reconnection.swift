internal import HeadroomBus

/// When to try a connection to a server: at once, when its socket appears, by and by after a failure, and again when the
/// connection was lost.
final class Reconnection {
    /// A name in a folder, which may appear there.
    struct Place {
        var folder: String
        var name: String
    }

    private let loop: EventLoop
    private let places: [Place]
    private let attempt: () -> Void
    private var watch: SocketWatch?
    private var timer: Timer?
    private var backoff = Backoff()
    private var connectedAt: UInt64 = 0

    /// Does nothing before ``start()``.
    ///
    /// `places` are where the socket appears and, for want of that folder, where the folder does; none for a server that has
    /// no socket here. `attempt` is to try once, and to answer with ``succeeded()`` or ``tryLater()``, or with neither where
    /// only a socket that appears makes another try worth it.
    init(loop: EventLoop, places: [Place], attempt: @escaping () -> Void) {
        self.loop = loop
        self.places = places
        self.attempt = attempt
    }

    func start() throws(BusError) {
        timer = try loop.timer { [weak self] in self?.tryNow() }
        lookOut()
        tryNow()
    }

    func stop() {
        watch = nil
        timer = nil
    }

    /// The connection stands.
    func succeeded() {
        connectedAt = loop.now
        watch = nil
    }

    /// The connection that stood has ended.
    func lost() {
        if loop.now - connectedAt >= Backoff.goodLife { backoff.reset() }
        lookOut()
        tryLater()
    }

    /// The attempt failed, and another one may not.
    func tryLater() {
        if let wait = backoff.next() { timer?.arm(after: wait) }
    }

    private func tryNow() {
        timer?.disarm()
        attempt()
    }

    /// Watches the first place that can be watched.
    private func lookOut() {
        watch = nil
        for place in places where watch == nil {
            watch = try? SocketWatch(loop: loop, folder: place.folder, name: place.name) { [weak self] in
                self?.appeared()
            }
        }
    }

    private func appeared() {
        backoff.reset()
        lookOut()
        tryNow()
    }
}
