import Foundation
import Glibc
import HeadroomBus
import HeadroomCore
import HeadroomWire
import Support
import Testing

@testable import HeadroomClient

/// Plugins with the real daemon, which comes and goes.
@Suite("Plugins", .timeLimit(.minutes(10)))
struct PluginTests {
    /// A client of its own, and what its plugin is told.
    private final class Actor {
        let client: Client
        let plugin: Plugin
        private(set) var updates: [Plugin.Update] = []

        init(_ loop: EventLoop, _ bus: PrivateBus, _ kind: Plugin.Kind) throws {
            client = try Client(bus: .at(bus.address), loop: loop)
            plugin = client.plugin(name: "acting", kind: kind)
            plugin.onUpdate = { [unowned self] update in updates.append(update) }
        }

        var isRegistered: Bool { client.isDaemonKnown && plugin.subject != nil }
    }

    private let loop: EventLoop
    private let bus: PrivateBus
    private let folder: TemporaryFolder
    private let pid = UInt32(getpid())

    init() throws {
        loop = try EventLoop()
        bus = try PrivateBus()
        folder = try TemporaryFolder()
    }

    private func daemon() throws -> ChildProcess {
        try ChildProcess(
            try BuiltProgram.path("headroomd"), ["--verbose"],
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
                "XDG_STATE_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "", "DISPLAY": "",
                "SWAYSOCK": "", "NOTIFY_SOCKET": "",
            ])
    }

    private func report(_ actor: Actor, _ report: PluginReport) throws -> ClientError.Code? {
        var answer: Result<Void, ClientError>?
        actor.plugin.report(report) { answer = $0 }
        try loop.wait("the report's answer") { answer != nil }
        if case .failure(let error) = answer { return error.code }
        return nil
    }

    private func claim(_ actor: Actor, _ processes: [UInt32]) throws -> [Plugin.Claimed] {
        var answer: Result<[Plugin.Claimed], ClientError>?
        actor.plugin.claim(processes) { answer = $0 }
        try loop.wait("the claim's answer") { answer != nil }
        return try answer?.get() ?? []
    }

    private func avoidance(_ client: Client) throws -> AvoidanceState {
        var answer: Result<AvoidanceState, ClientError>?
        client.avoidance { answer = $0 }
        try loop.wait("the lists") { answer != nil }
        return try answer?.get() ?? AvoidanceState()
    }

    @Test("a plugin of a higher rank takes over, and gives back when it goes")
    func takeOver() throws {
        let daemon = try daemon()
        defer { daemon.kill() }
        let low = try Actor(loop, bus, .accessibility)
        let claims = try claim(low, [pid])
        let subject = claims.first?.subject ?? ""
        #expect(claims.map(\.process) == [pid])
        try loop.wait("the subject", log: daemon.log) { low.plugin.isActive(in: subject) }
        #expect(try report(low, PluginReport(subject: subject, outcome: .clear, shift: Point(x: 0, y: -9))) == nil)
        var high: Actor? = try Actor(loop, bus, .app)
        try loop.wait("the revocation") {
            low.updates == [.active(subject: subject), .inactive(subject: subject, graceMS: 500)]
        }
        #expect(high?.plugin.isActive() == false)
        #expect(try report(low, PluginReport(subject: subject, outcome: .partial)) == .notClaimed)
        #expect(try report(low, PluginReport(subject: subject, outcome: .restored)) == nil)
        try loop.wait("the grant") { high?.plugin.isActive() == true }
        #expect(high?.plugin.subject == subject)
        high = nil
        try loop.wait("the subject back") { low.plugin.isActive(in: subject) }
        low.plugin.release([subject])
        #expect(try avoidance(low.client).claims == [])
    }

    @Test("a plugin that is dropped before it knows its number is not left behind")
    func droppedEarly() throws {
        let daemon = try daemon()
        defer { daemon.kill() }
        let client = try Client(bus: .at(bus.address), loop: loop)
        try loop.wait("the daemon", log: daemon.log) { client.daemon != nil }
        var plugin: Plugin? = client.plugin(name: "early", kind: .app)
        // It registers in the turn before this one's; its call is on the way when it goes.
        var isLater = false
        loop.later { isLater = true }
        try loop.wait("the turn in which it registers") { isLater }
        #expect(plugin?.subject == nil)
        plugin = nil
        var state = try avoidance(client)
        while !state.plugins.isEmpty || !daemon.log.contains("\"early\"") { state = try avoidance(client) }
        #expect(state.claims == [])
    }

    @Test("a daemon that is killed and comes again knows who is active, and what stands elsewhere")
    func restart() throws {
        let first = try daemon()
        let one = try Actor(loop, bus, .toolkit)
        try loop.wait("the first plugin", log: first.log) { one.plugin.isActive() }
        let subject = one.plugin.subject ?? ""
        #expect(try report(one, PluginReport(outcome: .clear, shift: Point(x: 0, y: -200))) == nil)
        first.kill()
        try loop.wait("the daemon to be gone") { one.client.daemon == nil }
        #expect(one.plugin.isActive())
        #expect(try report(one, PluginReport(outcome: .clear)) == .noDaemon)
        let second = try daemon()
        defer { second.kill() }
        try loop.wait("the plugin to come back", log: second.log) { second.log.contains(" comes: toolkit, active") }
        // Its report follows the answer to its coming.
        var state = try avoidance(one.client)
        while state.reports.isEmpty { state = try avoidance(one.client) }
        #expect(state.claims.map(\.subject) == [subject])
        #expect(state.claims.first?.holder == state.plugins.first?.number)
        #expect(state.reports.map(\.report.shift) == [Point(x: 0, y: -200)])
        #expect(one.updates == [.active(subject: subject)])
        // It is waited for, as the new daemon knows that it has moved things.
        let app = try Actor(loop, bus, .app)
        try loop.wait("the revocation") { one.updates.last == .inactive(subject: subject, graceMS: 500) }
        #expect(!app.plugin.isActive())
        #expect(try report(one, PluginReport(outcome: .restored)) == nil)
        try loop.wait("the grant") { app.plugin.isActive() }
    }

    @Test("who watches is told of reports and holders, also by the next daemon")
    func watching() throws {
        let first = try daemon()
        let client = try Client(bus: .at(bus.address), loop: loop)
        var told: [AvoidanceWatch.Update] = []
        let watch = client.watchAvoidance { told.append($0) }
        try loop.wait("the daemon") { client.daemon != nil }
        _ = try avoidance(client)
        let actor = try Actor(loop, bus, .app)
        try loop.wait("the plugin", log: first.log) { actor.plugin.isActive() }
        let subject = actor.plugin.subject ?? ""
        let moved = PluginReport(
            outcome: .partial, shift: Point(x: 0, y: -50), output: "eDP-1",
            target: Rect(x: 1, y: 2, width: 3, height: 4), residual: 5, latencyUS: 6,
            parts: [.init(level: "scroll", amount: 50)])
        #expect(try report(actor, moved) == nil)
        func reports() -> [PluginReport] {
            told.compactMap { if case .reported(let state) = $0 { state.report } else { nil } }
        }
        var expected = moved
        expected.subject = subject
        try loop.wait("the report") { reports() == [expected] }
        #expect(
            told.contains {
                if case .claimsChanged(let added, []) = $0 { added.map(\.subject) == [subject] } else { false }
            })
        first.kill()
        try loop.wait("the daemon to be gone") { client.daemon == nil }
        let second = try daemon()
        defer { second.kill() }
        try loop.wait("the plugin again", log: second.log) {
            client.daemon != nil && second.log.contains(" comes: app")
        }
        _ = try avoidance(client)
        let heard = reports().count
        #expect(try report(actor, moved) == nil)
        try loop.wait("the report again") { reports().count == heard + 1 }
        watch.cancel()
        _ = try avoidance(client)
        let count = told.count
        #expect(try report(actor, PluginReport(outcome: .restored)) == nil)
        _ = try avoidance(client)
        #expect(told.count == count)
    }

    @Test("without a daemon nothing is permitted, and claims wait for one")
    func absence() throws {
        let actor = try Actor(loop, bus, .window)
        try loop.wait("the bus") { actor.client.isDaemonKnown }
        #expect(try report(actor, PluginReport(subject: "pid:1.1", outcome: .clear)) == .noDaemon)
        #expect(try claim(actor, []) == [])
        var answer: Result<[Plugin.Claimed], ClientError>?
        actor.plugin.claim([pid]) { answer = $0 }
        let daemon = try daemon()
        defer { daemon.kill() }
        try loop.wait("the claim", log: daemon.log) { answer != nil }
        let subject = try answer?.get().first?.subject ?? ""
        try loop.wait("the grant", log: daemon.log) { actor.plugin.isActive(in: subject) }
    }
}
