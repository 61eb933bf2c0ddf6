package import HeadroomBus
import HeadroomCore
package import HeadroomWire

// Claims, and what is reported about them.

extension Registry {
    package struct Claimed: Sendable, Hashable {
        /// Empty: there is no such process.
        package let subject: String
        package let isActive: Bool
    }

    /// A plugin claims the subjects in which processes live; nil: there is no such process. `hasMoved` as for
    /// ``register(_:_:of:process:home:hasMoved:at:)``.
    ///
    /// Answers a subject for each, and whether the plugin may move things there; UnknownPlugin, NotSupported for a plugin
    /// that lives in its application, LimitExceeded.
    package mutating func claim(
        _ number: UInt64, _ homes: [Home?], of caller: BusName, hasMoved: Bool = false, at now: UInt64
    ) -> Verdict<[Claimed]> {
        take(at: now) { registry, news throws(BusError) in
            let plugin = try registry.plugin(number, of: caller)
            guard !plugin.kind.isInProcess else {
                throw .notSupported("a plugin of kind \(plugin.kind.rawValue) moves things in its own process only")
            }
            let new = Set(homes.compactMap { $0 }).filter { home in !registry.isClaimed(home, by: number) }
            try registry.checkRoom(for: new.count, of: caller)
            for home in homes { if let home { registry.enter(number, home, hasMoved: hasMoved, at: now, &news) } }
            return homes.map { home in
                guard let subject = home?.subject else { return Claimed(subject: "", isActive: false) }
                return Claimed(subject: subject.text, isActive: registry.isActive(number, subject))
            }
        }
    }

    /// A plugin gives up subjects. What it does not claim is passed over. Answers UnknownPlugin.
    package mutating func release(
        _ number: UInt64, _ subjects: [String], of caller: BusName, at now: UInt64
    ) -> Verdict<Void> {
        take(at: now) { registry, news throws(BusError) in
            let plugin = try registry.plugin(number, of: caller)
            for subject in Set(subjects.map(Subject.init(text:))).intersection(plugin.subjects).sorted() {
                registry.leave(number, subject, &news)
            }
        }
    }

    /// A plugin reports. `newestSerial` is that of the last notification.
    ///
    /// Answers UnknownPlugin, UnknownSerial; NotClaimed to one that may not move things there now, unless it says that it
    /// has put back what it moved.
    package mutating func report(
        _ report: Report, of caller: BusName, newestSerial: UInt64, at now: UInt64
    ) -> Verdict<Void> {
        take(at: now) { registry, news throws(BusError) in
            let plugin = try registry.plugin(report.plugin, of: caller)
            guard report.serial <= newestSerial else { throw .unknownSerial(report.serial) }
            guard let subject = report.subject.isEmpty ? plugin.home : Subject(text: report.subject),
                let contest = registry.contests[subject]
            else { throw .notClaimed("the plugin claims no such subject") }
            let putsBack = report.outcome == .restored && contest.owes(report.plugin)
            guard contest.isActive(report.plugin) || putsBack else {
                throw .notClaimed("the plugin may not move things in \(subject.text) now")
            }
            var report = report
            report.subject = subject.text
            registry.reports[subject] = report
            news.report = report
            registry.alter(subject, &news) { contest in contest.report(report.plugin, hasMoved: report.saysMoved) }
        }
    }

    /// Whether any claim is about a process.
    package func isAbout(_ process: ProcessIdentity) -> Bool { processes[process] != nil }

    // MARK: Coming and going

    /// - Throws: LimitExceeded if so many claims more are too many.
    func checkRoom(for count: Int, of caller: BusName) throws(BusError) {
        guard count > 0 else { return }
        let own = plugins.filter { $0.value.owner == caller }.map { claims(of: $0.key) }.reduce(0, +)
        guard own + count <= Limits.claimsPerConnection else {
            throw .limitExceeded("claims", "at most \(Limits.claimsPerConnection) claims a connection")
        }
        guard plugins.keys.map(claims(of:)).reduce(0, +) + count <= Limits.claims else {
            throw .limitExceeded("claims", "at most \(Limits.claims) claims in all")
        }
    }

    /// How many claims a plugin has: one a process.
    private func claims(of number: UInt64) -> Int {
        plugins[number]?.subjects.map { max(1, claim(of: number, on: $0)?.processes.count ?? 0) }.reduce(0, +) ?? 0
    }

    private func claim(of number: UInt64, on subject: Subject) -> Contest.Claim? {
        contests[subject]?.claims.first { $0.plugin == number }
    }

    private func isClaimed(_ home: Home, by number: UInt64) -> Bool {
        guard let claim = claim(of: number, on: home.subject) else { return false }
        return home.process.map(claim.processes.contains) ?? true
    }

    /// A plugin's claim begins, or is about one more process.
    mutating func enter(_ number: UInt64, _ home: Home, hasMoved: Bool, at now: UInt64, _ news: inout News) {
        guard !isClaimed(home, by: number), let kind = plugins[number]?.kind else { return }
        if let process = home.process { processes[process, default: 0] += 1 }
        if claim(of: number, on: home.subject) != nil {
            if let process = home.process { contests[home.subject]?.add(process, to: number) }
            return
        }
        plugins[number]?.subjects.insert(home.subject)
        let claim = Contest.Claim(
            plugin: number, kind: kind, processes: home.process.map { [$0] } ?? [], hasMoved: hasMoved)
        guard contests[home.subject] != nil else {
            news.touch(home.subject, holder: nil)
            let contest = Contest(first: claim, opening: opening, at: now)
            contests[home.subject] = contest
            deadlines[home.subject] = contest.deadline
            return
        }
        alter(home.subject, &news) { contest in
            // The answer to its call says so.
            contest.add(claim, at: now).filter { $0 != .granted(number) }
        }
    }

    /// A plugin's claim ends.
    mutating func leave(_ number: UInt64, _ subject: Subject, _ news: inout News) {
        guard let claim = claim(of: number, on: subject) else { return }
        plugins[number]?.subjects.remove(subject)
        for process in claim.processes { forget(process, &news) }
        guard contests[subject]?.claims.count != 1 else {
            news.touch(subject, holder: contests[subject]?.holder)
            contests[subject] = nil
            deadlines[subject] = nil
            reports[subject] = nil
            return
        }
        alter(subject, &news) { contest in contest.remove(number) }
    }

    /// A process has ended.
    mutating func lose(_ process: ProcessIdentity, _ news: inout News) {
        guard processes[process] != nil else { return }
        for subject in contests.keys.sorted() {
            for claim in contests[subject]?.claims ?? [] where claim.processes.contains(process) {
                guard claim.processes.count > 1 else {
                    leave(claim.plugin, subject, &news)
                    continue
                }
                contests[subject]?.remove(process, from: claim.plugin)
                forget(process, &news)
            }
        }
    }

    private mutating func forget(_ process: ProcessIdentity, _ news: inout News) {
        processes[process, default: 1] -= 1
        guard processes[process] == 0 else { return }
        processes[process] = nil
        news.forgotten.append(process)
    }
}
