import AccessibilityPlugin
import Glibc
import HeadroomClient
import HeadroomPluginKit

@main
struct Main {
    static func main() {
        do throws(Options.Problem) {
            exit(run(try Options(CommandLine.arguments.dropFirst())))
        } catch {
            say("\(error)")
            exit(2)
        }
    }

    private static func run(_ options: Options) -> Int32 {
        do throws(ClientError) {
            switch options.job {
            case .run: return try keepInSight(isVerbose: options.isVerbose)
            case .runIfEnabled:
                guard Consent(environment: Runner.environment).isGiven else {
                    say("not turned on for this user; headroom-accessibility --enable does that")
                    return 0
                }
                return try keepInSight(isVerbose: options.isVerbose)
            case .enable: return try turn(on: true)
            case .disable: return try turn(on: false)
            case .help:
                print(Options.help, terminator: "")
                return 0
            }
        } catch {
            say("\(error)")
            return 1
        }
    }

    private static func keepInSight(isVerbose: Bool) throws(ClientError) -> Int32 {
        let client = try Client()
        let plugin = try AccessibilityPlugin(client)
        plugin.onNotice = { say($0) }
        if isVerbose {
            plugin.onListening = { say("listening") }
            plugin.onTrace = { say($0) }
        }
        var signals: [LoopWatch] = []
        for number in [SIGTERM, SIGINT] {
            signals.append(try client.watchSignal(number) { plugin.stop { client.stop() } })
        }
        defer { for signal in signals { signal.cancel() } }
        plugin.start()
        return try client.run()
    }

    private static func turn(on isOn: Bool) throws(ClientError) -> Int32 {
        let client = try Client()
        let toggle = Switch(client, environment: Runner.environment)
        toggle.turn(on: isOn) { text, isDone in
            say(text)
            client.stop(isDone ? 0 : 1)
        }
        return try client.run()
    }

    private static func say(_ text: String) {
        var line = "headroom-accessibility: \(text)\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
