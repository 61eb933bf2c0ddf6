import HeadroomBus
internal import HeadroomCore

/// A connection to Headroom for Swift concurrency: a ``Client`` on a thread of its own.
///
/// Dropping it, and the streams that came from it, ends the connection, and with it what was published.
public final class AsyncClient: Sendable {
    private let mailbox: Mailbox<Desk>

    /// What lies on the thread: nothing of it leaves it.
    private final class Desk {
        let client: Client
        var subscriptions: [UInt64: KeyboardSubscription] = [:]
        var providers: [String: Provider] = [:]
        var requests: [String: AsyncStream<Provider.Request>.Continuation] = [:]
        var plugins: [String: Registration] = [:]
        var watches: [UInt64: AvoidanceWatch] = [:]
        /// Who waits for an answer, and how to tell them that none will come.
        var waiting: [UInt64: (ClientError) -> Void] = [:]
        private var count: UInt64 = 0

        init(_ client: Client) { self.client = client }

        /// A plugin, and who reads what it is told.
        struct Registration {
            let number: UInt64
            let plugin: Plugin
            let updates: AsyncStream<Plugin.Update>.Continuation
        }

        func number() -> UInt64 {
            count += 1
            return count
        }

        func provider(_ name: String) -> Provider {
            if let provider = providers[name] { return provider }
            let provider = client.provider(name: name)
            provider.onRequest = { [unowned self] request in requests[name]?.yield(request) }
            providers[name] = provider
            return provider
        }
    }

    /// Connects. Whether there is a daemon is told by ``updates()``.
    ///
    /// - Throws: a ``ClientError``, as ``Client/init(bus:)``.
    public init(bus: Client.Bus = .session) async throws(ClientError) {
        do throws(BusError) { mailbox = try Mailbox() } catch { throw ClientError(error) }
        let mailbox = mailbox
        let started: Result<Void, ClientError> = await withCheckedContinuation { continuation in
            do throws(BusError) {
                try Thread.start { AsyncClient.work(bus, mailbox) { result in continuation.resume(returning: result) } }
            } catch {
                continuation.resume(returning: .failure(ClientError(error)))
            }
        }
        try started.get()
    }

    deinit { mailbox.post { desk in desk.client.stop() } }

    /// The thread's work.
    private static func work(
        _ bus: Client.Bus, _ mailbox: Mailbox<Desk>, _ started: (Result<Void, ClientError>) -> Void
    ) {
        let desk: Desk
        let watch: FDWatch
        do throws(ClientError) {
            desk = Desk(try Client(bus: bus))
            do throws(BusError) {
                watch = try desk.client.loop.watch(mailbox.fd, .readable) { [unowned desk] _ in
                    mailbox.empty(at: desk)
                }
            } catch {
                throw ClientError(error)
            }
        } catch {
            _ = mailbox.close()
            return started(.failure(error))
        }
        started(.success(()))
        // Nobody waits when it is stopped, as that is when nobody holds the client; only if the loop fails.
        _ = try? desk.client.run()
        watch.cancel()
        for job in mailbox.close() { job(desk) }
        for end in desk.waiting.values { end(.ended) }
        for requests in desk.requests.values { requests.finish() }
        for registration in desk.plugins.values { registration.updates.finish() }
    }

    // MARK: Following

