import Glibc
import HeadroomBus
import Support

/// How the hot path grows with the number of subscribers, beside the C twin's, and what the daemon keeps of a crowd.
///
/// As ``RelayBench``, but with so many more subscribers, all in this process: what is measured to the last of them is
/// mostly the bus and this process, the same for both. Not one notification may be missing at any of them.
struct CrowdBench {
    let rounds: Int

    /// How many subscribers, and of how many plugins the largest crowd has company.
    private static let sizes = [10, 100, 1000]
    private static let plugins = 64

    func run(into report: inout Report) throws {
        try Self.allowDescriptors()
        for size in Self.sizes { try run(size, into: &report) }
    }

    private func run(_ size: Int, into report: inout Report) throws {
        let bus = try PrivateBus()
        let folder = try TemporaryFolder()
        let daemon = try Relay(
            "headroomd", [], name: "org.headroom.Headroom1", bus: bus,
            environment: ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
        let twin = try Relay("headroom-twin", ["org.headroom.Twin1"], name: "org.headroom.Twin1", bus: bus)
        for relay in [daemon, twin] { try relay.begin() }
        let before = try daemon.process.anonymousMemory()
        for relay in [daemon, twin] { try relay.gather(size, on: bus) }
        let company = size == Self.sizes.last ? try daemon.register(Self.plugins, on: bus) : []
        for round in 0..<rounds {
            for relay in round.isMultiple(of: 2) ? [daemon, twin] : [twin, daemon] {
                try relay.measure(height: Double(200 + round % 100 + 1))
                try relay.rest(microseconds: 62_500)
            }
        }
        report.state("headroomd: call to Will at the last of \(size), median", daemon.toAll.median, "µs")
        report.state("C twin: call to Will at the last of \(size), median", twin.toAll.median, "µs")
        report.state("ratio of medians, \(size) subscribers", daemon.toAll.median / twin.toAll.median, "")
        guard !company.isEmpty else { return }
        let kept = try daemon.process.anonymousMemory() - before
        report.state("what headroomd keeps of \(size) subscribers and \(company.count) plugins", Double(kept), "KiB")
    }

    /// Every subscriber is a descriptor here, and another one at the bus.
    private static func allowDescriptors() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 8192)
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur > 2200 else {
            throw TestFailure("a crowd needs 2,200 file descriptors; ulimit -Hn allows \(limit.rlim_max)")
        }
    }
}
