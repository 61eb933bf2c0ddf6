import HeadroomBus
import HeadroomCore
import HeadroomDaemon
import HeadroomWire

/// What the answer to a call lets one expect.
struct ClaimExpectation {
    /// Whose report was taken; the watcher hears of it once.
    var report: Int?
    /// Who reported what where, and whether it was taken.
    var reporter: (place: Int, subject: String, outcome: Outcome)?
    var isTaken = false
    /// The processes that were forgotten.
    var forgotten: Set<ProcessIdentity> = []
    var reportsHeard = 0
}

extension ClaimScene {
    /// Everybody hears what is sent to them.
    mutating func hear(
        _ actions: [M.Action], _ setup: ClaimSetup, _ before: Self, _ expectation: inout ClaimExpectation
    ) {
        for action in actions {
            switch action {
            case .forget(let process): expectation.forgotten.insert(process)
            case .send(let signal, let addressee): hear(signal, addressee, setup, before, &expectation)
            }
        }
    }

    private mutating func hear(
        _ signal: AvoidanceSignal, _ addressee: BusName, _ setup: ClaimSetup, _ before: Self,
        _ expectation: inout ClaimExpectation
    ) {
        switch signal {
        case .revoked(let number, let subject, let graceMS):
            guard let place = place(number, addressee, setup), let claim = plugins[place]?.claims[subject] else {
                return fail("a revocation goes to the wrong place")
            }
            // One that comes back may be told before it is answered.
            guard claim.standing == .active || (claim.isDisplaced && before.plugins[place] == nil) else {
                return fail("\(place) is revoked and was not active")
            }
            if graceMS == 0, claim.isDisplaced { return fail("\(place) has moved things and gets no time") }
            if graceMS > 0, !claim.saidMoved { return fail("\(place) has moved nothing and is waited for") }
            let isOutranked = (queues[subject] ?? []).contains { setup.kinds[$0] > setup.kinds[place] }
            if !isOutranked { return fail("\(place) is revoked for nobody above it") }
            if graceMS != 0, graceMS != 500 { return fail("the grace is \(graceMS) ms") }
            plugins[place]?.claims[subject]?.standing =
                graceMS == 0 ? .waiting : .revoked(until: now + UInt64(graceMS) * 1000)
        case .granted(let number, let subject):
            guard let place = place(number, addressee, setup), plugins[place]?.claims[subject] != nil else {
                return fail("a grant goes to the wrong place")
            }
            endRevocation(of: subject)
            plugins[place]?.claims[subject]?.standing = .active
        case .reported(let report):
            guard addressee == ClaimSetup.watcher else { return fail("a report is told to one who does not watch") }
            expectation.reportsHeard += 1
            if report.plugin != expectation.report.flatMap({ plugins[$0]?.number }) { fail("another report is told") }
        case .claimsChanged(let added, let removed):
            guard addressee == ClaimSetup.watcher else { return fail("claims are told to one who does not watch") }
            for subject in removed where watched.removeValue(forKey: subject) == nil {
                fail("the end of a claim is told that was none")
            }
            for holder in added {
                guard let place = plugins.first(where: { $0.value.number == holder.plugin })?.key,
                    watched.updateValue(place, forKey: holder.subject) != place
                else { return fail("a holder is told that is gone or held it before") }
            }
        }
    }

    private func place(_ number: UInt64, _ addressee: BusName, _ setup: ClaimSetup) -> Int? {
        plugins.first { $0.value.number == number && setup.connection($0.key) == addressee }?.key
    }

    /// Another one may go on: whoever was waited for waits now.
    private mutating func endRevocation(of subject: String) {
        for place in plugins.keys.sorted() {
            guard case .revoked(let until) = plugins[place]?.claims[subject]?.standing else { continue }
            let isOver = plugins[place]?.claims[subject]?.isDisplaced == false || until <= now
            if !isOver { fail("granted while \(place) still puts things back") }
            plugins[place]?.claims[subject]?.standing = .waiting
        }
    }

    private mutating func fail(_ what: String) { if violation == nil { violation = what } }

    // MARK: Rules

    /// What is wrong after `happening`; nil: nothing.
    func judge(
        _ setup: ClaimSetup, _ before: Self, _ happening: ClaimHappening, _ expectation: ClaimExpectation
    ) -> String? {
        machine.brokenInvariant() ?? judgeListings(setup) ?? queues.keys.lazy.compactMap { judge($0, setup, before) }
            .first
            ?? judgeReport(before, expectation) ?? judgeProcesses(before, expectation)
    }

