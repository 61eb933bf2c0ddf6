import HeadroomBus
internal import HeadroomCore
package import HeadroomWire

/// A plugin: it may move things in an application when it is active there, and nobody else may then. It is registered,
/// and claims what it claims, with every daemon that comes, until it is dropped.
///
/// Report before moving: only what was reported, and taken, is moved. Report that nothing is moved, with any outcome that
/// says so, after everything stands in its place.
public final class Plugin {
    /// In which world it moves things, by rank: the highest first.
    public enum Kind: Sendable, Hashable {
        /// The application's own.
        case app
        /// A part of its toolkit.
        case toolkit
        /// Scrolls over the accessibility bus.
        case accessibility
        /// Moves whole windows.
        case window
    }

    public enum Update: Sendable, Hashable {
        /// It may move things in the application, and finds everything in its place.
        case active(subject: String)
        /// It moves nothing more in the application: it puts everything back, reports that, and waits. `graceMS`: how
        /// long it is waited for; 0: by its reports there is nothing to put back, or it is too late.
        case inactive(subject: String, graceMS: UInt32)
        /// The claim has ended, with the application or because the daemon could not take it anew.
        case ended(subject: String)
        /// The daemon does not take the plugin; it moves nothing until there is another daemon.
        case refused(ClientError)
    }

    /// An application that was claimed.
    public struct Claimed: Sendable, Hashable {
        public var process: UInt32
        /// Empty: there is no such process.
        public var subject: String
        public var isActive: Bool
    }

    public let name: String
    public let kind: Kind
    /// Called on the client's thread.
    public var onUpdate: ((Update) -> Void)?
    private let client: Client
    private var machine: PluginKeeper
    private var signals: HeadroomBus.Subscription?
    /// Which owner was asked; an answer of one before is none.
    private var question = 0
    /// Who wants to know what comes of a claim that waits for the registration.
    private var claimants: [(processes: [UInt32], ended: (Result<[Claimed], ClientError>) -> Void)] = []

    init(_ client: Client, name: String, kind: Kind) {
        self.client = client
        self.name = name
        self.kind = kind
        machine = PluginKeeper(kind: kind.onWire)
        signals = client.connection.subscribe(
            MatchRule(sender: Names.bus, path: Names.path, interface: Names.avoidance)
        ) { [weak self] message in
            guard let self, let member = message.member else { return }
            let signal = try? message.read { reader throws(BusError) in try AvoidanceSignal.read(member, &reader) }
            if let signal { carryOut(machine.heard(signal)) }
        }
        client.watchDaemon(self) { [weak self] owner in
            guard let self else { return }
            question += 1
            carryOut(machine.ownerChanged(isPresent: owner != nil))
        }
    }

    deinit { sendUnregister() }

    /// The application that it lives in; nil until the daemon has said, and for one that works from outside.
    public var subject: String? { machine.home }

    /// Whether it may move things in an application; empty: in its own.
    public func isActive(in subject: String = "") -> Bool { machine.isActive(in: subject) }

    // MARK: Claims

    /// Claims the applications of processes, now and with every daemon to come. `ended` is told what came of it, or why
    /// it was refused; where there is no daemon yet, when there is one.
    public func claim(
        _ processes: [UInt32], _ ended: @escaping (Result<[Claimed], ClientError>) -> Void = { _ in }
    ) {
        guard !processes.isEmpty else { return client.loop.later { ended(.success([])) } }
        guard case .registered = machine.stage else { return claimants.append((processes, ended)) }
        carryOut(machine.claim(processes), ended)
    }

    /// Gives up applications: those that it holds, with nothing left there, and those that it waits for. A plugin that
    /// lives in the application has it again with the next daemon; drop the plugin to give it up for good.
    public func release(_ subjects: [String]) { carryOut(machine.release(subjects)) }

    // MARK: Reports

    /// Says what it is about to do, or has put back. `ended` is the permission to do it;
    /// ``ClientError/Code/notClaimed``: move nothing, as it may not, or has reported something else since.
    public func report(_ report: PluginReport, _ ended: @escaping (Result<Void, ClientError>) -> Void = { _ in }) {
        let ticket: PluginKeeper.Ticket
        do throws(ClientError) {
            ticket = try machine.report(report)
        } catch {
            return client.loop.later { ended(.failure(error)) }
        }
        send(report, of: ticket.plugin) { [weak self] answer in
            guard let self else { return ended(answer) }
            switch answer {
            case .success where !machine.reported(report, ticket): return ended(.failure(.notClaimed))
            case .failure(let error) where error.code == .notClaimed: carryOut(machine.notClaimed(report.subject))
            case .success, .failure: break
            }
            ended(answer)
        }
    }

    private func send(
        _ report: PluginReport, of plugin: UInt64, _ ended: @escaping (Result<Void, ClientError>) -> Void
    ) {
        client.call(Names.avoidance, Names.Avoidance.report, Signatures.report) { writer throws(BusError) in
            try report.onWire(of: plugin).write(to: &writer)
        } read: { _ throws(BusError) in
        } ended: { (answer: Result<Void, ClientError>) in
            ended(answer)
        }
    }

