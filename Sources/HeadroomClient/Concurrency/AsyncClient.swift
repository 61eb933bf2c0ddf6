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
        /// Who waits for an answer, and how to tell them that none will come.
        var waiting: [UInt64: (ClientError) -> Void] = [:]
        private var count: UInt64 = 0

        init(_ client: Client) { self.client = client }

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
