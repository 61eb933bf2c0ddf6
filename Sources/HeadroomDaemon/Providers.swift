import HeadroomBus
import HeadroomCore
import HeadroomWire

/// The Provider interface: who publishes, for how long, and what of it the pipeline hears (contract, section 3).
final class Providers {
    private let loop: EventLoop
    private let bus: Connection
    private let pipeline: Pipeline
    private let peers: Peers
    private let log: Log
    /// In the order in which they came. Few: looking through them is cheaper than a hash of a name.
    private var entries: [Entry] = []

    private final class Entry {
        var provider: Provider
        /// Runs out when no call comes in time.
        var lease: Timer?

        var source: Source { provider.source }

        init(_ provider: Provider) { self.provider = provider }
    }

    init(loop: EventLoop, bus: Connection, pipeline: Pipeline, peers: Peers, log: Log) {
        self.loop = loop
        self.bus = bus
        self.pipeline = pipeline
        self.peers = peers
        self.log = log
        peers.onLeft.append { [weak self] peer in self?.leave(peer.number) }
    }

    static let table = Interface<Providers>(
        Names.provider,
        methods: [
            Method(Names.Provider.publish, Signatures.options, Signatures.believed) { providers, call in
                providers.publish(call) { reader, now throws(BusError) in try ProviderUpdate(&reader, at: now) }
            },
            Method(Names.Provider.publishText, Signatures.text, Signatures.believed) { providers, call in
                providers.publish(call) { reader, now throws(BusError) in
                    try ProviderUpdate(text: try reader.text(), at: now)
                }
            },
            Method(Names.Provider.withdraw, Signatures.text) { providers, call in
                do throws(BusError) {
                    let name = try call.read { reader throws(BusError) in try reader.string() }
                    providers.withdraw(providers.source(name, call.sender))
                    call.reply()
                } catch {
                    call.fail(error)
                }
            },
        ],
        properties: [.version])

    // MARK: Calls

    private func publish(
        _ call: consuming Invocation, _ read: (inout Reader, UInt64) throws(BusError) -> ProviderUpdate
    ) {
        do throws(BusError) {
            let now = loop.now
            let update = try call.read { reader throws(BusError) in try read(&reader, now) }
            let source = source(update.name, call.sender)
            let known = entry(source)
            let entry = if let known { known } else { try newEntry(source, call.sender) }
            try entry.provider.apply(update, outputs: pipeline.arbiter.outputs, at: now)
            try extendLease(entry)
            if known == nil { entries.append(entry) }
            pipeline.update(source, entry.provider.facts(outputs: pipeline.arbiter.outputs), cause: update.cause)
            let isBelieved = pipeline.arbiter.chosen == source
            call.reply { writer throws(BusError) in try writer.bool(isBelieved) }
        } catch {
            call.fail(error)
        }
    }

    private func source(_ name: String, _ sender: BusName) -> Source {
        Source(kind: .provider, name: name, connection: peers.peer(sender).number)
    }

    private func entry(_ source: Source) -> Entry? { entries.first { $0.source == source } }

    private func newEntry(_ source: Source, _ sender: BusName) throws(BusError) -> Entry {
        guard entries.count < Limits.providers else {
            throw .limitExceeded("name", "at most \(Limits.providers) providers in all")
        }
        guard entries.count(where: { $0.source.connection == source.connection }) < Limits.providersPerConnection else {
            throw .limitExceeded("name", "at most \(Limits.providersPerConnection) providers a connection")
        }
        log.detail("provider \"\(source.name)\" of \(sender.text) comes")
        return Entry(Provider(source: source, connection: sender))
    }

    private func extendLease(_ entry: Entry) throws(BusError) {
        guard entry.provider.leaseMS > 0 else {
            entry.lease = nil
            return
        }
        let source = entry.source
        let lease =
            if let running = entry.lease { running } else { try loop.timer { [weak self] in self?.withdraw(source) } }
        lease.arm(after: UInt64(entry.provider.leaseMS) * 1000)
        entry.lease = lease
    }

    // MARK: Ends

    private func withdraw(_ source: Source) {
        guard let place = entries.firstIndex(where: { $0.source == source }) else { return }
        entries.remove(at: place)
        log.detail("provider \"\(source.name)\" goes")
        pipeline.update(source, nil)
    }

    /// All providers of a connection end at once; the believed one last, so that none of the others takes over between.
    private func leave(_ number: UInt64) {
        let believed = pipeline.arbiter.chosen
        let sources = entries.map(\.source).filter { $0.connection == number }
        for source in sources where source != believed { withdraw(source) }
        for source in sources where source == believed { withdraw(source) }
    }

    // MARK: Outputs and requests

    /// The outputs changed: frames that are relative to one mean another place now.
    func placeAnew() {
        for entry in entries where entry.provider.state.frame != nil {
            pipeline.update(entry.source, entry.provider.facts(outputs: pipeline.arbiter.outputs))
        }
    }

    /// Asks the provider behind `source` to show or hide. Returns whether that was handed over.
    func request(_ source: Source, toShow: Bool) -> Bool {
        guard let provider = entry(source)?.provider else { return false }
        let request: ProviderRequest = toShow ? .show(name: source.name) : .hide(name: source.name)
        do throws(BusError) {
            try bus.send(request.message(to: provider.connection))
            return true
        } catch {
            log.warning("a provider could not be asked: \(error.message)")
            return false
        }
    }
}
