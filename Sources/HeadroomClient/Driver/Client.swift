package import HeadroomBus
import HeadroomWire

/// A connection to Headroom, for one thread.
///
/// Everything it tells, it tells on that thread, from inside ``run()`` or ``dispatch()``. A program with a loop of its
/// own polls ``fileDescriptor`` and calls ``dispatch()``; any other calls ``run()``; ``AsyncClient`` is the same for
/// Swift concurrency. It outlives the daemon and the session bus: subscriptions and providers go on with the next one.
public final class Client {
    /// Which bus to speak on.
    public enum Bus: Sendable, Hashable {
        /// The user's session bus, as the environment names it.
        case session
        /// The bus at an address, for example `unix:path=/run/user/1000/bus`.
        case at(String)
    }

    package let loop: EventLoop
    package let connection: Connection
    private let reconnector: Reconnector
    private var watch: NameWatch?
    private var listeners: [Listener] = []

    /// Who wants to know when the daemon comes and goes.
    private struct Listener {
        weak var owner: AnyObject?
        let changed: (BusName?) -> Void
    }

    /// The daemon's unique name; nil if there is none or nobody has said yet.
    package private(set) var daemon: BusName?
    /// Whether the bus has said whether there is a daemon.
    package private(set) var isDaemonKnown = false

    /// Connects. Whether there is a daemon is told later.
    ///
    /// - Throws: ``ClientError/Code/noBus`` if nobody listens where the bus should be; ``ClientError/Code/system``.
    public convenience init(bus: Bus = .session) throws(ClientError) {
        do throws(BusError) {
            try self.init(bus: bus, loop: try EventLoop())
        } catch {
            throw ClientError(error)
        }
    }

    /// The same in a loop that others use too.
    package init(bus: Bus = .session, loop: EventLoop) throws(BusError) {
        self.loop = loop
        let address: BusAddress =
            switch bus {
            case .session: .session
            case .at(let address): .at(address)
            }
        connection = Connection(loop: loop, address: address)
        reconnector = try Reconnector(connection) { attempt in
            min(1_000_000 << UInt64(min(attempt - 1, 5)), Client.longestWait)
        }
        try connection.open()
        reconnector.start()
        watch = connection.watchName(Names.bus) { [weak self] owner in self?.daemonChanged(to: owner) }
    }

    /// The longest wait before a lost bus is tried again, in µs. (chosen)
    private static let longestWait: UInt64 = 30_000_000

    // MARK: In a loop of one's own

    /// Readable when ``dispatch()`` has something to do. Call that once before the first wait.
    public var fileDescriptor: Int32 {
        get throws(ClientError) { try Client.mapped { () throws(BusError) in try loop.fd } }
    }

    /// Handles all that is due, without waiting.
    public func dispatch() throws(ClientError) {
        try Client.mapped { () throws(BusError) in try loop.dispatchPending() }
    }

    /// Runs until ``stop(_:)``.
    ///
    /// - Returns: what ``stop(_:)`` was given.
    public func run() throws(ClientError) -> Int32 {
        try Client.mapped { () throws(BusError) in try loop.run() }
    }

    /// Ends ``run()`` when what is running now returns. A client that was stopped does not run again.
    public func stop(_ code: Int32 = 0) { loop.quit(code) }

    private static func mapped<Value>(_ body: () throws(BusError) -> Value) throws(ClientError) -> Value {
        do throws(BusError) { return try body() } catch { throw ClientError(error) }
    }

    // MARK: The daemon

    /// Calls `changed` with the daemon there is, as soon as that is known, and whenever it is another one or none; never
    /// before this returns, and as long as `owner` lives.
    package func watchDaemon(_ owner: AnyObject, _ changed: @escaping (BusName?) -> Void) {
        guard isDaemonKnown else { return listeners.append(Listener(owner: owner, changed: changed)) }
        loop.later { [weak self, weak owner] in
            guard let self, let owner else { return }
            listeners.append(Listener(owner: owner, changed: changed))
            changed(daemon)
        }
    }

    private func daemonChanged(to owner: BusName?) {
        daemon = owner
        isDaemonKnown = true
        listeners.removeAll { $0.owner == nil }
        for listener in listeners where listener.owner != nil { listener.changed(owner) }
    }
}
