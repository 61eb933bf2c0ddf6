import HeadroomBus
import HeadroomCore
import HeadroomDaemon
import HeadroomWire

/// What two or three plugins of one application do, one after the other.
enum ClaimAct: Hashable, Sendable {
    /// Registers; one from outside claims the application at once.
    case comes(Int)
    /// Reports that it moves things.
    case moves(Int)
    /// Puts things back, and says so.
    case restores(Int)
    /// Unregisters.
    case exits(Int)
    /// Its connection is gone.
    case crashes(Int)

    var plugin: Int {
        switch self {
        case .comes(let plugin), .moves(let plugin), .restores(let plugin), .exits(let plugin), .crashes(let plugin):
            plugin
        }
    }
}

/// Every order in which so many plugins come, move things and end, each in one of the three ways.
struct ClaimOrders {
    private let plugins: Int
    /// Whose turn it is, in every order; each has three.
    private let turns: [[Int]]

    init(of plugins: Int) {
        self.plugins = plugins
        turns = Self.turns(Array(repeating: 3, count: plugins))
    }

    private static func turns(_ left: [Int]) -> [[Int]] {
        guard left.contains(where: { $0 > 0 }) else { return [[]] }
        return left.indices.filter { left[$0] > 0 }.flatMap { plugin in
            var rest = left
            rest[plugin] -= 1
            return turns(rest).map { [plugin] + $0 }
        }
    }

    var count: Int { (0..<plugins).reduce(turns.count) { count, _ in 3 * count } }

    subscript(number: Int) -> [ClaimAct] {
        var (way, ends) = (number / turns.count, [ClaimAct]())
        for plugin in 0..<plugins {
            ends.append([.restores(plugin), .exits(plugin), .crashes(plugin)][way % 3])
            way /= 3
        }
        var taken = Array(repeating: 0, count: plugins)
        return turns[number % turns.count].map { plugin in
            taken[plugin] += 1
            return [.comes(plugin), .moves(plugin), ends[plugin]][taken[plugin] - 1]
        }
    }
}

/// What can be seen of an act, in one line for each thing.
enum ClaimSight {
    static func came(_ isActive: Bool) -> String { isActive ? "active" : "waiting" }

    static func refused(_ error: String) -> String { "refused: \(error)" }

    static func heard(_ plugin: Int, revokedFor graceMS: UInt32) -> String { "\(plugin) is revoked for \(graceMS) ms" }

    static func heard(granted plugin: Int) -> String { "\(plugin) is granted it" }

    static func claim(_ holder: Int?, _ isRevoked: Bool, _ waiting: [Int?]) -> String {
        let names = waiting.map { $0.map(String.init) ?? "nobody" }.joined(separator: ", ")
        return "\(holder.map(String.init) ?? "nobody") holds it\(isRevoked ? ", revoked" : ""), waiting: [\(names)]"
    }
}

/// An order as the machine plays it, without a bus and without a clock.
struct ImaginedOrder {
    private var registry = Registry(start: 100)
    private let kinds: [PluginKind]
    private let now: UInt64 = 1_000_000
    private var numbers: [Int: UInt64] = [:]
    private let home = Home(
        subject: .process(ProcessIdentity(pid: 100, startTime: 7)), process: ProcessIdentity(pid: 100, startTime: 7))

    init(_ kinds: [PluginKind]) { self.kinds = kinds }

    private func connection(_ plugin: Int) -> BusName { BusName(stringLiteral: ":1.\(plugin)") }

    private func plugin(_ number: UInt64) -> Int? { numbers.first { $0.value == number }?.key }

    mutating func play(_ act: ClaimAct) throws -> [String] {
        let place = act.plugin
        var actions: [Registry.Action] = []
        var sights: [String] = []
        switch act {
        case .comes:
            let verdict = registry.register("", kinds[place], of: connection(place), home: home, at: now)
            let registration = try verdict.answer.get()
            numbers[place] = registration.plugin
            actions += verdict.actions
            var isActive = registration.isActive
            if !kinds[place].isInProcess {
                let claimed = registry.claim(registration.plugin, [home], of: connection(place), at: now)
                isActive = try claimed.answer.get().first?.isActive == true
                actions += claimed.actions
            }
            sights.append(ClaimSight.came(isActive))
        case .moves, .restores:
            var report = Report(
                plugin: numbers[place] ?? 0, serial: 0, subject: home.subject.text, outcome: .restored)
            if case .moves = act {
                report.outcome = .clear
                report.shift = Point(x: 0, y: -200)
            }
            let verdict = registry.report(report, of: connection(place), newestSerial: 0, at: now)
            if case .failure(let error) = verdict.answer { sights.append(ClaimSight.refused(error.name)) }
            actions += verdict.actions
        case .exits:
            actions += registry.unregister(numbers[place] ?? 0, of: connection(place), at: now).actions
        case .crashes:
            actions += registry.leave(connection(place), at: now)
        }
        for case .send(let signal, _) in actions {
            switch signal {
            case .revoked(let number, _, let graceMS):
                if let plugin = plugin(number) { sights.append(ClaimSight.heard(plugin, revokedFor: graceMS)) }
            case .granted(let number, _):
                if let plugin = plugin(number) { sights.append(ClaimSight.heard(granted: plugin)) }
            case .reported, .claimsChanged: break
            }
        }
        return sights
            + registry.claimListings.map { claim in
                ClaimSight.claim(plugin(claim.holder), claim.isRevoked, claim.waiting.map(plugin))
            }
    }
}
