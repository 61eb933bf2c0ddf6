import HeadroomCore
import HeadroomWire

/// What one plugin claims, where it is active, and what a new daemon must be told again, as a pure machine (contract,
/// sections 1 and 4).
///
/// Its driver watches the owner of the daemon's name, makes the calls it is told to, and brings answers and signals.
struct PluginKeeper: Sendable, Hashable {
    enum Stage: Sendable, Hashable {
        /// While nobody owns the daemon's name.
        case absent
        /// From Register until its answer.
        case registering
        /// While the daemon knows the plugin, by this number.
        case registered(UInt64)
        /// From a refusal until there is another daemon.
        case refused
    }

    enum Action: Sendable, Hashable {
        /// `hasMoved`: by the word of a daemon before, it has moved things.
        case register(hasMoved: Bool)
        case claim(plugin: UInt64, processes: [UInt32], hasMoved: Bool)
        case release(plugin: UInt64, subjects: [String])
        case report(plugin: UInt64, PluginReport)
        case tell(Plugin.Update)
    }

    /// A subject that the plugin claims.
    struct Place: Sendable, Hashable {
        /// The processes by which it was claimed; none of its own subject's.
        var processes: Set<UInt32> = []
        var isActive: Bool
        /// The report of what stands elsewhere; nil: nothing does.
        var moved: PluginReport?
        /// The report that was made last.
        var latest: Ticket?
    }

    /// A report on its way.
    struct Ticket: Sendable, Hashable {
        /// By which number it is sent.
        let plugin: UInt64
        fileprivate let count: UInt64
    }

    let kind: PluginKind
    private(set) var stage = Stage.absent
    private(set) var places: [String: Place] = [:]
    /// Its own subject; nil until the daemon said, and for one that works from outside.
    private(set) var home: String?
    /// The processes that the daemon before knew, and the present one was not told of yet.
    private(set) var wanted: Set<UInt32> = []
    private var reportCount: UInt64 = 0

    init(kind: PluginKind) { self.kind = kind }

    func isActive(in subject: String) -> Bool { places[resolved(subject)]?.isActive ?? false }

    private func resolved(_ subject: String) -> String { subject.isEmpty ? home ?? "" : subject }

    // MARK: The daemon

    /// The daemon's name has an owner, another one than before, or none any more. Until a new one answers all stays.
    mutating func ownerChanged(isPresent: Bool) -> [Action] {
        wanted = places.values.reduce(into: []) { $0.formUnion($1.processes) }
        stage = isPresent ? .registering : .absent
        return isPresent ? [.register(hasMoved: home.map { places[$0]?.moved != nil } ?? false)] : []
    }

    /// The daemon answered Register.
    mutating func registered(_ plugin: UInt64, subject: String, isActive: Bool) -> [Action] {
        guard stage == .registering else { return [] }
        stage = .registered(plugin)
        guard kind.isInProcess else { return claimAgain(plugin) }
        // The name of a connection is another one on another bus.
        let before = home.flatMap { places.removeValue(forKey: $0) }
        home = subject
        return settle(subject, before, isActive: isActive, plugin)
    }

    /// The daemon refused Register.
    mutating func refused(_ error: ClientError) -> [Action] {
        guard stage == .registering else { return [] }
        stage = .refused
        return places.filter(\.value.isActive).keys.sorted().flatMap { deactivate($0, graceMS: 0) }
            + [.tell(.refused(error))]
    }

    /// Nobody answered Register; the next owner is asked.
    mutating func lost() { if stage == .registering { stage = .absent } }

    /// Claims what the daemon before knew.
    private func claimAgain(_ plugin: UInt64) -> [Action] {
        let moved = places.values.filter { $0.moved != nil }.reduce(into: Set()) { $0.formUnion($1.processes) }
        let actions = [(wanted.intersection(moved), true), (wanted.subtracting(moved), false)]
        return actions.filter { !$0.0.isEmpty }.map { processes, hasMoved in
            .claim(plugin: plugin, processes: processes.sorted(), hasMoved: hasMoved)
        }
    }

    // MARK: Claims

    /// Processes are to be claimed, now that the daemon knows the plugin.
    func claim(_ processes: [UInt32]) -> [Action] {
        guard case .registered(let plugin) = stage, !processes.isEmpty else { return [] }
        return [.claim(plugin: plugin, processes: processes, hasMoved: false)]
    }

    /// The daemon answered a Claim of `plugin`: the subject of each process and whether it is active there.
    mutating func claimed(
        _ plugin: UInt64, _ answers: [(process: UInt32, subject: String, isActive: Bool)]
    ) -> [Action] {
        guard stage == .registered(plugin) else { return [] }
        var actions: [Action] = []
        for answer in answers {
            let isAgain = wanted.remove(answer.process) != nil
            // The process may be another one than before of this number.
            for subject in places.keys.sorted() where subject != answer.subject {
                guard places[subject]?.processes.remove(answer.process) != nil,
                    places[subject]?.processes.isEmpty == true
                else { continue }
                actions += end(subject)
            }
            guard !answer.subject.isEmpty else { continue }
            let before = places[answer.subject]
            // What this daemon knows already it needs not be told again.
            if isAgain || before == nil { actions += settle(answer.subject, before, isActive: answer.isActive, plugin) }
            places[answer.subject]?.processes.insert(answer.process)
        }
        return actions
    }

