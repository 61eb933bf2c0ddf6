import HeadroomBus
import HeadroomWire

/// Tells what plugins report and who holds what, until it is cancelled or dropped. It goes on with the next daemon.
public final class AvoidanceWatch {
    public enum Update: Sendable, Hashable {
        case reported(ReportState)
        /// Applications with the plugins that hold them from now on, and those that nobody claims any more.
        case claimsChanged(added: [Holder], removed: [String])
    }

    public struct Holder: Sendable, Hashable {
        public var subject: String
        /// The plugin's number.
        public var plugin: UInt64
    }

    private let client: Client
    private var subscription: HeadroomBus.Subscription?

    init(_ client: Client, _ told: @escaping (Update) -> Void) {
        self.client = client
        subscription = client.connection.subscribe(
            MatchRule(sender: Names.bus, path: Names.path, interface: Names.avoidance)
        ) { message in
            guard let member = message.member else { return }
            let signal = try? message.read { reader throws(BusError) in try AvoidanceSignal.read(member, &reader) }
            switch signal {
            case .reported(let report): told(.reported(ReportState(report)))
            case .claimsChanged(let added, let removed):
                let holders = added.map { Holder(subject: $0.subject, plugin: $0.plugin) }
                told(.claimsChanged(added: holders, removed: removed))
            case .revoked, .granted, nil: break
            }
        }
        client.watchDaemon(self) { [weak self] owner in if owner != nil { self?.ask(true) } }
    }

    deinit { cancel() }

    /// Nothing more is told.
    public func cancel() {
        guard subscription != nil else { return }
        subscription = nil
        if client.daemon != nil, client.connection.state == .connected { ask(false) }
    }

    /// Asks again, as another watch of this client has ended.
    func renew() { if client.daemon != nil { ask(true) } }

    private func ask(_ isWatching: Bool) {
        guard subscription != nil || !isWatching else { return }
        client.call(Names.avoidance, Names.Avoidance.watch, Signatures.watch) { writer throws(BusError) in
            try writer.bool(isWatching)
        } read: { _ throws(BusError) in
        } ended: { (_: Result<Void, ClientError>) in
            // A sandboxed program is told nothing, and a daemon that does not know this tells nothing.
        }
    }
}

extension Client {
    /// Tells what plugins report, as long as what this returns is kept; on the client's thread. One watch a client: the
    /// end of one ends what the daemon tells to all.
    public func watchAvoidance(_ told: @escaping (AvoidanceWatch.Update) -> Void) -> AvoidanceWatch {
        AvoidanceWatch(self, told)
    }
}
