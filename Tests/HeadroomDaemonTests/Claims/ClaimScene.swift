import HeadroomBus
import HeadroomCore
import HeadroomDaemon
import HeadroomWire

/// A registry and what the plugins and a watcher know from it, seen from outside.
///
/// Plugins keep to the contract: they report before they move, and move only if the report is taken. Whether they put
/// things back when told to is up to what happens.
struct ClaimScene<M: ClaimMachine>: Hashable {
    /// How a plugin stands in a subject, as far as it was told.
    enum Standing: Hashable {
        case active
        case waiting
        /// It was told to put things back until then.
        case revoked(until: UInt64)
    }

    /// A plugin's claim as the plugin knows it.
    struct Claim: Hashable {
        var standing: Standing
        /// Whether things stand elsewhere than without it.
        var isDisplaced = false
        /// Whether its last report said so.
        var saidMoved = false
        var processes: Set<ProcessIdentity>
    }

    struct Plugin: Hashable {
        var number: UInt64
        var claims: [String: Claim] = [:]
    }

    var machine: M
    var now = ClaimScene.origin
    /// The registered ones, by their places in the setup.
    var plugins: [Int: Plugin] = [:]
    /// Who claims each subject, in the order of coming.
    var queues: [String: [Int]] = [:]
    /// Who holds what, as the watcher was told.
    var watched: [String: Int] = [:]
    /// Who moved things by the word of the daemon before, and has not come back yet.
    var absent: Int?
    /// Until when it is waited for.
    var opening: UInt64
    var violation: String?

    static var origin: UInt64 { 1_000_000 }

    init(_ machine: M, _ setup: ClaimSetup) {
        self.machine = machine
        absent = setup.returning
        opening = setup.start + 500_000
        self.machine.watch(true, ClaimSetup.watcher)
    }

    /// Lets it happen, if it can.
    ///
    /// - Returns: whether it could.
    mutating func undergo(_ happening: ClaimHappening, _ setup: ClaimSetup) -> Bool {
        let before = self
        var expectation = ClaimExpectation()
        switch happening {
        case .registers(let place):
            guard plugins[place] == nil else { return false }
            register(place, setup, before, &expectation, hasMoved: false)
        case .returns(let place):
            guard plugins[place] == nil, absent == place, now < opening else { return false }
            absent = nil
            register(place, setup, before, &expectation, hasMoved: true)
        case .unregisters(let place):
            guard let plugin = plugins[place] else { return false }
            let verdict = machine.unregister(plugin.number, of: setup.connection(place), at: now)
            depart(place)
            hear(verdict.actions, setup, before, &expectation)
        case .claims(let place, let process):
            let home = setup.home(process)
            guard let plugin = plugins[place],
                plugin.claims[home.subject.text]?.processes.contains(ClaimSetup.process(process)) != true
            else {
                return false
            }
            claim(place, home, setup, before, &expectation, hasMoved: false)
        case .releases(let place, let process):
            let subject = setup.home(process).subject.text
            guard let plugin = plugins[place], plugin.claims[subject] != nil else { return false }
            let verdict = machine.release(plugin.number, [subject], of: setup.connection(place), at: now)
            depart(place, subject)
            hear(verdict.actions, setup, before, &expectation)
        case .moves(let place, let process):
            guard report(place, process, .clear, setup, before, &expectation) else { return false }
        case .movesNothing(let place, let process):
            guard report(place, process, .notNeeded, setup, before, &expectation) else { return false }
        case .restores(let place, let process):
            guard report(place, process, .restored, setup, before, &expectation) else { return false }
        case .meddles(let place, let other):
            guard let victim = plugins[other] else { return false }
            let verdicts = [
                machine.unregister(victim.number, of: setup.connection(place), at: now),
                machine.report(
                    Report(plugin: victim.number, serial: 0, subject: setup.home(0).subject.text, outcome: .restored),
                    of: setup.connection(place), newestSerial: 1, at: now),
            ]
            for verdict in verdicts {
                guard case .failure(let error) = verdict.answer, error.name == Names.Errors.unknownPlugin.text,
                    verdict.actions.isEmpty
                else {
                    violation = "another's plugin is obeyed"
                    return true
                }
            }
        case .crashes(let place):
            let together = setup.kinds.indices.filter { setup.connections[$0] == setup.connections[place] }
            guard together.contains(where: { plugins[$0] != nil }) else { return false }
            let actions = machine.leave(setup.connection(place), at: now)
            for each in together { depart(each) }
            hear(actions, setup, before, &expectation)
        case .processEnds(let process):
            let identity = ClaimSetup.process(process)
            guard plugins.values.contains(where: { $0.claims.values.contains { $0.processes.contains(identity) } })
            else {
                return false
            }
            let actions = machine.processEnded(identity, at: now)
            end(identity)
            hear(actions, setup, before, &expectation)
        case .justBeforeDeadline, .toDeadline:
            guard let deadline = machine.nextDeadline else { return false }
            let time = happening == .toDeadline ? deadline : deadline - 1
            guard time > now || happening == .toDeadline else { return false }
            now = time
            hear(machine.advance(to: now), setup, before, &expectation)
        }
        if violation == nil { violation = judge(setup, before, happening, expectation) }
        rebase()
        return true
    }

