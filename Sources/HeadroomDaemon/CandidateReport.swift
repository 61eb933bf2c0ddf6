import HeadroomConfig
import HeadroomCore
import HeadroomWire

/// What ListCandidates answers: the engines that somebody speaks of, the one that is written with first, and all of
/// which something is remembered, the newest first.
struct CandidateReport {
    let held: HeldTimeline
    /// The engines of the input methods that are seen.
    let running: [String]
    let settings: Settings
    /// Where headroom.conf is.
    let path: String

    var listing: [CandidateListing] {
        let active = held.facts.engine
        let entries = Array(held.memory.entries.reversed())
        var engines = active.isEmpty ? [] : [active]
        for engine in running + entries.map(\.key.engine) where !engines.contains(engine) { engines.append(engine) }
        return engines.flatMap { engine in
            var line = CandidateListing(engine: engine)
            line.isActive = engine == active && !active.isEmpty
            line.isRunning = line.isActive || running.contains(engine)
            line.policy = held.policies.policy(of: engine).rawValue
            let own = entries.filter { $0.key.engine == engine }
            guard !own.isEmpty else { return [explained(line, nil)] }
            return own.map { explained(line, $0) }
        }
    }

    private func explained(_ line: CandidateListing, _ entry: LearnedCandidates.Entry?) -> CandidateListing {
        var line = line
        let policy = held.policies.policy(of: line.engine)
        let isRunning = entry?.key == held.session || (entry == nil && held.session?.engine == line.engine)
        let reserves = isRunning ? held.reserves : policy == .reserve || entry?.value.hasToggled == true
        let reason: String
        switch policy {
        case .follow, .sticky, .reserve:
            line.acts = policy.rawValue
            reason = ""
        case .auto:
            line.acts = reserves ? BarHold.Policy.reserve.rawValue : BarHold.Policy.sticky.rawValue
            reason =
                reserves
                ? "its candidates were seen to come and go, "
                : entry?.value.hasToggled == true
                    ? "its candidates came and went in this session for the first time, "
                    : "its candidates were not yet seen to come and go, "
        }
        line.why = reason + place(of: line.engine)
        line.learned = entry.map(CandidateReport.learned)
        return line
    }

    /// Where the policy of `engine` is set.
    private func place(of engine: String) -> String {
        let isOwn = settings.enginePolicies[engine] != nil
        let section = isOwn ? "candidates:\(engine)" : "candidates"
        if let line = settings.lines["[\(section)] policy"] { return "\(path) line \(line): [\(section)] policy" }
        return isOwn || settings.candidatePolicy != Settings().candidatePolicy
            ? "[\(section)] policy as it was before" : "by default"
    }

    private static func learned(_ entry: LearnedCandidates.Entry) -> CandidateListing.Learned {
        var learned = CandidateListing.Learned()
        learned.keyboard = entry.key.keyboard
        learned.output = entry.key.output
        learned.pageSize = UInt32(clamping: entry.key.table?.pageSize ?? 0)
        learned.layout = entry.key.table?.layout.rawValue ?? ""
        learned.barHeight = entry.value.bars.expected
        learned.roomBelowCaret = entry.value.rooms.expected
        learned.rowHeight = entry.value.rowHeight
        learned.hasToggled = entry.value.hasToggled
        return learned
    }
}
