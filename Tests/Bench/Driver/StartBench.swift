import HeadroomBus
import Support

/// How long it takes from the spawn of the daemon until it owns its name.
struct StartBench {
    let rounds: Int

    func run(into report: inout Report) throws {
        let bus = try PrivateBus()
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let connection = try bus.connect(loop)
        var owned: UInt64?
        let watch = connection.watchName("org.headroom.Headroom1") { owner in
            owned = owner == nil ? nil : EventLoop.now
        }
        try connection.settle()
        var sample = Sample()
        for _ in 0..<rounds {
            let start = EventLoop.now
            let daemon = try ChildProcess(
                try BuiltProgram.path("headroomd"),
                environment: [
                    "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": folder.path,
                    "XDG_CONFIG_HOME": folder.path,
                ])
            try loop.wait("the name to be owned", log: daemon.log) { owned != nil }
            sample.add(Double((owned ?? start) - start) / 1000)
            daemon.kill()
            try loop.wait("the name to be free") { owned == nil }
        }
        watch.cancel()
        report.state("spawn to name owned", sample, "ms")
        report.state("spawn to name owned, median", sample.median, "ms", aim: "at most 60")
    }
}
