import Foundation
import Glibc
import HeadroomBus
import HeadroomClient
import HeadroomCore
import Support
import Testing

/// Whoever is killed, and whenever: nothing stays displaced once the plugin is back, nothing stays claimed, and a
/// daemon that comes back moves nothing.
@Suite("Kills", .timeLimit(.minutes(10)))
struct KillTests {
    enum Victim: CaseIterable {
        /// A plugin that moves the application's window from outside.
        case plugin
        /// The application; after the take-over it moves its content itself.
        case application
        /// A client that only looks on.
        case client
        case daemon
    }

    enum Stage: CaseIterable {
        case beforeShow, showing, shown, focusMoved, hiding, takeOver
    }

    /// A process, and what it has printed.
    private final class Actor {
        let process: ChildProcess
        private(set) var lines: [String] = []
        private var watch: FDWatch?
        private var rest: [UInt8] = []

        init(_ process: ChildProcess, _ loop: EventLoop) throws {
            self.process = process
            watch = try loop.watch(process.outputDescriptor) { [unowned self] _ in read() }
        }

        private func read() {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(process.outputDescriptor, &bytes, bytes.count)
            guard count > 0 else {
                watch?.cancel()
                return
            }
            rest += bytes.prefix(count)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }

        /// The offsets that its world was set to.
        var offsets: [Double] {
            lines.filter { $0.hasPrefix("position ") }.compactMap { line in
                line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
            }
        }

        /// Kills it, and reads what it has said.
        func kill() {
            process.kill()
            while watch != nil {
                var entry = pollfd(fd: process.outputDescriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLIN) != 0 else { break }
                read()
            }
            watch = nil
        }
    }

    /// All that takes part.
    private final class Play {
        let ground: Playground
        var application: Actor
        var plugin: Actor
        var client: Actor
        let window: String
        let content: String

        init() throws {
            ground = try Playground()
            try ground.startDaemon()
            window = "\(ground.folder.path)/window"
            content = "\(ground.folder.path)/content"
            application = try Play.start("scripted-plugin", [content], ground)
            plugin = try Play.start("scripted-plugin", [window, String(application.process.pid)], ground)
            client = try Play.start("headroom", ["monitor"], ground)
            try wait("the plugin to be active", plugin) { $0.lines.contains("active") }
        }

        static func start(_ program: String, _ words: [String], _ ground: Playground) throws -> Actor {
            let child = try ChildProcess(try BuiltProgram.path(program), words, environment: ground.environment)
            return try Actor(child, ground.loop)
        }

        func wait(_ what: String, _ actor: Actor, until isDone: (Actor) -> Bool) throws {
            do {
                try ground.wait(what) { isDone(actor) }
            } catch {
                throw TestFailure("\(error)\nit said: \(actor.lines)\n\(actor.process.log)")
            }
        }

        /// What the file says now: offset and inset; nil: there is none.
        func place(_ path: String) -> [Double]? {
            (try? String(contentsOfFile: path, encoding: .utf8)).map { text in
                text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
            }
        }
    }

    private static let moved = [290.0, 320.0]
    private static let back = [0.0, 0.0]

    @Test("at every stage", arguments: Victim.allCases, Stage.allCases)
    func kill(victim: Victim, stage: Stage) throws {
        let play = try Play()
        try reach(stage, play)
        let before = play.plugin.offsets.count
        try kill(victim, at: stage, play)
        if victim == .daemon, [.beforeShow, .shown, .focusMoved].contains(stage) {
            // Longer than a client waits for a daemon that has come back to say something.
            try play.ground.wait(for: stage == .beforeShow ? .hidden : .shown)
            let end = play.ground.loop.now + 2_300_000
            try play.ground.wait("what may still come") { play.ground.loop.now >= end || place(play, "") != nil }
            #expect(play.plugin.offsets.count == before, "a daemon that comes back moves things")
        }
        try end(victim, stage, play)
    }

    /// Plays up to the stage.
    private func reach(_ stage: Stage, _ play: Play) throws {
        guard stage != .beforeShow else { return }
        try play.ground.show(stage == .showing ? 1500 : 100)
        if stage == .showing { return try play.wait("things to be moving", play.plugin) { $0.offsets.count > 3 } }
        try play.wait("things to stand", play.plugin) {
            $0.lines.count { $0 == "report clear -290.0" } == 2
        }
        switch stage {
        case .beforeShow, .showing, .shown: break
        case .focusMoved:
            play.plugin.process.write("high\n")
            // 320 more than needed stays: least movement; the target is in sight already.
            try play.wait("the focus to be followed", play.plugin) {
                $0.lines.filter { $0.hasPrefix("report") }.count > 2
            }
        case .hiding:
            let count = play.plugin.offsets.count
            try play.ground.hide(1500)
            try play.wait("things to go back", play.plugin) { $0.offsets.count > count + 3 }
        case .takeOver:
            // One that is stopped puts nothing back when it is told to.
            play.plugin.process.send(SIGSTOP)
            play.application.process.write("engage\n")
            try play.ground.waitForLists("the revocation") {
                $0.claims.contains { $0.isRevoked || !$0.waiting.isEmpty }
            }
        }
    }

    private func kill(_ victim: Victim, at stage: Stage, _ play: Play) throws {
        switch victim {
        case .plugin:
            play.plugin.kill()
            play.plugin = try Play.start(
                "scripted-plugin", [play.window, String(play.application.process.pid)], play.ground)
            try play.wait("the plugin to be back", play.plugin) { $0.lines.contains("ready") }
        case .application: play.application.kill()
        case .client: play.client.kill()
        case .daemon:
            let before = play.plugin.offsets
            try play.ground.replaceKilledDaemon()
            play.plugin.process.send(SIGCONT)
            try play.ground.waitForLists("the plugin to be known again") { !$0.claims.isEmpty }
            // On its way it goes on; standing it stands.
            let way = play.plugin.offsets.dropFirst(before.count)
            switch stage {
            case .beforeShow, .shown, .focusMoved: #expect(way.isEmpty, "\(way)")
            case .showing: #expect(Array(way) == way.sorted())
            case .hiding: #expect(Array(way) == way.sorted(by: >))
            case .takeOver: break
            }
        }
        play.plugin.process.send(SIGCONT)
    }

    /// The keyboard goes, everything is back, everybody leaves, and nothing is claimed.
    private func end(_ victim: Victim, _ stage: Stage, _ play: Play) throws {
        if stage == .takeOver, victim != .application {
            try play.ground.wait("the application to move its content") { place(play, play.content) == Self.moved }
            try play.ground.wait("the window to be back") { place(play, play.window) == Self.back }
        }
        if stage != .hiding { try play.ground.hide(100) }
        if victim != .application {
            try play.ground.wait("the window to be back") {
                place(play, play.window).map { $0 == Self.back } ?? true
            }
        }
        if stage == .takeOver, victim != .application {
            try play.ground.wait("the content to be back") { place(play, play.content) == Self.back }
        }
        for actor in [play.plugin, play.application] { actor.kill() }
        try play.ground.waitForLists("all claims to be gone") { $0.claims.isEmpty && $0.plugins.isEmpty }
        #expect(place(play, play.window).map { $0 == Self.back || victim == .application } ?? true)
    }

    /// Looks at a file in each turn; something is always on its way.
    private func place(_ play: Play, _ path: String) -> [Double]? {
        _ = try? play.ground.avoidance()
        return play.place(path)
    }
}
