import HeadroomBus
import HeadroomCore
import HeadroomDaemon
import HeadroomWire
import Testing

/// A way in which a registry can be wrong.
enum ClaimFault: String, CaseIterable, Sendable, CustomTestStringConvertible {
    // Who may move things is decided wrongly.
    case movedIgnored, graceSkipped, graceOneMicrosecondShort, graceForgotten, restoredIgnored
    case rankIgnored, equalRankTakesOver, neverAtOnce, openingForgotten, returnUnheard
    // Who is gone is not.
    case crashForgotten, crashTakesOnePlugin, unregisterForgotten, releaseForgotten, processForgotten
    // What is said is wrong.
    case grantUntold, revocationUntold, answerSaysActive, waitingMayReport, revokedMayMove
    case everybodyTold, reportUntold, claimsUntold, processKept, anotherObeyed, lastReportStale

    var testDescription: String { rawValue }

    /// What the judge says of it.
    var violation: String {
        switch self {
        case .movedIgnored: "has moved things and gets no time"
        case .graceSkipped, .graceOneMicrosecondShort: "still puts things back"
        case .graceForgotten: "nothing ends the wait"
        case .restoredIgnored: "is still waited for"
        case .rankIgnored, .equalRankTakesOver: "is above it"
        case .neverAtOnce: "has moved nothing and is waited for"
        case .openingForgotten: "has not come back yet"
        case .returnUnheard: "does not get back"
        case .crashForgotten, .crashTakesOnePlugin, .unregisterForgotten: "other plugins are listed"
        case .releaseForgotten, .processForgotten: "other subjects are listed"
        case .grantUntold: "and does not know it"
        case .revocationUntold: "at once"
        case .answerSaysActive: "while another puts things back"
        case .waitingMayReport, .revokedMayMove: "is taken"
        case .everybodyTold: "is told to one who does not watch"
        case .reportUntold: "a report is not told once"
        case .claimsUntold: "the watcher knows another holder"
        case .processKept: "are forgotten"
        case .anotherObeyed: "another's plugin is obeyed"
        case .lastReportStale: "another report is listed"
        }
    }
}

/// A registry with one fault, made of a right one whose events, answers or actions are altered.
struct FaultyRegistry: ClaimMachine {
    let fault: ClaimFault
    private var inner: Registry
    private var told: Set<BusName> = []

    init(_ fault: ClaimFault, start: UInt64) {
        self.fault = fault
        inner = Registry(start: fault == .openingForgotten ? 100 : start)
    }

    // MARK: Alterations

    private mutating func altered(_ actions: [Action], at now: UInt64) -> [Action] {
        var actions = actions
        switch fault {
        case .graceSkipped:
            // Whoever is told to put things back is taken to have done it.
            for case .send(.revoked(let plugin, let subject, 500), let owner) in actions {
                let report = Report(plugin: plugin, serial: 0, subject: subject, outcome: .restored)
                let passedOn = inner.report(report, of: owner, newestSerial: 1, at: now).actions
                actions += passedOn.filter { if case .send(.reported, _) = $0 { false } else { true } }
            }
        case .grantUntold: actions.removeAll { if case .send(.granted, _) = $0 { true } else { false } }
        case .revocationUntold: actions.removeAll { if case .send(.revoked, _) = $0 { true } else { false } }
        case .reportUntold: actions.removeAll { if case .send(.reported, _) = $0 { true } else { false } }
        case .claimsUntold: actions.removeAll { if case .send(.claimsChanged, _) = $0 { true } else { false } }
        case .processKept: actions.removeAll { if case .forget = $0 { true } else { false } }
        case .everybodyTold:
            for case .send(.reported(let report), _) in actions {
                for name in told { actions.append(.send(.reported(report), to: name)) }
            }
        default: break
        }
        return actions
    }

    private func altered(_ kind: PluginKind) -> PluginKind {
        switch fault {
        case .rankIgnored: kind.isInProcess ? .app : .accessibility
        case .equalRankTakesOver where !inner.pluginListings.isEmpty:
            kind == .toolkit ? .app : kind == .window ? .accessibility : kind
        default: kind
        }
    }

    private mutating func altered<Value>(_ verdict: Verdict<Value>, at now: UInt64) -> Verdict<Value> {
        Verdict(answer: verdict.answer, actions: altered(verdict.actions, at: now))
    }

    // MARK: Events

    mutating func register(
        _ name: String, _ kind: PluginKind, of caller: BusName, process: UInt32?, home: Home, hasMoved: Bool,
        at now: UInt64
    ) -> Verdict<Registry.Registration> {
        told.insert(caller)
        let verdict = inner.register(
            name, altered(kind), of: caller, process: process, home: home,
            hasMoved: hasMoved && fault != .returnUnheard, at: now)
        if fault == .answerSaysActive, kind.isInProcess, case .success(let right) = verdict.answer {
            let wrong = Registry.Registration(plugin: right.plugin, subject: right.subject, isActive: true)
            return Verdict(answer: .success(wrong), actions: verdict.actions)
        }
        return altered(verdict, at: now)
    }

    mutating func unregister(_ number: UInt64, of caller: BusName, at now: UInt64) -> Verdict<Void> {
        if fault == .unregisterForgotten, owner(number) == caller { return Verdict(answer: .success(()), actions: []) }
        return altered(inner.unregister(number, of: acting(for: number, caller), at: now), at: now)
    }