    /// What becomes of the keyboard; the first element is how things stand. Every call begins anew. A reader that is far
    /// behind misses the oldest of what it has not read.
    public func updates() -> AsyncStream<KeyboardUpdate> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: KeyboardUpdate.self, bufferingPolicy: .bufferingNewest(AsyncClient.buffered))
        let isPosted = mailbox.post { desk in
            let number = desk.number()
            desk.subscriptions[number] = try? desk.client.subscribe { update in continuation.yield(update) }
            guard desk.subscriptions[number] != nil else { return continuation.finish() }
            // The stream keeps the connection open as long as somebody reads it.
            continuation.onTermination = { @Sendable [self] _ in
                mailbox.post { desk in desk.subscriptions[number] = nil }
            }
        }
        if !isPosted { continuation.finish() }
        return stream
    }

    /// How many elements are kept for a slow reader. (chosen: some seconds of the liveliest keyboard)
    private static let buffered = 256

    // MARK: Asking

    /// Asks the keyboard to show; returns when the request was handed over.
    public func show() async throws(ClientError) {
        try await ask { desk, ended in desk.client.show(ended) }
    }

    /// Asks the keyboard to hide; returns when the request was handed over.
    public func hide() async throws(ClientError) {
        try await ask { desk, ended in desk.client.hide(ended) }
    }

    /// The daemon's observers.
    public func observers() async throws(ClientError) -> [ObserverState] {
        try await ask { desk, ended in desk.client.observers(ended) }
    }

    /// Who is believed for what of the published keyboard.
    public func beliefs() async throws(ClientError) -> [BeliefState] {
        try await ask { desk, ended in desk.client.beliefs(ended) }
    }

    /// Which input methods there are, how room for their candidates is held, and what was learned of them.
    public func candidates() async throws(ClientError) -> [CandidateState] {
        try await ask { desk, ended in desk.client.candidates(ended) }
    }

    // MARK: Providing

    /// Says what changed with the keyboard called `name`; see ``Provider/publish(_:_:)``.
    ///
    /// - Returns: whether this provider is now the one believed.
    @discardableResult
    public func publish(_ publication: Publication, as name: String = "") async throws(ClientError) -> Bool {
        try await ask { desk, ended in desk.provider(name).publish(publication, ended) }
    }

    /// Takes back all that the keyboard called `name` said.
    public func withdraw(_ name: String = "") {
        mailbox.post { desk in
            desk.providers[name]?.withdraw()
            desk.providers[name] = nil
        }
    }

    /// What the daemon asks of the keyboard called `name`. A second call ends the first one's stream.
    public func requests(to name: String = "") -> AsyncStream<Provider.Request> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Provider.Request.self, bufferingPolicy: .bufferingNewest(AsyncClient.buffered))
        let isPosted = mailbox.post { desk in
            _ = desk.provider(name)
            desk.requests.updateValue(continuation, forKey: name)?.finish()
            continuation.onTermination = { @Sendable [self] _ in withExtendedLifetime(self) {} }
        }
        if !isPosted { continuation.finish() }
        return stream
    }

    // MARK: Moving things

    /// Registers a plugin, with every daemon that comes, for as long as the stream is read, and tells what it may do;
    /// see ``Plugin``. A second one of the same name takes the first one's place and ends its stream.
    public func plugin(name: String, kind: Plugin.Kind) -> AsyncStream<Plugin.Update> {
        // Not one may be missed: who misses a revocation moves what another one moves.
        let (stream, continuation) = AsyncStream.makeStream(of: Plugin.Update.self, bufferingPolicy: .unbounded)
        let isPosted = mailbox.post { desk in
            let number = desk.number()
            let plugin = desk.client.plugin(name: name, kind: kind)
            plugin.onUpdate = { update in continuation.yield(update) }
            let registration = Desk.Registration(number: number, plugin: plugin, updates: continuation)
            desk.plugins.updateValue(registration, forKey: name)?.updates.finish()
            continuation.onTermination = { @Sendable [self] _ in
                mailbox.post { desk in if desk.plugins[name]?.number == number { desk.plugins[name] = nil } }
            }
        }
        if !isPosted { continuation.finish() }
        return stream
    }

    /// Claims the applications of processes for the plugin called `name`; see ``Plugin/claim(_:_:)``.
    ///
    /// - Throws: also ``ClientError/Code/notClaimed``: there is no such plugin.
    public func claim(_ processes: [UInt32], for name: String) async throws(ClientError) -> [Plugin.Claimed] {
        try await ask { (desk, ended: @escaping (Result<[Plugin.Claimed], ClientError>) -> Void) in
            guard let plugin = desk.plugins[name]?.plugin else { return ended(.failure(.notClaimed)) }
            plugin.claim(processes, ended)
        }
    }

    /// Gives up applications that the plugin called `name` claimed; see ``Plugin/release(_:)``.
    public func release(_ subjects: [String], of name: String) {
        mailbox.post { desk in desk.plugins[name]?.plugin.release(subjects) }
    }

    /// Says what the plugin called `name` is about to do, or has put back; that it returns is the permission. See
    /// ``Plugin/report(_:_:)``.
    public func report(_ report: PluginReport, of name: String) async throws(ClientError) {
        try await ask { (desk, ended: @escaping (Result<Void, ClientError>) -> Void) in
            guard let plugin = desk.plugins[name]?.plugin else { return ended(.failure(.notClaimed)) }
            plugin.report(report, ended)
        }
    }

    /// Who moves things where.
    public func avoidance() async throws(ClientError) -> AvoidanceState {
        try await ask { desk, ended in desk.client.avoidance(ended) }
    }

    /// What plugins report, and who holds what.
    public func avoidanceUpdates() -> AsyncStream<AvoidanceWatch.Update> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: AvoidanceWatch.Update.self, bufferingPolicy: .bufferingNewest(AsyncClient.buffered))
        let isPosted = mailbox.post { desk in
            let number = desk.number()
            desk.watches[number] = desk.client.watchAvoidance { update in continuation.yield(update) }
            continuation.onTermination = { @Sendable [self] _ in
                mailbox.post { desk in
                    desk.watches[number] = nil
                    // The end of one ends what the daemon tells to all of a connection.
                    for watch in desk.watches.values { watch.renew() }
                }
            }
        }
        if !isPosted { continuation.finish() }
        return stream
    }

    private func ask<Value: Sendable>(
        _ question: @escaping @Sendable (Desk, @escaping (Result<Value, ClientError>) -> Void) -> Void
    ) async throws(ClientError) -> Value {
        let result: Result<Value, ClientError> = await withCheckedContinuation { continuation in
            let isPosted = mailbox.post { desk in
                let number = desk.number()
                desk.waiting[number] = { continuation.resume(returning: .failure($0)) }
                question(desk) { [unowned desk] answer in
                    if desk.waiting.removeValue(forKey: number) != nil { continuation.resume(returning: answer) }
                }
            }
            if !isPosted { continuation.resume(returning: .failure(.ended)) }
        }
        return try result.get()
    }
}

extension ClientError {
    fileprivate static let ended = ClientError(.noBus, "the connection has ended")
}
