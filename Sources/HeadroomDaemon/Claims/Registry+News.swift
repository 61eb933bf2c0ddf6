import HeadroomBus
import HeadroomWire

// What an event changed, and who is told of it.

extension Registry {
    struct News {
        /// Who held the subjects that may have changed hands, before.
        fileprivate var before: [Subject: UInt64?] = [:]
        fileprivate var changes: [(subject: Subject, change: Contest.Change)] = []
        var report: Report?
        var forgotten: [ProcessIdentity] = []

        /// The subject may change hands.
        mutating func touch(_ subject: Subject, holder: UInt64?) {
            if before[subject] == nil { before.updateValue(holder, forKey: subject) }
        }
    }

    /// Lets something happen to a subject's contest.
    mutating func alter(_ subject: Subject, _ news: inout News, _ event: (inout Contest) -> [Contest.Change]) {
        guard var contest = contests[subject] else { return }
        news.touch(subject, holder: contest.holder)
        news.changes += event(&contest).map { (subject, $0) }
        contests[subject] = contest
        deadlines[subject] = contest.deadline
    }

    /// Whom to tell what. A plugin that is gone by now is told nothing, and nobody of what was so for no time.
    func carryOut(_ news: News) -> [Action] {
        var actions: [Action] = []
        func tellWatchers(_ signal: AvoidanceSignal) {
            for watcher in watchers.sorted(by: { $0.text < $1.text }) { actions.append(.send(signal, to: watcher)) }
        }
        if let report = news.report { tellWatchers(.reported(report)) }
        for (subject, change) in news.changes {
            switch change {
            case .revoked(let number, let graceMS):
                guard let plugin = plugins[number] else { continue }
                let signal = AvoidanceSignal.revoked(plugin: number, subject: subject.text, graceMS: graceMS)
                actions.append(.send(signal, to: plugin.owner))
            case .granted(let number):
                guard let plugin = plugins[number], isActive(number, subject) else { continue }
                actions.append(.send(.granted(plugin: number, subject: subject.text), to: plugin.owner))
            }
        }
        var added: [AvoidanceSignal.Holder] = []
        var removed: [String] = []
        for (subject, before) in news.before.sorted(by: { $0.key < $1.key }) {
            let after = contests[subject]?.holder
            guard after != before else { continue }
            if let after {
                added.append(.init(subject: subject.text, plugin: after))
            } else {
                removed.append(subject.text)
            }
        }
        if !added.isEmpty || !removed.isEmpty { tellWatchers(.claimsChanged(added: added, removed: removed)) }
        return actions + news.forgotten.map { .forget($0) }
    }
}
