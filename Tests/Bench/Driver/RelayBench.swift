import Support

/// The daemon's hot path beside its twin in C: the same calls, taken in turn, in one run.
///
/// A provider publishes a new frame with `duration-ms` 0, eight times a second to each, below the limits of the
/// contract. Measured from the send to the arrival of the Will at a subscriber, and to the arrival of the reply.
struct RelayBench {
    let rounds: Int

    func run(into report: inout Report) throws {
        let stage = try Stage()
        let (daemon, twin) = (try stage.daemon(), try stage.twin())
        try Relay.measure(daemon, twin, rounds: rounds, subscribers: 1)
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
