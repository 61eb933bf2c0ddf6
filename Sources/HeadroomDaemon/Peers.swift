import HeadroomBus
import HeadroomWire

/// Everybody who called: limits what each may do, and notices when one leaves (contract, section 5).
final class Peers {
    private let bus: Connection
    private var peers: [BusName: Peer] = [:]
    private var newest: UInt64 = 0
    /// Who called last: most calls come in a row.
    private var latest: Peer?
    /// Called when a peer has left the bus.
    var onLeft: [(Peer) -> Void] = []
    /// Whether sandboxed programs may be providers and plugins of any kind, as configured now.
    var allowsSandboxed = false

    init(bus: Connection) { self.bus = bus }

    /// The gate of the exported object: every call passes it first.
    func admit(_ call: consuming Invocation) {
        let peer = peer(call.sender)
        let now = bus.loop.now
        guard peer.calls.take(at: now) else {
            return call.fail(.limitExceeded("calls", "at most \(Limits.calls.perSecond) a second"))
        }
        let care = Peers.care(for: call.message)
        switch care {
        case .none:
            call.proceed()
        case .rate:
            guard peer.requests.take(at: now) else {
                return call.fail(.limitExceeded("Show, Hide", "at most \(Limits.requests.perSecond) a second"))
            }
            call.proceed()
        case .acquaintance, .trust:
            peer.admit(call, needsTrust: care == .trust) { [weak self] in self?.allowsSandboxed ?? false }
        }
    }

    /// Whether a peer that is known may do what sandboxed programs may not.
    func isTrusted(_ peer: Peer) -> Bool { !peer.isSandboxed || allowsSandboxed }

    /// The peer behind a unique name, known from its first call on.
    func peer(_ name: BusName) -> Peer {
        if let latest, latest.name == name { return latest }
        if let peer = peers[name] {
            latest = peer
            return peer
        }
        newest += 1
        let peer = Peer(number: newest, name: name)
        peers[name] = peer
        peer.watch = bus.watchName(name) { [weak self] owner in
            if owner == nil { self?.leave(name) }
        }
        return peer
    }

    private func leave(_ name: BusName) {
        guard let peer = peers.removeValue(forKey: name) else { return }
        peer.watch?.cancel()
        if latest === peer { latest = nil }
        for each in onLeft { each(peer) }
    }

    /// What a call needs before it goes on.
    private enum Care {
        case none, rate
        /// It must be known who calls.
        case acquaintance
        /// And that must be nobody sandboxed.
        case trust
    }

    private static func care(for message: borrowing Message) -> Care {
        guard let member = message.member else { return .none }
        switch member {
        case "Publish", "PublishText", "Withdraw": return .trust
        case "Claim", "Watch", "ListPlugins", "ListClaims", "ListReports": return .trust
        case "Register": return .acquaintance
        case "Show", "Hide": return .rate
        default: return .none
        }
    }
}
