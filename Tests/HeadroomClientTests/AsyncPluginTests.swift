import Glibc
import HeadroomBus
import HeadroomCore
import Support
import Testing

@testable import HeadroomClient

/// Plugins for Swift concurrency, with the real daemon.
@Suite("Plugins for Swift concurrency", .timeLimit(.minutes(10)))
struct AsyncPluginTests {
    private let bus: PrivateBus
    private let folder: TemporaryFolder
    private let daemon: ChildProcess
    private let pid = UInt32(getpid())

    init() throws {
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        daemon = try ChildProcess(
            try BuiltProgram.path("headroomd"), ["--verbose"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
                "XDG_STATE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "", "DISPLAY": "",
                "SWAYSOCK": "", "NOTIFY_SOCKET": "",
            ])
    }

    @Test("registers, reports, is told of a take-over, gives up")
    func life() async throws {
        let client = try await AsyncClient(bus: .at(bus.address))
        var low = client.plugin(name: "low", kind: .window).makeAsyncIterator()
        let claims = try await client.claim([pid], for: "low")
        let subject = try #require(claims.first?.subject)
        #expect(await low.next() == .active(subject: subject))
        var watch = client.avoidanceUpdates().makeAsyncIterator()
        // What a watch is told of begins when the daemon has been asked.
        _ = try await client.avoidance()
        try await client.report(
            PluginReport(subject: subject, outcome: .clear, shift: Point(x: 0, y: -9)), of: "low")
        guard case .reported(let told)? = await watch.next() else { throw TestFailure("nothing was reported") }
        #expect(told.report.shift == Point(x: 0, y: -9))
        #expect(try await client.avoidance().plugins.map(\.name) == ["low"])

        let other = try await AsyncClient(bus: .at(bus.address))
        var high = other.plugin(name: "high", kind: .app).makeAsyncIterator()
        #expect(await low.next() == .inactive(subject: subject, graceMS: 500))
        try await client.report(PluginReport(subject: subject, outcome: .restored), of: "low")
        #expect(await high.next() == .active(subject: subject))
        await #expect(throws: ClientError.self) {
            try await client.report(PluginReport(subject: subject, outcome: .clear), of: "low")
        }
        client.release([subject], of: "low")
        var state = try await client.avoidance()
        while state.claims.first?.waiting != [] { state = try await client.avoidance() }
    }

    @Test("nothing can be asked of a plugin that is not there")
    func nobody() async throws {
        let client = try await AsyncClient(bus: .at(bus.address))
        await #expect(throws: ClientError.self) { try await client.report(PluginReport(outcome: .clear), of: "none") }
        await #expect(throws: ClientError.self) { _ = try await client.claim([pid], for: "none") }
    }

    @Test("the end of its stream is the end of the plugin; another of its name takes its place")
    func ends() async throws {
        let client = try await AsyncClient(bus: .at(bus.address))
        try await register(client)
        var state = try await client.avoidance()
        while !state.plugins.isEmpty { state = try await client.avoidance() }
        let first = client.plugin(name: "twice", kind: .app)
        let second = client.plugin(name: "twice", kind: .app)
        for await _ in first {}
        var reader = second.makeAsyncIterator()
        guard case .active? = await reader.next() else { throw TestFailure("the second is not active") }
    }

    private func register(_ client: AsyncClient) async throws {
        var updates = client.plugin(name: "short", kind: .app).makeAsyncIterator()
        guard case .active? = await updates.next() else { throw TestFailure("not active") }
        #expect(try await client.avoidance().plugins.count == 1)
    }
}
