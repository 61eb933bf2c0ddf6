import HeadroomBus
public import HeadroomCore
package import HeadroomWire

/// A keyboard that says where it is. What it said holds until it says otherwise, is withdrawn or dropped, and is said
/// again to a new daemon.
public final class Provider {
    /// What the daemon asks of it; nothing is taken as done until the provider publishes it.
    public enum Request: Sendable, Hashable {
        case show
        case hide
        /// `keepFree` is relative to `output`; an empty output is the one on which the keyboard is.
        case move(keepFree: Rect, output: String)
    }

    /// Which of the connection's providers it is.
    public let name: String
    /// Called on the client's thread when the daemon asks for something.
    public var onRequest: ((Request) -> Void)?
    private let client: Client
    private var machine: ProviderKeeper
    private var requests: HeadroomBus.Subscription?
    /// What is to be said once it is known whether there is a daemon; nil: it is.
    private var early: [(Provider) -> Void]? = []

    init(_ client: Client, name: String) {
        self.client = client
        self.name = name
        machine = ProviderKeeper(name: name)
        requests = client.connection.subscribe(
            MatchRule(sender: Names.bus, path: Names.path, interface: Names.provider)
        ) { [weak self] message in self?.receive(message) }
        client.watchDaemon(self) { [weak self] owner in self?.daemonChanged(to: owner) }
    }

    deinit { sendWithdrawal() }

    /// Says what changed. `ended` is told whether this provider is now the one believed, or why the daemon did not take
    /// it; with ``ClientError/Code/noDaemon`` it is kept, and said when there is a daemon.
    public func publish(
        _ publication: Publication, _ ended: @escaping (Result<Bool, ClientError>) -> Void = { _ in }
    ) {
        publish(publication.update(name: name), ended)
    }

    /// The same for what was read from a text.
    package func publish(_ update: ProviderUpdate, _ ended: @escaping (Result<Bool, ClientError>) -> Void = { _ in }) {
        guard early == nil else {
            early?.append { $0.publish(update, ended) }
            return
        }
        guard let ticket = machine.publish(update, at: client.loop.now) else {
            return client.loop.later { ended(.failure(.noDaemon)) }
        }
        send(update) { [self] result in
            machine.ended(ticket, ProviderKeeper.Ending(result))
            ended(result)
        }
    }

    /// Takes back all that was said.
    public func withdraw() {
        guard early == nil else {
            early?.append { $0.withdraw() }
            return
        }
        sendWithdrawal()
        machine.withdraw()
    }

    private func sendWithdrawal() {
        guard machine.isDaemonPresent, !machine.isSilent, client.connection.state != .closed else { return }
        let name = name
        client.call(Names.provider, Names.Provider.withdraw, Signatures.text) { writer throws(BusError) in
            try writer.string(name)
        } read: { _ throws(BusError) in
        } ended: { (_: Result<Void, ClientError>) in
        }
    }

    private func daemonChanged(to owner: BusName?) {
        if let update = machine.ownerChanged(isPresent: owner != nil, at: client.loop.now) { send(update) { _ in } }
        let calls = early ?? []
        early = nil
        for call in calls { call(self) }
    }

    private func send(_ update: ProviderUpdate, _ ended: @escaping (Result<Bool, ClientError>) -> Void) {
        client.call(Names.provider, Names.Provider.publish, Signatures.options) { writer throws(BusError) in
            try update.write(to: &writer)
        } read: { reader throws(BusError) in
            try reader.bool()
        } ended: {
            ended($0)
        }
    }

    private func receive(_ message: borrowing Message) {
        guard let member = message.member else { return }
        let request = try? message.read { reader throws(BusError) in try ProviderRequest.read(member, &reader) }
        switch request {
        case .show(name): onRequest?(.show)
        case .hide(name): onRequest?(.hide)
        case .move(name, let keepFree, let output): onRequest?(.move(keepFree: keepFree, output: output))
        case .show, .hide, .move, nil: return
        }
    }
}

extension Client {
    /// A provider called `name`, as long as what this returns is kept.
    public func provider(name: String = "") -> Provider { Provider(self, name: name) }
}

extension ProviderKeeper.Ending {
    fileprivate init(_ result: Result<Bool, ClientError>) {
        switch result {
        case .success: self = .taken
        case .failure(let error) where error.code == .refused || error.code == .system: self = .refused
        case .failure: self = .lost
        }
    }
}