    /// The lists say what plugins and watcher were told.
    private func judgeListings(_ setup: ClaimSetup) -> String? {
        if Set(machine.pluginListings.map(\.plugin)) != Set(plugins.values.map(\.number)) {
            return "other plugins are listed"
        }
        let listings = machine.claimListings
        if Set(listings.map(\.subject)) != Set(queues.keys) || listings.count != queues.count {
            return "other subjects are listed"
        }
        for listing in listings {
            if listing.holder == 0, isOpen, watched[listing.subject] == nil { continue }
            guard let holder = plugins.first(where: { $0.value.number == listing.holder })?.key else {
                return "\(listing.subject) is held by one that is gone"
            }
            let standing = plugins[holder]?.claims[listing.subject]?.standing
            switch standing {
            case .active: if listing.isRevoked { return "\(holder) was not told that it is revoked" }
            case .revoked: if !listing.isRevoked { return "\(holder) does not know that it may go on" }
            case .waiting, nil: return "\(holder) holds \(listing.subject) and does not know it"
            }
            if watched[listing.subject] != holder { return "the watcher knows another holder" }
            let others = listing.waiting.compactMap { number in plugins.first { $0.value.number == number }?.key }
            let expected = order(listing.subject, setup).filter { $0 != holder }
            if others != expected { return "\(others) wait, it should be \(expected)" }
        }
        if Set(watched.keys) != Set(listings.filter { $0.holder != 0 }.map(\.subject)) {
            return "the watcher knows other subjects"
        }
        return nil
    }

    /// By rank, then by coming.
    private func order(_ subject: String, _ setup: ClaimSetup) -> [Int] {
        let queue = queues[subject] ?? []
        return PluginKind.allCases.reversed().flatMap { kind in queue.filter { setup.kinds[$0] == kind } }
    }

    private func judge(_ subject: String, _ setup: ClaimSetup, _ before: Self) -> String? {
        let claims = (queues[subject] ?? []).compactMap { place in plugins[place]?.claims[subject].map { (place, $0) } }
        let active = claims.filter { $0.1.standing == .active }.map(\.0)
        if active.count > 1 { return "\(active) are active in \(subject) at once" }
        let deadlines = claims.compactMap { if case .revoked(let until) = $0.1.standing { until } else { nil } }
        if active.isEmpty {
            if deadlines.isEmpty, isOpen, claims.allSatisfy({ !$0.1.isDisplaced }) {
                return machine.nextDeadline.map { $0 <= opening } == true ? nil : "nothing ends the wait for \(subject)"
            }
            if deadlines.isEmpty, isOpen { return "one that comes back does not get back what it had" }
            guard let deadline = deadlines.first, deadlines.count == 1 else {
                return "all wait for \(subject), which is free"
            }
            guard let next = machine.nextDeadline, next <= deadline else {
                return "nothing ends the wait for \(subject)"
            }
            if deadline <= now { return "the wait for \(subject) is over, and nobody may go on" }
            return nil
        }
        if !deadlines.isEmpty { return "one is active in \(subject) while another puts things back" }
        if let first = order(subject, setup).first, let holder = active.first,
            setup.kinds[first] != setup.kinds[holder]
        {
            return "\(holder) is active, \(first) is above it"
        }
        return judgeGrant(subject, active[0], before)
    }

    /// Whoever becomes active finds things where they belong, but for what one left there that is gone, or did not put
    /// back in its time.
    private func judgeGrant(_ subject: String, _ holder: Int, _ before: Self) -> String? {
        guard before.plugins[holder]?.claims[subject]?.standing != .active else { return nil }
        if let absent, isOpen {
            return "\(holder) is active, and \(absent), which has moved things, has not come back yet"
        }
        for (place, plugin) in plugins where place != holder {
            guard let claim = plugin.claims[subject], claim.isDisplaced else { continue }
            switch before.plugins[place]?.claims[subject]?.standing {
            case .revoked(let until) where until <= now: continue
            // It had its time before.
            case .waiting: continue
            case .revoked, .active, nil: return "\(holder) takes its baseline from what \(place) moved"
            }
        }
        return nil
    }

    /// Whether those are waited for that come back.
    private var isOpen: Bool { now < opening }

    private func judgeReport(_ before: Self, _ expectation: ClaimExpectation) -> String? {
        if expectation.reportsHeard != (expectation.report == nil ? 0 : 1) { return "a report is not told once" }
        guard let (place, subject, outcome) = expectation.reporter else { return nil }
        let claim = before.plugins[place]?.claims[subject]
        let putsBack = outcome == .restored && claim?.saidMoved == true
        let mayReport = claim?.standing == .active || putsBack
        if mayReport != expectation.isTaken { return "a report of \(place) is \(mayReport ? "refused" : "taken")" }
        if case .revoked = plugins[place]?.claims[subject]?.standing, outcome == .restored {
            return "\(place) put things back, and is still waited for"
        }
        let last = machine.lastReports.first { $0.subject == subject }
        if mayReport, last?.outcome != outcome { return "another report is listed" }
        return nil
    }

    private func judgeProcesses(_ before: Self, _ expectation: ClaimExpectation) -> String? {
        func processes(_ scene: Self) -> Set<ProcessIdentity> {
            Set(scene.plugins.values.flatMap(\.claims.values).flatMap(\.processes))
        }
        let gone = processes(before).subtracting(processes(self))
        return gone == expectation.forgotten ? nil : "\(expectation.forgotten) are forgotten, it should be \(gone)"
    }
}
