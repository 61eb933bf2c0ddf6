import HeadroomBus
import Support

/// The daemon's hot path beside its twin in C: the same calls, taken in turn, in one run.
///
/// A provider publishes a new frame with `duration-ms` 0, eight times a second to each, below the limits of the
/// contract. Measured from the send to the arrival of the Will at a subscriber, and to the arrival of the reply.
struct RelayBench {
    let rounds: Int

    func run(into report: inout Report) throws {
        let bus = try PrivateBus()
        let folder = try TemporaryFolder()
        let daemon = try Relay(
            "headroomd", [], name: "org.headroom.Headroom1", bus: bus,
            environment: ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
        let twin = try Relay("headroom-twin", ["org.headroom.Twin1"], name: "org.headroom.Twin1", bus: bus)
        for relay in [daemon, twin] { try relay.begin() }
        for round in 0..<rounds {
            // Each is first in every other round.
            for relay in round.isMultiple(of: 2) ? [daemon, twin] : [twin, daemon] {
                try relay.measure(height: Double(200 + round % 100 + 1))
                try relay.rest(microseconds: 62_500)
            }
        }
        report.state("headroomd: call to Will", daemon.toWill, "µs")
        report.state("C twin: call to Will", twin.toWill, "µs")
        report.state("headroomd: call to reply", daemon.toReply, "µs")
        report.state("C twin: call to reply", twin.toReply, "µs")
        report.state(
            "ratio of medians, call to Will", daemon.toWill.median / twin.toWill.median, "", aim: "at most 1.20")
        report.state(
            "ratio of medians, call to reply", daemon.toReply.median / twin.toReply.median, "", aim: "at most 1.20")
    }
}