    // MARK: What is to be done

    private func carryOut(
        _ actions: [PluginKeeper.Action], _ claimed: @escaping (Result<[Claimed], ClientError>) -> Void = { _ in }
    ) {
        for action in actions {
            switch action {
            case .register(let hasMoved): register(hasMoved: hasMoved)
            case .claim(let plugin, let processes, let hasMoved):
                claim(processes, of: plugin, hasMoved: hasMoved, claimed)
            case .release(let plugin, let subjects): release(subjects, of: plugin)
            case .report(let plugin, let report): send(report, of: plugin) { _ in }
            case .tell(let update): onUpdate?(update)
            }
        }
    }

    private func register(hasMoved: Bool) {
        let asked = question
        let (name, kind) = (name, kind.onWire.rawValue)
        client.call(Names.avoidance, Names.Avoidance.register, Signatures.registration) { writer throws(BusError) in
            try writer.string(name)
            try writer.string(kind)
            try writer.options(hasMoved: hasMoved)
        } read: { reader throws(BusError) in
            (plugin: try reader.uint64(), subject: try reader.string(), isActive: try reader.bool())
        } ended: { [weak self, weak client] answer in
            guard let self else {
                // It was dropped before it knew its number. A client that was dropped as well has left the bus by that.
                if let client, case .success(let answer) = answer { Plugin.unregister(answer.plugin, with: client) }
                return
            }
            guard asked == question else { return }
            switch answer {
            case .success(let answer):
                carryOut(machine.registered(answer.plugin, subject: answer.subject, isActive: answer.isActive))
                tellClaimants()
            case .failure(let error) where error.code == .refused || error.code == .system:
                carryOut(machine.refused(error))
                for claimant in takeClaimants() { claimant.ended(.failure(error)) }
            case .failure:
                machine.lost()
            }
        }
    }

    /// Those that wait for the registration ask for themselves.
    private func tellClaimants() {
        for claimant in takeClaimants() { carryOut(machine.claim(claimant.processes), claimant.ended) }
    }

    private func takeClaimants() -> [(processes: [UInt32], ended: (Result<[Claimed], ClientError>) -> Void)] {
        defer { claimants = [] }
        return claimants
    }

    private func claim(
        _ processes: [UInt32], of plugin: UInt64, hasMoved: Bool,
        _ ended: @escaping (Result<[Claimed], ClientError>) -> Void
    ) {
        client.call(Names.avoidance, Names.Avoidance.claim, Signatures.claim) { writer throws(BusError) in
            try writer.uint64(plugin)
            try writer.array("u") { list throws(BusError) in for process in processes { try list.uint32(process) } }
            try writer.options(hasMoved: hasMoved)
        } read: { reader throws(BusError) in
            var claims: [Claimed] = []
            try reader.array("(sb)") { list throws(BusError) in
                guard claims.count < processes.count else { return }
                let process = processes[claims.count]
                claims.append(
                    try list.structure { members throws(BusError) in
                        Claimed(process: process, subject: try members.string(), isActive: try members.bool())
                    })
            }
            return claims
        } ended: { [weak self] (answer: Result<[Claimed], ClientError>) in
            guard let self else { return ended(answer) }
            switch answer {
            case .success(let claims):
                carryOut(machine.claimed(plugin, claims.map { ($0.process, $0.subject, $0.isActive) }))
            case .failure(let error) where error.code == .refused: carryOut(machine.claimRefused(plugin, processes))
            case .failure: break
            }
            ended(answer)
        }
    }

    private func release(_ subjects: [String], of plugin: UInt64) {
        client.call(Names.avoidance, Names.Avoidance.release, Signatures.release) { writer throws(BusError) in
            try writer.uint64(plugin)
            try writer.strings(subjects)
        } read: { _ throws(BusError) in
        } ended: { (_: Result<Void, ClientError>) in
        }
    }

    private func sendUnregister() {
        if case .registered(let plugin) = machine.stage { Plugin.unregister(plugin, with: client) }
    }

    private static func unregister(_ plugin: UInt64, with client: Client) {
        guard client.connection.state == .connected else { return }
        client.call(Names.avoidance, Names.Avoidance.unregister, Signatures.plugin) { writer throws(BusError) in
            try writer.uint64(plugin)
        } read: { _ throws(BusError) in
        } ended: { (_: Result<Void, ClientError>) in
        }
    }
}

extension Client {
    /// A plugin called `name`, registered as long as what this returns is kept. One that lives in the application
    /// claims it by that.
    public func plugin(name: String, kind: Plugin.Kind) -> Plugin { Plugin(self, name: name, kind: kind) }
}

extension Plugin.Kind {
    package var onWire: PluginKind {
        switch self {
        case .app: .app
        case .toolkit: .toolkit
        case .accessibility: .accessibility
        case .window: .window
        }
    }
}
