import Glibc
import HeadroomBus
import HeadroomConfig
import HeadroomDaemon
import HeadroomObserving
import HeadroomWire

@main
struct Main {
    static func main() {
        do throws(Options.Problem) {
            exit(run(try Options(CommandLine.arguments.dropFirst())))
        } catch {
            Log.write("headroomd: \(error)\n", to: STDERR_FILENO)
            exit(2)
        }
    }

    private static func run(_ options: Options) -> Int32 {
        switch options.job {
        case .serve: serve(options)
        case .introspect: print(String(decoding: Names.introspection, as: UTF8.self))
        case .checkConfig: checkConfiguration()
        case .help: print(Options.help)
        case .version: print("headroomd \(Names.release)\n")
        }
    }

    private static func serve(_ options: Options) -> Int32 {
        let log = Log(isVerbose: options.isVerbose)
        do throws(BusError) {
            let loop = try EventLoop()
            let daemon = try Daemon(
                loop: loop, address: .session, observers: Observers.all(), configuration: configuration(),
                stateFolder: Places.state(), log: log)
            defer { daemon.end() }
            let tenure = try Tenure(daemon, replaces: options.replaces, log: log)
            let signals = [
                try loop.signal(SIGTERM) { tenure.leave() },
                try loop.signal(SIGINT) { tenure.leave() },
                try loop.signal(SIGHUP) { daemon.configure() },
            ]
            defer { for signal in signals { signal.cancel() } }
            try tenure.begin()
            return try loop.run()
        } catch {
            log.warning("cannot serve: \(error.message)")
            return 1
        }
    }

    private static func configuration() -> Configuration {
        Configuration(
            path: Places.configuration() ?? "", known: KnownNames(observers: Observers.all().map(\.name)))
    }

    private static func checkConfiguration() -> Int32 {
        let complaints = configuration().read().complaints
        for complaint in complaints { Log.write("\(complaint)\n", to: STDERR_FILENO) }
        return complaints.isEmpty ? 0 : 1
    }

    private static func print(_ text: String) -> Int32 {
        Log.write(text, to: STDOUT_FILENO)
        return 0
    }
}