    /// The daemon refused a Claim of `plugin`: what it told the one before does not hold any more.
    mutating func claimRefused(_ plugin: UInt64, _ processes: [UInt32]) -> [Action] {
        guard stage == .registered(plugin) else { return [] }
        let lost = wanted.intersection(processes)
        wanted.subtract(lost)
        return places.keys.sorted().flatMap { subject -> [Action] in
            guard places[subject]?.processes.isSubset(of: lost) == true else { return [] }
            return end(subject)
        }
    }

    /// The daemon answered NotClaimed about a subject, and did not revoke it: it has ended.
    mutating func notClaimed(_ subject: String) -> [Action] {
        let subject = resolved(subject)
        guard places[subject]?.isActive == true else { return [] }
        return end(subject)
    }

    private mutating func end(_ subject: String) -> [Action] {
        wanted.subtract(places.removeValue(forKey: subject)?.processes ?? [])
        return [.tell(.ended(subject: subject))]
    }

    /// Subjects are to be given up.
    mutating func release(_ subjects: [String]) -> [Action] {
        for subject in subjects { wanted.subtract(places.removeValue(forKey: resolved(subject))?.processes ?? []) }
        guard case .registered(let plugin) = stage, !subjects.isEmpty else { return [] }
        return [.release(plugin: plugin, subjects: subjects.map(resolved))]
    }

    /// The daemon sent a signal.
    mutating func heard(_ signal: AvoidanceSignal) -> [Action] {
        guard case .registered(let own) = stage else { return [] }
        switch signal {
        case .granted(own, let subject):
            guard let before = places[subject], !before.isActive else { return [] }
            places[subject]?.isActive = true
            return [.tell(.active(subject: subject))]
        case .revoked(own, let subject, let graceMS): return deactivate(subject, graceMS: graceMS)
        case .granted, .revoked, .reported, .claimsChanged: return []
        }
    }

    private mutating func deactivate(_ subject: String, graceMS: UInt32) -> [Action] {
        guard places[subject]?.isActive == true else { return [] }
        places[subject]?.isActive = false
        return [.tell(.inactive(subject: subject, graceMS: graceMS))]
    }

    /// The daemon said how the plugin stands in a subject. What stands elsewhere there, it is told again.
    private mutating func settle(_ subject: String, _ before: Place?, isActive: Bool, _ plugin: UInt64) -> [Action] {
        var place = before ?? Place(isActive: isActive)
        place.isActive = isActive
        place.latest = nil
        places[subject] = place
        guard isActive else {
            guard before?.isActive == true else { return [] }
            return [.tell(.inactive(subject: subject, graceMS: 0))]
        }
        var actions: [Action] = []
        if var moved = before?.moved {
            moved.serial = 0
            actions.append(.report(plugin: plugin, moved))
        }
        if before?.isActive != true { actions.append(.tell(.active(subject: subject))) }
        return actions
    }

    // MARK: Reports

    /// The plugin wants to report.
    ///
    /// - Returns: under which ticket the report is to be sent.
    /// - Throws: ``ClientError/Code/noDaemon``, ``ClientError/Code/notClaimed``.
    mutating func report(_ report: PluginReport) throws(ClientError) -> Ticket {
        let subject = resolved(report.subject)
        let owes = places[subject]?.moved != nil
        // Put back is put back, whoever hears of it, and whatever was permitted before.
        if report.outcome == .restored {
            places[subject]?.moved = nil
            places[subject]?.latest = nil
        }
        guard case .registered(let plugin) = stage else { throw .noDaemon }
        guard let place = places[subject], place.isActive || (owes && report.outcome == .restored) else {
            throw .notClaimed
        }
        reportCount += 1
        let ticket = Ticket(plugin: plugin, count: reportCount)
        places[subject]?.latest = ticket
        return ticket
    }

    /// The daemon took a report.
    ///
    /// - Returns: whether it permits anything: no other report was made since.
    mutating func reported(_ report: PluginReport, _ ticket: Ticket) -> Bool {
        let subject = resolved(report.subject)
        guard stage == .registered(ticket.plugin), places[subject]?.latest == ticket else { return false }
        var kept = report
        kept.subject = subject
        places[subject]?.moved = report.onWire(of: ticket.plugin).saysMoved ? kept : nil
        return true
    }
}

extension PluginKeeper {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    func brokenInvariant() -> String? {
        if kind.isInProcess, places.keys.contains(where: { $0 != home }) { return "claims what is not its own" }
        if !kind.isInProcess, home != nil { return "has a home, and works from outside" }
        if !kind.isInProcess, places.values.contains(where: { $0.processes.isEmpty }) {
            return "a claim without process"
        }
        if stage == .refused, places.values.contains(where: \.isActive) { return "refused, and active" }
        return nil
    }
}
