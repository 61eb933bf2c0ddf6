import HeadroomBus
import HeadroomCore
import HeadroomDaemon
import HeadroomWire

@testable import HeadroomClient

/// The daemon's machine and those of plugins, with the messages between them on their way, and what really moves.
///
/// All live in one application. Messages take no time, but come in any order among different plugins.
struct PluginWorld {
    enum Call {
        case register(hasMoved: Bool)
        case claim(UInt64, [UInt32], hasMoved: Bool)
        /// Without a ticket: what the keeper says again.
        case report(UInt64, PluginReport, PluginKeeper.Ticket?)
    }

    enum Delivery {
        case owner(Bool)
        case registered(UInt64, String, Bool)
        case claimRefused(UInt64, [UInt32])
        case claimed(UInt64, [(process: UInt32, subject: String, isActive: Bool)])
        case signal(AvoidanceSignal)
        case reported(PluginReport, PluginKeeper.Ticket?, isTaken: Bool)
        /// Nobody answered Register.
        case unregistered
        /// Nobody answered, or one that knows no such plugin.
        case lost
    }

    struct Player {
        let name: BusName
        var keeper: PluginKeeper
        var calls: [Call] = []
        var deliveries: [Delivery] = []
        /// Whether things stand elsewhere than without it.
        var isDisplaced = false
        /// Since when it should have put things back; nil: it need not.
        var owesSince: UInt64?
    }

    static let home = Home(subject: .process(process), process: process)
    private static let process = ProcessIdentity(pid: 100, startTime: 7)
    static let subject = home.subject.text

    private(set) var daemon: Registry?
    private(set) var players: [Player]
    private(set) var now: UInt64 = 1_000_000
    private(set) var violation: String?
    private(set) var moves = 0

    init(_ kinds: [PluginKind]) {
        players = kinds.enumerated().map { index, kind in
            Player(name: BusName(stringLiteral: ":1.\(index)"), keeper: PluginKeeper(kind: kind))
        }
    }

    // MARK: What may happen

    var isQuiet: Bool { players.allSatisfy { $0.calls.isEmpty && $0.deliveries.isEmpty } }

    mutating func startDaemon() {
        guard daemon == nil else { return }
        daemon = Registry(start: now)
        for index in players.indices { players[index].deliveries.append(.owner(true)) }
    }

    /// What was on its way is lost, and the callers hear that.
    mutating func killDaemon() {
        guard daemon != nil else { return }
        daemon = nil
        for index in players.indices {
            for call in players[index].calls {
                switch call {
                case .register: players[index].deliveries.append(.unregistered)
                case .report, .claim: players[index].deliveries.append(.lost)
                }
            }
            players[index].calls = []
            players[index].deliveries.append(.owner(false))
        }
    }

    /// The plugin's program ends and begins anew; what stands elsewhere stays, and counts as nobody's.
    mutating func crash(_ index: Int) {
        let kind = players[index].keeper.kind
        if let actions = daemon?.leave(players[index].name, at: now) { carryOut(actions) }
        players[index] = Player(name: players[index].name, keeper: PluginKeeper(kind: kind))
        players[index].deliveries = [.owner(daemon != nil)]
    }

    /// The plugin wants to move things, or to put them back.
    mutating func want(_ outcome: Outcome, _ index: Int) {
        if outcome != .clear { players[index].isDisplaced = false }
        report(PluginReport(serial: 1, subject: Self.subject, outcome: outcome), index)
        if outcome == .restored { players[index].owesSince = nil }
    }

    private mutating func report(_ report: PluginReport, _ index: Int) {
        guard let ticket = try? players[index].keeper.report(report) else { return }
        players[index].calls.append(.report(ticket.plugin, report, ticket))
    }

    /// Time passes, when nothing is on its way.
    mutating func wait(_ time: UInt64) {
        guard isQuiet else { return }
        now += time
        if let actions = daemon?.advance(to: now) { carryOut(actions) }
    }

    // MARK: Messages