    // MARK: What plugins do

    private mutating func register(
        _ place: Int, _ setup: ClaimSetup, _ before: Self, _ expectation: inout ClaimExpectation, hasMoved: Bool
    ) {
        let home = setup.home(0)
        let kind = setup.kinds[place]
        let verdict = machine.register(
            "\(place)", kind, of: setup.connection(place), process: home.process?.pid, home: home, hasMoved: hasMoved,
            at: now)
        guard case .success(let registration) = verdict.answer else {
            violation = "Register is refused"
            return
        }
        plugins[place] = Plugin(number: registration.plugin)
        if kind.isInProcess {
            enter(place, home, isActive: registration.isActive, hasMoved: hasMoved)
            if registration.subject != home.subject.text { violation = "another subject is answered" }
        }
        hear(verdict.actions, setup, before, &expectation)
        if hasMoved, !kind.isInProcess { claim(place, home, setup, before, &expectation, hasMoved: true) }
    }

    private mutating func claim(
        _ place: Int, _ home: Home, _ setup: ClaimSetup, _ before: Self, _ expectation: inout ClaimExpectation,
        hasMoved: Bool
    ) {
        guard let plugin = plugins[place] else { return }
        let verdict = machine.claim(
            plugin.number, [home], of: setup.connection(place), hasMoved: hasMoved, at: now)
        guard case .success(let answers) = verdict.answer, answers.count == 1, answers[0].subject == home.subject.text
        else {
            violation = "Claim is answered wrongly"
            return
        }
        enter(place, home, isActive: answers[0].isActive, hasMoved: hasMoved)
        hear(verdict.actions, setup, before, &expectation)
    }

    // MARK: What plugins know

    private mutating func enter(_ place: Int, _ home: Home, isActive: Bool, hasMoved: Bool) {
        let subject = home.subject.text
        let processes = Set(home.process.map { [$0] } ?? [])
        if plugins[place]?.claims[subject] != nil {
            plugins[place]?.claims[subject]?.processes.formUnion(processes)
            return
        }
        plugins[place]?.claims[subject] = Claim(
            standing: isActive ? .active : .waiting, isDisplaced: hasMoved, saidMoved: hasMoved, processes: processes)
        queues[subject, default: []].append(place)
    }

    private mutating func depart(_ place: Int, _ subject: String) {
        plugins[place]?.claims[subject] = nil
        queues[subject]?.removeAll { $0 == place }
        if queues[subject]?.isEmpty == true { queues[subject] = nil }
    }

    private mutating func depart(_ place: Int) {
        for subject in plugins[place]?.claims.keys.sorted() ?? [] { depart(place, subject) }
        plugins[place] = nil
    }

    private mutating func end(_ process: ProcessIdentity) {
        for place in plugins.keys.sorted() {
            for subject in plugins[place]?.claims.keys.sorted() ?? []
            where plugins[place]?.claims[subject]?.processes.remove(process) != nil {
                if plugins[place]?.claims[subject]?.processes.isEmpty == true { depart(place, subject) }
            }
        }
    }

    private mutating func report(
        _ place: Int, _ process: Int, _ outcome: Outcome, _ setup: ClaimSetup, _ before: Self,
        _ expectation: inout ClaimExpectation
    ) -> Bool {
        let subject = setup.home(process).subject.text
        guard let plugin = plugins[place] else { return false }
        let claim = plugin.claims[subject]
        // Well-behaved: it does not say that it moved nothing while things stand elsewhere.
        if outcome == .notNeeded, claim?.isDisplaced == true { return false }
        if outcome == .restored { plugins[place]?.claims[subject]?.isDisplaced = false }
        let verdict = machine.report(
            Report(plugin: plugin.number, serial: 1, subject: subject, outcome: outcome), of: setup.connection(place),
            newestSerial: 1, at: now)
        switch verdict.answer {
        case .success:
            plugins[place]?.claims[subject]?.saidMoved = outcome == .clear
            if outcome == .clear { plugins[place]?.claims[subject]?.isDisplaced = true }
            expectation.report = place
            expectation.isTaken = true
        case .failure(let error):
            expectation.isTaken = false
            if error.name != Names.Errors.notClaimed.text { violation = "a report is refused with \(error.name)" }
        }
        expectation.reporter = (place, subject, outcome)
        hear(verdict.actions, setup, before, &expectation)
        return true
    }

    /// Numbers and instants as small as they can be, so that equal states are equal values.
    private mutating func rebase() {
        var numbers: [UInt64: UInt64] = [:]
        for (place, plugin) in plugins { numbers[plugin.number] = UInt64(place + 1) }
        let passed = now - Self.origin
        machine = machine.rebased(to: passed, numbers: numbers, newest: 100)
        for place in plugins.keys {
            plugins[place]?.number = UInt64(place + 1)
            for (subject, claim) in plugins[place]?.claims ?? [:] {
                if case .revoked(let until) = claim.standing {
                    plugins[place]?.claims[subject]?.standing = .revoked(until: until - passed)
                }
            }
        }
        opening = opening <= now ? 0 : opening - passed
        now = Self.origin
    }
}
