internal import CHeadroom
internal import HeadroomClient
internal import HeadroomCore

extension Given {
    static func report(_ pointer: UnsafePointer<headroom_report>?) throws(Failure) -> PluginReport {
        let given = try structure(pointer, "report")
        guard let outcome = Outcome(given.outcome) else { throw .invalid("report.outcome", "is none of the five") }
        let parts = [
            ("inset", given.part_inset), ("scroll", given.part_scroll), ("root", given.part_root),
            ("window", given.part_window), ("resize", given.part_resize),
        ]
        var moved: [PluginReport.Part] = []
        for (level, amount) in parts where amount != 0 {
            moved.append(.init(level: level, amount: try number(amount, "report.part_\(level)")))
        }
        return PluginReport(
            serial: given.serial, subject: try text(given.subject, "report.subject"), outcome: outcome,
            shift: try point(given.shift, "report.shift"), output: try text(given.output, "report.output"),
            target: try rect(given.target, "report.target"),
            residual: try length(given.residual, "report.residual"),
            latencyUS: given.latency_us > 0 ? given.latency_us : nil, parts: moved)
    }
}

extension headroom_report {
    /// What a session did, seen from the outputs that it knows; `arena` holds what it points to.
    init(_ report: AvoidanceReport, on outputs: [Output], _ arena: Arena) {
        self = .sized()
        let output = report.target.flatMap { outputs.holding($0) }
        outcome = headroom_outcome(report.outcome)
        subject = arena.text("")
        shift = headroom_point(report.shift)
        self.output = arena.text(output?.name ?? "")
        if let output, let target = report.target { self.target = arena.value(headroom_rect(output.relative(target))) }
        residual = report.residual
        part_inset = report.parts.inset
        part_scroll = report.parts.scroll
        part_root = report.parts.root
        part_window = report.parts.window
    }
}

extension Outcome {
    fileprivate init?(_ outcome: headroom_outcome) {
        switch outcome {
        case HEADROOM_OUTCOME_NOT_NEEDED: self = .notNeeded
        case HEADROOM_OUTCOME_CLEAR: self = .clear
        case HEADROOM_OUTCOME_PARTIAL: self = .partial
        case HEADROOM_OUTCOME_IMPOSSIBLE: self = .impossible
        case HEADROOM_OUTCOME_RESTORED: self = .restored
        default: return nil
        }
    }
}

extension headroom_outcome {
    fileprivate init(_ outcome: Outcome) {
        switch outcome {
        case .notNeeded: self = HEADROOM_OUTCOME_NOT_NEEDED
        case .clear: self = HEADROOM_OUTCOME_CLEAR
        case .partial: self = HEADROOM_OUTCOME_PARTIAL
        case .impossible: self = HEADROOM_OUTCOME_IMPOSSIBLE
        case .restored: self = HEADROOM_OUTCOME_RESTORED
        }
    }
}
