import Foundation
import HeadroomBus
import Support

/// What a daemon costs that has nothing to do: wake-ups and memory.
struct RestBench {
    let seconds: Double

    func run(into report: inout Report) throws {
        let bus = try PrivateBus()
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let connection = try bus.connect(loop)
        let daemon = try ChildProcess(
            try BuiltProgram.path("headroomd"),
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
            ])
        let watch = connection.watchName("org.headroom.Headroom1") { _ in }
        try loop.wait("the name to be owned", log: daemon.log) { watch.owner != nil }
        // What was inherited would end after two seconds: rest begins after that.
        try wait(3, loop)
        let before = try wakeUps(daemon.pid)
        try wait(seconds, loop)
        let after = try wakeUps(daemon.pid)
        // Pages that wait to be written count as dirty although they are the file's.
        sync()
        let memory = try ProcessFigures(daemon.pid)
        report.state("wake-ups at rest in \(Int(seconds)) s", Double(after - before), "", aim: "0")
        report.state("PSS at rest", memory.pss, "MB", aim: "at most 8")
        report.state("private dirty at rest", memory.privateDirty, "MB", aim: "at most 1.5")
    }

    private func wait(_ seconds: Double, _ loop: EventLoop) throws {
        let end = loop.now + UInt64(seconds * 1_000_000)
        while loop.now < end { try loop.turn(timeout: end - loop.now) }
    }

    /// How often the process was switched out: it is once for every time it woke up.
    private func wakeUps(_ pid: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        return status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
            .compactMap { $0.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } }.reduce(0, +)
    }
}
