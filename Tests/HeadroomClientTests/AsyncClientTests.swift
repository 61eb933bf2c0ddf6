import HeadroomBus
import HeadroomCore
import HeadroomWire
import Support
import Testing

@testable import HeadroomClient

/// The face for Swift concurrency. The scripted daemon runs on a thread of its own, as the client does.
@Suite("Swift concurrency", .timeLimit(.minutes(10)))
struct AsyncClientTests {
    /// A scripted daemon on a thread of its own.
    private final class Elsewhere: Sendable {
        let address: String
        private let mailbox: Mailbox<ScriptedDaemon>

        init() async throws {
            let mailbox = try Mailbox<ScriptedDaemon>()
            self.mailbox = mailbox
            let started: Result<String, any Error> = await withCheckedContinuation { continuation in
                do {
                    try Thread.start {
                        do {
                            let bus = try PrivateBus()
                            let loop = try EventLoop()
                            let daemon = try ScriptedDaemon(on: bus, loop)
                            let watch = try loop.watch(mailbox.fd) { _ in mailbox.empty(at: daemon) }
                            continuation.resume(returning: .success(bus.address))
                            _ = try? loop.run()
                            watch.cancel()
                        } catch {
                            continuation.resume(returning: .failure(error))
                        }
                    }
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            address = try started.get()
        }

        deinit { mailbox.post { daemon in daemon.connection.loop.quit() } }

        /// Does something on the daemon's thread.
        func act<Value: Sendable>(_ work: @escaping @Sendable (ScriptedDaemon) throws -> Value) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                mailbox.post { daemon in continuation.resume(with: Result { try work(daemon) }) }
            }
        }
    }

    @Test("updates come as they are told, to every reader from its own beginning")
    func updates() async throws {
        let daemon = try await Elsewhere()
        let client = try await AsyncClient(bus: .at(daemon.address))
        var first = client.updates().makeAsyncIterator()
        guard case .current(let state)? = await first.next() else { throw TestFailure("no state") }
        #expect(state.phase == .shown)
        try await daemon.act { try $0.notify(Samples.notification(.willHide, 11)) }
        guard case .notification(let hide)? = await first.next() else { throw TestFailure("no notification") }
        #expect(hide.serial == 11)
        var second = client.updates().makeAsyncIterator()
        guard case .current(let later)? = await second.next() else { throw TestFailure("no second state") }
        #expect(later.phase == .hiding)
    }

    @Test("a stream outlives the client that made it; its end ends the connection")
    func lifetime() async throws {
        let daemon = try await Elsewhere()
        var client: AsyncClient? = try await AsyncClient(bus: .at(daemon.address))
        var publication = Publication()
        publication.isVisible = true
        #expect(try await client?.publish(publication) == true)
        let name = try #require(try await daemon.act { $0.provider })
        try await readOne(try #require(client?.updates())) { client = nil }
        // The stream is gone with its reader.
        try await Self.waitUntilGone(name, daemon)
    }

    private func readOne(_ updates: AsyncStream<KeyboardUpdate>, after work: () -> Void) async throws {
        work()
        var reader = updates.makeAsyncIterator()
        guard case .current(let state)? = await reader.next() else { throw TestFailure("no state") }
        #expect(state.isDaemonPresent)
    }

    private static func waitUntilGone(_ name: BusName, _ daemon: Elsewhere) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = try await daemon.act { daemon in
            Kept(
                daemon.connection.watchName(name) { owner in
                    if owner == nil { continuation.finish() }
                })
        }
        for await _ in stream {}
        withExtendedLifetime(watch) {}
    }

    /// Carries a watch between threads without touching it.
    private final class Kept: @unchecked Sendable {
        private let watch: NameWatch
        init(_ watch: NameWatch) { self.watch = watch }
    }

    @Test("requests and answers")
    func calls() async throws {
        let daemon = try await Elsewhere()
        let client = try await AsyncClient(bus: .at(daemon.address))
        try await client.show()
        try await client.hide()
        #expect(try await daemon.act { $0.requests } == ["show", "hide"])
        try await daemon.act { $0.observers = [ObserverListing(name: "OSK0", availability: "waiting", why: "none")] }
        #expect(try await client.observers().map(\.name) == ["OSK0"])
        #expect(try await client.beliefs() == [])
        try await daemon.act { $0.refusal = .notSupported("nobody can") }
        await #expect(throws: ClientError.self) { try await client.show() }
    }

    @Test("what the daemon asks of a provider")
    func requests() async throws {
        let daemon = try await Elsewhere()
        let client = try await AsyncClient(bus: .at(daemon.address))
        var requests = client.requests(to: "mine").makeAsyncIterator()
        var publication = Publication()
        publication.canShow = true
        #expect(try await client.publish(publication, as: "mine"))
        try await daemon.act { daemon in
            guard let provider = daemon.provider else { throw TestFailure("nobody published") }
            try daemon.connection.send(ProviderRequest.show(name: "mine").message(to: provider))
        }
        #expect(await requests.next() == .show)
        client.withdraw("mine")
        try await client.hide()
        #expect(try await daemon.act { $0.withdrawn } == ["mine"])
    }

    @Test("no bus is an error")
    func noBus() async {
        await #expect(throws: ClientError.self) { _ = try await AsyncClient(bus: .at("unix:path=/nonexistent/bus")) }
    }
}
