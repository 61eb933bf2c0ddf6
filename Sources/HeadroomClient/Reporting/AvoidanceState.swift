internal import HeadroomBus
package import HeadroomWire

/// Who moves things where, as the daemon knows it.
public struct AvoidanceState: Sendable, Hashable {
    public var plugins: [PluginState]
    public var claims: [ClaimState]
    /// The last report about each subject that is claimed.
    public var reports: [ReportState]

    package init(plugins: [PluginState] = [], claims: [ClaimState] = [], reports: [ReportState] = []) {
        self.plugins = plugins
        self.claims = claims
        self.reports = reports
    }
}

/// A plugin that is registered.
public struct PluginState: Sendable, Hashable {
    public var number: UInt64
    public var name: String
    /// `app`, `toolkit`, `accessibility` or `window`.
    public var kind: String
    /// The unique name of its connection.
    public var connection: String
    /// Its process; nil if the bus does not know it.
    public var process: UInt32?
    /// The application that it lives in; nil if it works from outside.
    public var subject: String?

    package init(_ listing: PluginListing) {
        number = listing.plugin
        name = listing.name
        kind = listing.kind
        connection = listing.connection
        process = listing.process
        subject = listing.subject
    }

    /// As ListPlugins answers it.
    package var listing: PluginListing {
        PluginListing(
            plugin: number, name: name, kind: kind, connection: connection, process: process, subject: subject)
    }
}

/// An application that plugins claim.
public struct ClaimState: Sendable, Hashable {
    public var subject: String
    /// The number of the plugin that holds it; 0: nobody yet, as the daemon has just started.
    public var holder: UInt64
    /// Whether the holder was told to put things back, and is waited for.
    public var isRevoked: Bool
    /// The plugins that wait for it, the next one first.
    public var waiting: [UInt64]

    package init(_ listing: ClaimListing) {
        subject = listing.subject
        holder = listing.holder
        isRevoked = listing.isRevoked
        waiting = listing.waiting
    }

    /// As ListClaims answers it.
    package var listing: ClaimListing {
        ClaimListing(subject: subject, holder: holder, isRevoked: isRevoked, waiting: waiting)
    }
}

/// A report, with the plugin that made it.
public struct ReportState: Sendable, Hashable {
    /// The plugin's number; it may be gone.
    public var plugin: UInt64
    public var report: PluginReport

    package init(_ report: Report) {
        plugin = report.plugin
        self.report = PluginReport(report)
    }

    /// As it is on the bus.
    package var onWire: Report { report.onWire(of: plugin) }
}

extension Client {
    /// Asks who moves things where. ``ClientError/Code/refused`` in a sandbox, and from a daemon that does not know.
    public func avoidance(_ ended: @escaping (Result<AvoidanceState, ClientError>) -> Void) {
        list(Names.Avoidance.listPlugins) { reader throws(BusError) in
            try [PluginListing](&reader).map(PluginState.init)
        } ended: { [weak self] plugins in
            self?.list(Names.Avoidance.listClaims) { reader throws(BusError) in
                try [ClaimListing](&reader).map(ClaimState.init)
            } ended: { claims in
                self?.list(Names.Avoidance.listReports) { reader throws(BusError) in
                    try [Report](&reader).map(ReportState.init)
                } ended: { reports in
                    do throws(ClientError) {
                        ended(
                            .success(
                                AvoidanceState(
                                    plugins: try plugins.get(), claims: try claims.get(), reports: try reports.get())))
                    } catch {
                        ended(.failure(error))
                    }
                }
            }
        }
    }

    private func list<Value>(
        _ member: MemberName, read: @escaping (inout Reader) throws(BusError) -> Value,
        ended: @escaping (Result<Value, ClientError>) -> Void
    ) {
        call(Names.avoidance, member, read: read, ended: ended)
    }
}
