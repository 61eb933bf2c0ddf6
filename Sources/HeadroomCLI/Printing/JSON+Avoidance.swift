import HeadroomBus
import HeadroomClient
import HeadroomWire

extension JSON {
    /// The arguments of Report, by their names in the interface.
    private static let reportArguments = ["plugin", "serial", "subject", "outcome", "shift", "details"]

    /// The signal Reported: its name and its arguments.
    init(_ report: ReportState) throws(BusError) {
        let values = try JSON.values(Signatures.report) { writer throws(BusError) in
            try report.onWire.write(to: &writer)
        }
        self = .object(["signal"] + JSON.reportArguments, [.string(Names.Avoidance.reported.text)] + values)
    }

    /// What ListPlugins, ListClaims and ListReports answer.
    static func members(of state: AvoidanceState) throws(BusError) -> [Member] {
        let plugins = try JSON.values(Signatures.plugins) { writer throws(BusError) in
            try state.plugins.map(\.listing).write(to: &writer)
        }
        let claims = try JSON.values(Signatures.claims) { writer throws(BusError) in
            try state.claims.map(\.listing).write(to: &writer)
        }
        let reports = try JSON.values(Signatures.reports) { writer throws(BusError) in
            try state.reports.map(\.onWire).write(to: &writer)
        }
        return [
            Member(name: "plugins", value: JSON.rows(["plugin", "name", "kind", "details"], plugins)),
            Member(name: "claims", value: JSON.rows(["subject", "plugin", "details"], claims)),
            Member(name: "reports", value: JSON.rows(JSON.reportArguments, reports)),
        ]
    }
}
