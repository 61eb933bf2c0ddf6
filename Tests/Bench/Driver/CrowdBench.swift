import Glibc
import HeadroomBus
import Support

/// What many listeners and plugins cost: how much later the last of 1, 10, 100 and 1,000 subscribers hears of a change,
/// beside the twin in C, and what the daemon keeps of all of them and 64 plugins.
///
/// A bus sends the same message to each listener, so what grows is the bus's work; the daemon sends one message.
struct CrowdBench {
    let rounds: Int

    private static let sizes = [1, 10, 100, 1_000]
    private static let plugins = 64

    func run(into report: inout Report) throws {
        try FileLimit.raise(to: 2_048)
        for size in Self.sizes { try latency(size, into: &report) }
        try memory(into: &report)
    }

    private func latency(_ size: Int, into report: inout Report) throws {
        let stage = try Stage()
        let (daemon, twin) = (try stage.daemon(), try stage.twin())
        try Relay.measure(daemon, twin, rounds: rounds, subscribers: size)
        let name = "\(size) subscriber\(size == 1 ? "" : "s")"
        report.state("\(name), headroomd: call to first Will, median", daemon.toWill.median, "µs")
        report.state("\(name), C twin: call to first Will, median", twin.toWill.median, "µs")
        report.state("\(name), headroomd: call to last Will, median", daemon.toLastWill.median, "µs")
        report.state("\(name), C twin: call to last Will, median", twin.toLastWill.median, "µs")
        report.state(
            "\(name), ratio of medians, last Will", daemon.toLastWill.median / twin.toLastWill.median, "")
    }

    private func memory(into report: inout Report) throws {
        let stage = try Stage()
        let daemon = try stage.daemon()
        try daemon.begin(subscribers: 1)
        let files = try ProcessFigures(daemon.process.pid).files
        try state("before", daemon, into: &report)
        for round in ["first", "second", "third"] {
            let rule = MatchRule(sender: daemon.name, interface: "org.headroom.Headroom1.Keyboard")
            let crowd = try Crowd(Self.sizes.max() ?? 1, on: stage.bus, daemon.loop, rules: [rule]) { _, _ in }
            try crowd.askState()
            let crew = try Crew(Self.plugins, on: stage.bus, daemon.loop)
            try crew.report("clear", up: 200, serial: 0)
            try state("with the \(round) crowd", daemon, into: &report)
            crowd.leave()
            crew.leave()
            while try ProcessFigures(daemon.process.pid).files > files { try daemon.rest(microseconds: 10_000) }
            try state("after the \(round) crowd", daemon, into: &report)
        }
    }

    private func state(_ when: String, _ daemon: Relay, into report: inout Report) throws {
        // Pages that wait to be written count as dirty although they are the file's.
        sync()
        let figures = try ProcessFigures(daemon.process.pid)
        report.state("\(when): PSS", figures.pss, "MB")
        report.state("\(when): anonymous memory", figures.anonymous, "MB")
        report.state("\(when): open files", Double(figures.files), "")
    }
}
