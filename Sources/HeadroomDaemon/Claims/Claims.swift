import HeadroomBus
import HeadroomCore
import HeadroomWire

/// The Avoidance interface: brings calls to the registry, and tells whom it says (contract, section 4).
final class Claims {
    private let loop: EventLoop
    private let bus: Connection
    private let peers: Peers
    private let homes: Homes
    private let log: Log
    private(set) var registry: Registry
    private var timer: Timer?
    /// The serial of the last notification.
    var newestSerial: () -> UInt64 = { 0 }

    /// - Throws: if the loop gives no timer.
    init(loop: EventLoop, bus: Connection, peers: Peers, log: Log) throws(BusError) {
        self.loop = loop
        self.bus = bus
        self.peers = peers
        self.log = log
        homes = Homes(loop: loop)
        registry = Registry(start: loop.now)
        timer = try loop.timer { [weak self] in
            guard let self else { return }
            carryOut(registry.advance(to: loop.now))
        }
        homes.onEnded = { [weak self] process in
            guard let self else { return }
            carryOut(registry.processEnded(process, at: loop.now))
        }
        peers.onLeft.append { [weak self] peer in
            guard let self else { return }
            carryOut(registry.leave(peer.name, at: loop.now))
        }
    }

    // MARK: Calls

    func register(_ request: RegisterRequest, of caller: BusName) -> Result<Registry.Registration, BusError> {
        let kind = request.kind
        let peer = peers.peer(caller)
        guard kind.isInProcess || peers.isTrusted(peer) else { return .failure(Peer.denied) }
        // Where one lives that works from outside, nobody asks.
        let home = kind.isInProcess ? homes.home(of: caller, peer.process) : Home(subject: .connection(caller))
        let verdict = registry.register(
            request.name, kind, of: caller, process: peer.process, home: home, hasMoved: request.hasMoved, at: loop.now)
        if case .success(let registration) = verdict.answer {
            let standing = registration.isActive ? "active" : kind.isInProcess ? "waiting" : "outside"
            log.detail(
                "plugin \(registration.plugin) \"\(request.name)\" of \(caller.text) comes: \(kind.rawValue), \(standing)"
            )
        }
        return take(verdict, [home])
    }

    func unregister(_ plugin: UInt64, of caller: BusName) -> Result<Void, BusError> {
        take(registry.unregister(plugin, of: caller, at: loop.now))
    }

    func claim(_ request: ClaimRequest, of caller: BusName) -> Result<[Registry.Claimed], BusError> {
        let homes = request.processes.map { self.homes.home(of: $0) }
        let verdict = registry.claim(request.plugin, homes, of: caller, hasMoved: request.hasMoved, at: loop.now)
        return take(verdict, homes)
    }

    func release(_ plugin: UInt64, _ subjects: [String], of caller: BusName) -> Result<Void, BusError> {
        take(registry.release(plugin, subjects, of: caller, at: loop.now))
    }

    func report(_ report: Report, of caller: BusName) -> Result<Void, BusError> {
        take(registry.report(report, of: caller, newestSerial: newestSerial(), at: loop.now))
    }

    func watch(_ isWatching: Bool, _ caller: BusName) {
        // Known as a peer, so that its leaving is noticed.
        registry.watch(isWatching, peers.peer(caller).name)
    }

    /// Carries out a verdict; `homes` were looked up for it, and are watched only if claims came of them.
    private func take<Value>(_ verdict: Registry.Verdict<Value>, _ homes: [Home?] = []) -> Result<Value, BusError> {
        for case .some(let process) in homes.map({ $0?.process }) where !registry.isAbout(process) {
            self.homes.forget(process)
        }
        carryOut(verdict.actions)
        return verdict.answer
    }

    // MARK: What is to be done

    private func carryOut(_ actions: [Registry.Action]) {
        for action in actions {
            switch action {
            case .forget(let process): homes.forget(process)
            case .send(let signal, let addressee): send(signal, to: addressee)
            }
        }
        guard let deadline = registry.nextDeadline else {
            timer?.disarm()
            return
        }
        if timer?.deadline != deadline { timer?.arm(at: deadline) }
    }

    private func send(_ signal: AvoidanceSignal, to addressee: BusName) {
        switch signal {
        case .revoked(let plugin, let subject, let graceMS):
            log.detail("plugin \(plugin) may move nothing more in \(subject), \(graceMS) ms to put things back")
        case .granted(let plugin, let subject):
            log.detail("plugin \(plugin) may move things in \(subject)")
        case .reported, .claimsChanged: break
        }
        do throws(BusError) {
            try bus.send(signal.message(to: addressee))
        } catch {
            log.warning("a plugin could not be told: \(error.message)")
        }
    }
}
