import HeadroomBus
package import HeadroomWire

// What the List methods answer, in the order in which things came.

extension Registry {
    package var pluginListings: [PluginListing] {
        plugins.sorted { $0.key < $1.key }.map { number, plugin in
            PluginListing(
                plugin: number, name: plugin.name, kind: plugin.kind.rawValue, connection: plugin.owner.text,
                process: plugin.process, subject: plugin.home?.text)
        }
    }

    package var claimListings: [ClaimListing] {
        contests.sorted { $0.key < $1.key }.map { subject, contest in
            ClaimListing(
                subject: subject.text, holder: contest.holder ?? 0,
                isRevoked: contest.holder != nil && contest.deadline != nil, waiting: contest.waiting)
        }
    }

    /// The last report about each subject.
    package var lastReports: [Report] { reports.sorted { $0.key < $1.key }.map(\.value) }
}

extension Registry {
    /// What is wrong with the state; nil: nothing. Every test calls it after every event.
    package func brokenInvariant() -> String? {
        for (subject, contest) in contests {
            if let problem = contest.brokenInvariant() { return "\(subject.text): \(problem)" }
            if deadlines[subject] != contest.deadline { return "\(subject.text): another deadline is kept" }
            for claim in contest.claims where plugins[claim.plugin]?.subjects.contains(subject) != true {
                return "\(subject.text): claimed by \(claim.plugin), which does not know"
            }
        }
        for (number, plugin) in plugins {
            for subject in plugin.subjects
            where contests[subject]?.claims.contains(where: { $0.plugin == number }) != true {
                return "\(number) has a claim on \(subject.text) that is not there"
            }
            if plugin.kind.isInProcess, !plugin.subjects.subtracting(plugin.home.map { [$0] } ?? []).isEmpty {
                return "\(number) claims what is not its own"
            }
        }
        for subject in deadlines.keys where contests[subject] == nil { return "\(subject.text): due, and gone" }
        for subject in reports.keys where contests[subject] == nil { return "\(subject.text): reported, and gone" }
        let counted = contests.values.flatMap(\.claims).flatMap(\.processes).reduce(into: [:]) {
            $0[$1, default: 0] += 1
        }
        if counted != processes { return "processes are counted wrongly" }
        if plugins.count > Limits.plugins || processes.values.reduce(0, +) > Limits.claims { return "over the limits" }
        return nil
    }
}
