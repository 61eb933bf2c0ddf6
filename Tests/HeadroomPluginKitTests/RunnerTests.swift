import Foundation
import HeadroomBus
import HeadroomClient
import HeadroomCore
import Support
import Testing

@testable import HeadroomPluginKit

/// Runners with the real daemon and a keyboard that is played.
@Suite("Runners", .timeLimit(.minutes(10)))
struct RunnerTests {
    /// A plugin in the test's own process.
    private final class Actor {
        let application: ScrollingApplication
        let engagement: Engagement
        let runner: Runner
        private(set) var reports: [PluginReport] = []

        init(_ ground: Playground, _ kind: Plugin.Kind = .app, of process: UInt32? = nil) throws {
            application = ScrollingApplication(filling: Playground.output)
            let environment = ground.environment
            let runner = try Runner(try ground.newClient(), name: "acting", kind: kind) { environment[$0] }
            self.runner = runner
            let application = application
            engagement = try process.map { try runner.engage(application, of: $0) } ?? runner.engage(application)
            engagement.onReport = { [unowned self] report in reports.append(report) }
        }

        /// Whether the content is where the keyboard of the playground wants it: 740 + 20 + 10 − 480.
        var isMoved: Bool { application.seen[0] == 290 && application.seen[1] == 320 }
        var isBack: Bool { application.seen[0] == 0 && application.seen[1] == 0 }
    }

    private let ground: Playground

    init() throws { ground = try Playground() }

    private func wait(_ what: String, _ actor: Actor?, until isDone: (Actor) -> Bool) throws {
        do {
            try ground.wait(what) { actor.map(isDone) ?? false }
        } catch {
            let state = actor.map { "\($0.application.seen)\n\($0.reports)\n\($0.engagement.mover)" } ?? "none"
            throw TestFailure("\(error)\n\(state)")
        }
    }

    private func hold(_ actor: Actor) throws {
        try ground.waitForLists("the claim") { $0.claims.contains { $0.holder != 0 } }
    }

    @Test("moves with the keyboard, reports, and puts back")
    func life() throws {
        try ground.startDaemon()
        let actor = try Actor(ground)
        try hold(actor)
        try ground.show()
        try wait("the content to be moved", actor) { $0.isMoved && !$0.engagement.isGliding }
        try ground.waitForLists("the report after it") { $0.reports.first?.report.latencyUS != nil }
        let report = try #require(try ground.avoidance().reports.first?.report)
        #expect(report.outcome == .clear)
        #expect(report.shift == Point(x: 0, y: -290))
        #expect(report.output == "TEST-1")
        #expect(report.target == Rect(x: 40, y: 450, width: 2, height: 20))
        #expect(report.parts == [.init(level: "inset", amount: 320), .init(level: "scroll", amount: 290)])
        #expect(report.serial > 0)
        try ground.hide()
        try wait("the content to be back", actor) { $0.isBack && !$0.engagement.isGliding }
        try ground.waitForLists("the last report") { $0.reports.first?.report.outcome == .restored }
    }

    @Test("the user's focus, typing and scrolling while it is shown")
    func user() throws {
        try ground.startDaemon()
        let actor = try Actor(ground)
        try hold(actor)
        try ground.show()
        try wait("the content to be moved", actor) { $0.isMoved && !$0.engagement.isGliding }
        actor.application.focusHigh()
        actor.engagement.focusChanged()
        try ground.wait("the focus to be in sight") { actor.application.seen[0] <= 40 && !actor.engagement.isGliding }
        _ = actor.application.scroll(by: 25)
        let place = actor.application.seen[0]
        actor.engagement.userScrolled()
        try ground.hide()
        try ground.wait("the inset to be back") { actor.application.seen[1] == 0 && !actor.engagement.isGliding }
        #expect(actor.application.seen[0] == min(place, 0))
    }

