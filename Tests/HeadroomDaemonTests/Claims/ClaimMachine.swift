import HeadroomBus
import HeadroomDaemon
import HeadroomWire

/// What the judge can watch: the registry, and wrong copies of it.
protocol ClaimMachine: Hashable, Sendable {
    typealias Action = Registry.Action
    typealias Verdict = Registry.Verdict

    mutating func register(
        _ name: String, _ kind: PluginKind, of caller: BusName, process: UInt32?, home: Home, hasMoved: Bool,
        at now: UInt64
    ) -> Verdict<Registry.Registration>
    mutating func unregister(_ number: UInt64, of caller: BusName, at now: UInt64) -> Verdict<Void>
    mutating func claim(
        _ number: UInt64, _ homes: [Home?], of caller: BusName, hasMoved: Bool, at now: UInt64
    ) -> Verdict<[Registry.Claimed]>
    mutating func release(_ number: UInt64, _ subjects: [String], of caller: BusName, at now: UInt64) -> Verdict<Void>
    mutating func report(
        _ report: Report, of caller: BusName, newestSerial: UInt64, at now: UInt64
    ) -> Verdict<Void>
    mutating func watch(_ isWatching: Bool, _ caller: BusName)
    mutating func leave(_ caller: BusName, at now: UInt64) -> [Action]
    mutating func processEnded(_ process: ProcessIdentity, at now: UInt64) -> [Action]
    mutating func advance(to now: UInt64) -> [Action]
    var nextDeadline: UInt64? { get }
    var pluginListings: [PluginListing] { get }
    var claimListings: [ClaimListing] { get }
    var lastReports: [Report] { get }
    func brokenInvariant() -> String?
    func rebased(to origin: UInt64, numbers: [UInt64: UInt64], newest: UInt64) -> Self
}

extension Registry: ClaimMachine {}