    mutating func claim(
        _ number: UInt64, _ homes: [Home?], of caller: BusName, hasMoved: Bool, at now: UInt64
    ) -> Verdict<[Registry.Claimed]> {
        altered(
            inner.claim(number, homes, of: caller, hasMoved: hasMoved && fault != .returnUnheard, at: now), at: now)
    }

    mutating func release(
        _ number: UInt64, _ subjects: [String], of caller: BusName, at now: UInt64
    ) -> Verdict<Void> {
        if fault == .releaseForgotten { return Verdict(answer: .success(()), actions: []) }
        return altered(inner.release(number, subjects, of: caller, at: now), at: now)
    }

    mutating func report(
        _ report: Report, of caller: BusName, newestSerial: UInt64, at now: UInt64
    ) -> Verdict<Void> {
        var report = report
        let isRevoked = inner.claimListings.contains { $0.holder == report.plugin && $0.isRevoked }
        switch fault {
        case .movedIgnored where report.outcome == .clear: (report.outcome, report.serial) = (.notNeeded, 0)
        case .neverAtOnce where report.outcome == .notNeeded: (report.outcome, report.serial) = (.clear, 0)
        case .restoredIgnored where isRevoked && report.outcome == .restored:
            return Verdict(answer: .success(()), actions: told(report))
        case .revokedMayMove where isRevoked && report.outcome != .restored:
            return Verdict(answer: .success(()), actions: told(report))
        case .lastReportStale where report.outcome == .restored && !isRevoked:
            let before = inner
            let verdict = inner.report(report, of: caller, newestSerial: newestSerial, at: now)
            inner = before
            return verdict
        default: break
        }
        let verdict = altered(
            inner.report(report, of: acting(for: report.plugin, caller), newestSerial: newestSerial, at: now), at: now)
        guard fault == .waitingMayReport, case .failure = verdict.answer, owner(report.plugin) == caller else {
            return verdict
        }
        return Verdict(answer: .success(()), actions: verdict.actions + told(report))
    }

    private func told(_ report: Report) -> [Action] { [.send(.reported(report), to: ClaimSetup.watcher)] }

    private func owner(_ number: UInt64) -> BusName? {
        inner.pluginListings.first { $0.plugin == number }.map { BusName(stringLiteral: $0.connection) }
    }

    private func acting(for number: UInt64, _ caller: BusName) -> BusName {
        fault == .anotherObeyed ? owner(number) ?? caller : caller
    }

    mutating func watch(_ isWatching: Bool, _ caller: BusName) { inner.watch(isWatching, caller) }

    mutating func leave(_ caller: BusName, at now: UInt64) -> [Action] {
        switch fault {
        case .crashForgotten: return []
        case .crashTakesOnePlugin:
            let first = inner.pluginListings.first { $0.connection == caller.text }
            return first.map { inner.unregister($0.plugin, of: caller, at: now).actions } ?? []
        default: return altered(inner.leave(caller, at: now), at: now)
        }
    }

    mutating func processEnded(_ process: ProcessIdentity, at now: UInt64) -> [Action] {
        fault == .processForgotten ? [] : altered(inner.processEnded(process, at: now), at: now)
    }

    mutating func advance(to now: UInt64) -> [Action] {
        altered(inner.advance(to: fault == .graceOneMicrosecondShort ? now + 1 : now), at: now)
    }

    var nextDeadline: UInt64? { fault == .graceForgotten ? nil : inner.nextDeadline }
    var pluginListings: [PluginListing] { inner.pluginListings }
    var claimListings: [ClaimListing] { inner.claimListings }
    /// As they came: those that were altered have another serial.
    var lastReports: [Report] {
        inner.lastReports.map { report in
            var report = report
            if report.serial == 0 { report.outcome = fault == .movedIgnored ? .clear : .notNeeded }
            return report
        }
    }
    func brokenInvariant() -> String? { inner.brokenInvariant() }

    func rebased(to origin: UInt64, numbers: [UInt64: UInt64], newest: UInt64) -> FaultyRegistry {
        var copy = self
        copy.inner = inner.rebased(to: origin, numbers: numbers, newest: newest)
        return copy
    }
}

@Suite struct ClaimFaultTests {
    /// The judge is worth what it finds.
    @Test(arguments: ClaimFault.allCases)
    func everyFaultIsFound(_ fault: ClaimFault) {
        let setups = [
            ClaimSetup([.accessibility, .app]), ClaimSetup([.window, .toolkit, .app]),
            ClaimSetup([.toolkit, .toolkit]),
            ClaimSetup([.accessibility, .accessibility], returning: 0),
            ClaimSetup([.window, .accessibility], connections: [0, 0], subjects: [0, 1], depth: 5),
        ]
        for setup in setups {
            var exploration = ClaimExploration<FaultyRegistry>(setup)
            exploration.run(FaultyRegistry(fault, start: setup.start))
            guard let (violation, path) = exploration.finding else { continue }
            print("\(fault): \(violation) (\(path); \(setup.testDescription))")
            #expect(violation.contains(fault.violation))
            return
        }
        Issue.record("\(fault) was not found")
    }
}
