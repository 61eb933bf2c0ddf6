import Glibc
import HeadroomBus
import HeadroomClient
import HeadroomCore
import Support
import Testing

/// What `headroom` shows of plugins, with the real daemon and plugins of the test's own.
@Suite("Plugins on the command line", .timeLimit(.minutes(10)))
struct PluginCommandTests {
    private let world: World
    private let loop: EventLoop
    private let client: Client

    init() throws {
        world = try World()
        loop = try EventLoop()
        client = try Client(bus: .at(world.bus?.address ?? ""), loop: loop)
    }

    private func plugin(_ name: String, _ kind: Plugin.Kind, active: Bool) throws -> Plugin {
        let plugin = client.plugin(name: name, kind: kind)
        try loop.wait("the plugin") { plugin.subject != nil && plugin.isActive() == active }
        return plugin
    }

    private func report(_ plugin: Plugin, _ report: PluginReport) throws {
        var answer: Result<Void, ClientError>?
        plugin.report(report) { answer = $0 }
        try loop.wait("the report's answer") { answer != nil }
        try answer?.get()
    }

    @Test("plugins and status show who moves things, to people and to programs")
    func plugins() throws {
        #expect(try world.run("plugins").code == 1)
        _ = try world.startDaemon()
        #expect(try world.run("plugins").output == "no plugin is registered\n")
        #expect(try world.run("status").output.hasSuffix("plugins          none\nclaims           none\n"))
        let app = try plugin("evil\u{1B}[2J", .app, active: true)
        let toolkit = try plugin("", .toolkit, active: false)
        let subject = app.subject ?? ""
        try report(
            app,
            PluginReport(
                outcome: .partial, shift: Point(x: 0, y: -120.5), output: "eDP-1",
                target: Rect(x: 10, y: 400, width: 200, height: 30), residual: 4,
                parts: [.init(level: "scroll", amount: 120.5)]))
        let text = try world.run("plugins")
        #expect(text.code == 0)
        #expect(text.lines.count == 4)
        #expect(text.lines.first?.hasSuffix(" \"evil[2J\" app, process \(getpid()), in \(subject)") == true)
        #expect(
            text.lines.dropFirst().first
                == "    holds \(subject): partial, shift 0,-120.5, target 10,400 200x30 on eDP-1, 4 still covered, "
                + "scroll 120.5")
        #expect(text.lines.last == "    waits for \(subject)")
        let json = try JSONLine(try world.run("plugins", "--json").lines.first)
        let plugins = try #require(json["plugins"] as? [[String: Any]])
        #expect(plugins.map { $0["kind"] as? String } == ["app", "toolkit"])
        let claims = try #require(json["claims"] as? [[String: Any]])
        #expect(claims.map { $0["subject"] as? String } == [subject])
        #expect(claims.first?["plugin"] as? UInt64 == plugins.first?["plugin"] as? UInt64)
        let reports = try #require(json["reports"] as? [[String: Any]])
        #expect(reports.first?["shift"] as? [Double] == [0, -120.5])
        let status = try JSONLine(try world.run("status", "--json").lines.first)
        #expect((status["plugins"] as? [Any])?.count == 2)
        #expect(try world.run("status").output.contains("claims           \(subject): plugin "))
        try report(app, PluginReport(outcome: .impossible))
        #expect(
            try world.run("plugins").lines.dropFirst().first
                == "    holds \(subject): impossible, how much is covered nobody knows")
        withExtendedLifetime(toolkit) {}
    }

    @Test("monitor shows reports as they come")
    func monitor() throws {
        _ = try world.startDaemon()
        let app = try plugin("", .app, active: true)
        let json = try world.headroom("monitor", "--json")
        let text = try world.headroom("monitor")
        #expect(try JSONLine(json.readLine()).string("phase") == "hidden")
        #expect(try text.readLine() == "hidden")
        // Each watches before it says its first line, and the daemon has heard of that when it answers later calls.
        _ = try world.run("plugins")
        try report(app, PluginReport(outcome: .clear, shift: Point(x: 0, y: -200)))
        let line = try JSONLine(json.readLine())
        #expect(line.string("signal") == "Reported")
        #expect(line.string("outcome") == "clear")
        #expect(line.string("subject") == app.subject)
        #expect(line.numbers("shift") == [0, -200])
        #expect(
            try text.readLine()?.hasSuffix("in \(app.subject ?? ""): clear, shift 0,-200, the user moved on") == true)
    }
}