    /// The daemon gets the next message of a plugin.
    mutating func serve(_ index: Int) {
        guard daemon != nil, !players[index].calls.isEmpty else { return }
        let name = players[index].name
        switch players[index].calls.removeFirst() {
        case .register(let hasMoved):
            guard
                let verdict = daemon?.register(
                    "", players[index].keeper.kind, of: name, home: Self.home, hasMoved: hasMoved, at: now),
                case .success(let answer) = verdict.answer
            else { return fail("Register is refused") }
            carryOut(verdict.actions)
            players[index].deliveries.append(.registered(answer.plugin, answer.subject, answer.isActive))
        case .claim(let plugin, let processes, let hasMoved):
            let homes = processes.map { _ in Optional(Self.home) }
            guard let verdict = daemon?.claim(plugin, homes, of: name, hasMoved: hasMoved, at: now) else { return }
            carryOut(verdict.actions)
            guard case .success(let answers) = verdict.answer else {
                // It meant a plugin of the daemon before.
                players[index].deliveries.append(.claimRefused(plugin, processes))
                return
            }
            players[index].deliveries.append(
                .claimed(plugin, zip(processes, answers).map { ($0, $1.subject, $1.isActive) }))
        case .report(let plugin, let report, let ticket):
            guard let verdict = daemon?.report(report.onWire(of: plugin), of: name, newestSerial: 1, at: now) else {
                return
            }
            carryOut(verdict.actions)
            switch verdict.answer {
            case .success: players[index].deliveries.append(.reported(report, ticket, isTaken: true))
            case .failure(let error) where error.name == Names.Errors.notClaimed.text:
                players[index].deliveries.append(.reported(report, ticket, isTaken: false))
            case .failure: players[index].deliveries.append(.lost)
            }
        }
    }

    private mutating func carryOut(_ actions: [Registry.Action]) {
        if let problem = daemon?.brokenInvariant() { fail(problem) }
        for case .send(let signal, let addressee) in actions {
            guard let index = players.firstIndex(where: { $0.name == addressee }) else { continue }
            players[index].deliveries.append(.signal(signal))
        }
    }

    /// A plugin gets the daemon's next message.
    mutating func deliver(_ index: Int) {
        guard !players[index].deliveries.isEmpty else { return }
        switch players[index].deliveries.removeFirst() {
        case .owner(let isPresent):
            carryOut(players[index].keeper.ownerChanged(isPresent: isPresent), index)
        case .registered(let plugin, let subject, let isActive):
            let isInside = players[index].keeper.kind.isInProcess
            carryOut(players[index].keeper.registered(plugin, subject: subject, isActive: isActive), index)
            // One outside claims the application as soon as it can.
            if !isInside, players[index].keeper.places.isEmpty {
                carryOut(players[index].keeper.claim([100]), index)
            }
        case .claimed(let plugin, let answers): carryOut(players[index].keeper.claimed(plugin, answers), index)
        case .signal(let signal): carryOut(players[index].keeper.heard(signal), index)
        case .claimRefused(let plugin, let processes):
            carryOut(players[index].keeper.claimRefused(plugin, processes), index)
        case .unregistered: players[index].keeper.lost()
        case .lost: break
        case .reported(let report, let ticket, let isTaken):
            guard let ticket else { break }
            guard isTaken else {
                carryOut(players[index].keeper.notClaimed(report.subject), index)
                break
            }
            if players[index].keeper.reported(report, ticket), report.outcome == .clear { move(index) }
        }
        if let problem = players[index].keeper.brokenInvariant() { fail("\(index): \(problem)") }
    }

    private mutating func carryOut(_ actions: [PluginKeeper.Action], _ index: Int) {
        for action in actions {
            switch action {
            case .register(let hasMoved): players[index].calls.append(.register(hasMoved: hasMoved))
            case .claim(let plugin, let processes, let hasMoved):
                players[index].calls.append(.claim(plugin, processes, hasMoved: hasMoved))
            case .report(let plugin, let report): players[index].calls.append(.report(plugin, report, nil))
            case .release: fail("it gives up by itself")
            case .tell(.inactive):
                if players[index].isDisplaced { players[index].owesSince = now }
            case .tell(.active), .tell(.ended), .tell(.refused): break
            }
        }
    }

    // MARK: What really moves

    private mutating func move(_ index: Int) {
        moves += 1
        for other in players.indices where other != index && players[other].isDisplaced {
            // One that is late with putting things back has lost its say.
            if let since = players[other].owesSince, since + 500_000 <= now { continue }
            fail("\(index) moves what \(other) has moved")
        }
        players[index].isDisplaced = true
        // It was permitted before it was told to put things back.
        if !players[index].keeper.isActive(in: Self.subject) { players[index].owesSince = now }
    }

    private mutating func fail(_ what: String) { if violation == nil { violation = what } }
}