    @Test("stopping puts everything back before the program ends")
    func stopping() throws {
        try ground.startDaemon()
        let actor = try Actor(ground)
        try hold(actor)
        try ground.show()
        try wait("the content to be moved", actor) { $0.isMoved }
        var isDone = false
        actor.runner.stop { isDone = true }
        try ground.wait("the end") { isDone }
        #expect(actor.isBack && !actor.engagement.isActive)
        try ground.waitForLists("the last report") { $0.reports.first?.report.outcome == .restored }
    }

    @Test("applications that are to be left alone are, and from the next keyboard on without a restart")
    func ignored() throws {
        try ground.startDaemon()
        try ground.configure("[apps]\nignore=Scrolling-Application\n")
        let actor = try Actor(ground)
        try hold(actor)
        try ground.show(0)
        try ground.wait(for: .shown)
        try ground.hide(0)
        try ground.wait(for: .hidden)
        #expect(actor.isBack && actor.application.positions.isEmpty && actor.reports.isEmpty)
        try ground.configure("[apps]\nignore=\n")
        try ground.show()
        try wait("the content to be moved", actor) { $0.isMoved }
    }

    @Test("who wants no motion gets none")
    func reduced() throws {
        try ground.startDaemon()
        try ground.configure("[motion]\nreduced=yes\n")
        let actor = try Actor(ground)
        try hold(actor)
        try ground.show(10_000)
        try wait("the content to be moved", actor) { $0.isMoved }
        #expect(!actor.engagement.isGliding)
    }

    @Test("the settings portal's word on motion counts", arguments: ["appearance", "animations"])
    func portal(key: String) throws {
        try ground.startDaemon()
        let portal = try ScriptedPortal(on: ground.bus, ground.loop)
        if key == "appearance" { portal.reducedMotion = 1 } else { portal.enableAnimations = false }
        let actor = try Actor(ground)
        try hold(actor)
        try ground.wait("the portal to be asked") { portal.asked == 2 }
        try portal.connection.settle()
        try ground.show(10_000)
        try wait("the content to be moved", actor) { $0.isMoved }
        #expect(!actor.engagement.isGliding)
        try ground.hide(0)
        try wait("the content to be back", actor) { $0.isBack }
        try portal.change(reducedMotion: 0, enableAnimations: true)
        try portal.connection.settle()
        try ground.show(10_000)
        try wait("the content to glide", actor) { $0.engagement.isGliding }
    }

    @Test("a plugin of higher rank takes over while things stand elsewhere, and gives back")
    func takeOver() throws {
        try ground.startDaemon()
        let outside = try Actor(ground, .window, of: UInt32(getpid()))
        try hold(outside)
        try ground.show()
        try wait("the content to be moved", outside) { $0.isMoved && !$0.engagement.isGliding }
        var inside: Actor? = try Actor(ground, .app)
        try wait("the other to move it", inside) { $0.isMoved }
        #expect(outside.isBack)
        #expect(outside.reports.last?.outcome == .restored)
        inside = nil
        try wait("the first to have it again", outside) { $0.isMoved }
    }

    @Test("a daemon that is killed and comes back moves nothing")
    func restart() throws {
        try ground.startDaemon()
        let actor = try Actor(ground)
        try hold(actor)
        try ground.show()
        try wait("the content to be moved", actor) { $0.isMoved && !$0.engagement.isGliding }
        let count = actor.application.positions.count
        try ground.replaceKilledDaemon()
        try ground.waitForLists("what stands elsewhere to be known") { $0.reports.first?.report.outcome == .clear }
        #expect(actor.isMoved)
        #expect(actor.application.positions.count == count)
        try ground.hide()
        try wait("the content to be back", actor) { $0.isBack }
    }

    @Test("without a daemon for two seconds everything goes back")
    func absence() throws {
        try ground.startDaemon()
        let actor = try Actor(ground)
        try hold(actor)
        try ground.show()
        try wait("the content to be moved", actor) { $0.isMoved && !$0.engagement.isGliding }
        try ground.killDaemon()
        let gone = ground.loop.now
        try wait("the content to be back", actor) { $0.isBack }
        #expect(ground.loop.now - gone > 1_500_000)
    }
}
