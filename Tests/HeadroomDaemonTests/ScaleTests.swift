import Foundation
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// A thousand programs listen and 64 plugins move at once (contract, sections 2, 4 and 5).
@Suite(.notes, .withLog)
struct ScaleTests {
    private static let listeners = 1_000
    private static let plugins = 64
    private static let rounds = 8

    private let stage: Stage
    private let provider: Peer
    private let watcher: Mover

    init() throws {
        // In this process and in the bus: a socket a connection.
        try FileLimit.raise(to: 2_048)
        stage = try Stage()
        try stage.waitForOpening()
        provider = try stage.provider()
        watcher = try Mover(stage)
        try watcher.watch()
    }

    /// What one of the listeners heard.
    private final class Ears {
        private(set) var heard: [[Note]] = Array(repeating: [], count: ScaleTests.listeners)
        /// How many all of them heard.
        private(set) var total = 0

        struct Note: Equatable {
            var member: String
            var serial: UInt64
        }

        func hear(_ listener: Int, _ message: borrowing Message) {
            let serial = try? message.read { reader throws(BusError) in try reader.uint64() }
            heard[listener].append(Note(member: message.member.map { String($0) } ?? "", serial: serial ?? 0))
            total += 1
        }
    }

    private func crowd(_ ears: Ears) throws -> Crowd {
        let rule = MatchRule(sender: Names.bus, path: Names.path, interface: Names.keyboard)
        let crowd = try Crowd(Self.listeners, on: stage.bus, stage.loop, rules: [rule], hears: ears.hear)
        try crowd.askState()
        return crowd
    }

    /// The files that the daemon has open.
    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(try stage.daemon.pid)/fd").count
    }

    @Test("everyone hears everything in order, every report arrives, and nothing of it is kept")
    func everyoneAtOnce() throws {
        let before = try openFiles()
        let ears = Ears()
        let crowd = try crowd(ears)
        let crew = try Crew(Self.plugins, on: stage.bus, stage.loop)
        #expect(crew.subjects.count == Self.plugins)
        #expect(try watcher.list(Names.Avoidance.listClaims).count == Self.plugins)
        // A listener is a rule in the bus and nothing open in the daemon; a claim watches a process.
        #expect(try openFiles() == before + Self.plugins)

        for round in 0..<Self.rounds {
            try provider.publish(.docked.with(["frame": .rect(0, 540 - Double(round), 1280, 260 + Double(round))]))
            try wait(for: 4 * round + 2, ears)
            try crew.report("clear", up: 200, serial: try serial(of: "WillShow", ears))
            try provider.publish(["name": "simulated", "visible": false, "duration-ms": 0])
            try wait(for: 4 * round + 4, ears)
            try crew.report("restored", up: 0, serial: try serial(of: "WillHide", ears))
        }

        let first = ears.heard[0]
        let story = ["WillShow", "DidShow", "WillHide", "DidHide"]
        #expect(first.map(\.member) == (0..<Self.rounds).flatMap { _ in story })
        #expect(zip(first, first.dropFirst()).allSatisfy { $0.serial < $1.serial })
        #expect(ears.heard.allSatisfy { $0 == first })
        let reports = try watcher.hearAll().filter { $0.member == "Reported" }
        #expect(reports.count == Self.plugins * Self.rounds * 2)
        #expect(try watcher.list(Names.Avoidance.listReports).count == Self.plugins)

        crowd.leave()
        crew.leave()
        try stage.poll("the daemon to let go of all") { (try? openFiles()) == before }
        #expect(try watcher.list(Names.Avoidance.listPlugins).isEmpty)
        #expect(try watcher.list(Names.Avoidance.listClaims).isEmpty)
    }

    @Test("one plugin more is refused, and changes nothing for the others")
    func oneMore() throws {
        let crew = try Crew(Self.plugins, on: stage.bus, stage.loop)
        let late = try Mover(stage)
        expectRefusal(Names.Errors.limitExceeded) { try late.register("app") }
        try crew.report("clear", up: 200, serial: 0)
        #expect(try watcher.list(Names.Avoidance.listPlugins).count == Self.plugins)
        crew.leave()
        try stage.poll("a place to be free") { (try? late.register("app")) != nil }
    }

    /// Waits until all have heard as much as if each had heard so many notifications.
    private func wait(for notifications: Int, _ ears: Ears) throws {
        let wanted = notifications * Self.listeners
        try stage.loop.wait("\(wanted) notifications, of \(ears.total)", seconds: 60, log: stage.log) {
            ears.total >= wanted
        }
    }

    private func serial(of member: String, _ ears: Ears) throws -> UInt64 {
        try #require(ears.heard[0].last { $0.member == member }).serial
    }
}
