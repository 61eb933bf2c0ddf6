import Foundation
import HeadroomBus
import HeadroomWire
import Support
import Testing

/// What the exploration goes through in the machine, once with the real daemon: every order in which plugins come, take
/// over, put things back, exit and crash is answered, told and listed as the machine says, and nobody moves what another
/// one has moved.
@Suite(.notes, .withLog)
struct DrivenExplorationTests {
    private static let isLong = ProcessInfo.processInfo.environment["HEADROOM_LONG"] == "1"
    private static let pairs: [[PluginKind]] =
        isLong
        ? PluginKind.allCases.flatMap { first in
            PluginKind.allCases.filter { $0 >= first }.map { [first, $0] }
        } : [[.accessibility, .app], [.toolkit, .toolkit]]

    @Test("two plugins: every order", arguments: pairs)
    func two(_ kinds: [PluginKind]) throws {
        let orders = ClaimOrders(of: 2)
        #expect(orders.count == 180)
        try drive(kinds, (0..<orders.count).map { orders[$0] })
    }

    /// 45,360 orders each; all with `HEADROOM_LONG=1`, in parts, else a few from all over.
    @Test(
        "three plugins: every order",
        arguments: [[PluginKind.accessibility, .toolkit, .app], [.toolkit, .toolkit, .app]], 0..<2)
    func three(_ kinds: [PluginKind], part: Int) throws {
        let orders = ClaimOrders(of: 3)
        #expect(orders.count == 45_360)
        let step = Self.isLong ? 2 : 1_813
        try drive(kinds, stride(from: part * step / 2, to: orders.count, by: step).map { orders[$0] })
    }

    private func drive(_ kinds: [PluginKind], _ orders: [[ClaimAct]]) throws {
        let stage = try Stage()
        try stage.waitForOpening()
        for order in orders {
            var imagined = ImaginedOrder(kinds)
            let expected = try order.map { try imagined.play($0) }
            var (seen, attempts) = (try play(order, kinds, stage), 1)
            // What took longer than a holder is waited for may have ended by that: it says nothing, and is played again.
            while seen == nil, attempts < 20 {
                seen = try play(order, kinds, stage)
                attempts += 1
            }
            guard seen != expected else { continue }
            let what = seen.map { "seen \($0),\nnot \(expected)" } ?? "never in time"
            Issue.record("\(kinds): \(order)\n\(what)")
            return
        }
    }

    /// Plays it, everybody leaves, and nothing is left.
    ///
    /// - Returns: what was seen of each act; nil: it took too long.
    private func play(_ order: [ClaimAct], _ kinds: [PluginKind], _ stage: Stage) throws -> [[String]]? {
        let real = try RealOrder(kinds, stage)
        let begin = stage.now
        let seen = try order.map { try real.play($0) }
        let isInTime = stage.now < begin + 500_000
        try real.end()
        return isInTime ? seen : nil
    }
}

/// An order with plugins that call the real daemon.
private final class RealOrder {
    private let kinds: [PluginKind]
    private let watcher: Mover
    private var movers: [Mover?]
    private var numbers: [Int: UInt64] = [:]
    private var subject = ""
    /// Who has moved things and not put them back.
    private var displaced: Int?

    init(_ kinds: [PluginKind], _ stage: Stage) throws {
        self.kinds = kinds
        watcher = try Mover(stage)
        movers = try kinds.map { _ in try Mover(stage) }
    }

    func play(_ act: ClaimAct) throws -> [String] {
        let place = act.plugin
        guard let mover = movers[place] else { throw TestFailure("\(place) is gone") }
        var sights: [String] = []
        switch act {
        case .comes: sights.append(ClaimSight.came(try come(place, mover)))
        case .moves:
            do {
                try mover.report(numbers[place] ?? 0, "clear", subject: subject, shift: -200)
                if let displaced { sights.append("moves what \(displaced) has moved") }
                displaced = place
            } catch let error as BusError { sights.append(ClaimSight.refused(error.name)) }
        case .restores:
            do {
                try mover.report(numbers[place] ?? 0, "restored", subject: subject)
            } catch let error as BusError { sights.append(ClaimSight.refused(error.name)) }
            end(place)
        case .exits:
            _ = try mover.call(Names.Avoidance.unregister, .uint64(numbers[place] ?? 0))
            end(place)
        case .crashes:
            try crash(place, mover)
            end(place)
        }
        return try sights + heard() + listed()
    }

    private func end(_ place: Int) { if displaced == place { displaced = nil } }

    private func come(_ place: Int, _ mover: Mover) throws -> Bool {
        let registered = try mover.register(kinds[place].rawValue)
        numbers[place] = registered.plugin
        guard !kinds[place].isInProcess else {
            subject = registered.subject
            return registered.isActive
        }
        guard case .structure(let claim)? = try mover.claim(registered.plugin, UInt32(getpid())).first,
            case .string(let found) = claim[0], case .bool(let isActive) = claim[1]
        else { throw TestFailure("no claim") }
        subject = found
        return isActive
    }

    /// Its connection ends, and the bus has told everybody.
    private func crash(_ place: Int, _ mover: Mover) throws {
        guard let name = mover.connection.uniqueName else { throw TestFailure("\(place) has no name") }
        movers[place] = nil
        mover.leave()
        while try watcher.connection.ask(
            Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
                arguments: [.string(name.text)])) != [false]
        {}
    }

    /// What each of them was told since.
    private func heard() throws -> [String] {
        try movers.enumerated().flatMap { place, mover in
            try (mover?.hearAll() ?? []).map { note in
                guard note.arguments.first == numbers[place].map({ .uint64($0) }), note.arguments[1] == .string(subject)
                else { throw TestFailure("\(place) was told \(note)") }
                if note.member == "ClaimGranted" { return ClaimSight.heard(granted: place) }
                guard note.member == "ClaimRevoked", case .uint32(let graceMS)? = note.arguments.last else {
                    throw TestFailure("\(place) was told \(note)")
                }
                return ClaimSight.heard(place, revokedFor: graceMS)
            }
        }
    }

    private func listed() throws -> [String] {
        func plugin(_ number: Value) -> Int? { numbers.first { .uint64($0.value) == number }?.key }
        return try watcher.list(Names.Avoidance.listClaims).map { claim in
            guard case .structure(let members) = claim, case .dictionary(let details) = members[2] else {
                throw TestFailure("\(claim) is no claim")
            }
            var waiting: [Value] = []
            if case .array(_, let numbers)? = details["waiting"] { waiting = numbers }
            return ClaimSight.claim(plugin(members[1]), details["revoked"] == true, waiting.map(plugin))
        }
    }

    /// Everybody leaves, and nothing is left.
    func end() throws {
        for (place, mover) in movers.enumerated() { if let mover { try crash(place, mover) } }
        let left = try (watcher.list(Names.Avoidance.listClaims), watcher.list(Names.Avoidance.listPlugins))
        guard left == ([], []) else { throw TestFailure("left: \(left)") }
        watcher.leave()
    }
}
