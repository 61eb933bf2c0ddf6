import AccessibilityPlugin
import Glibc
import HeadroomClient

@main
struct Main {
    static func main() {
        do throws(ClientError) {
            exit(try run())
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    private static func run() throws(ClientError) -> Int32 {
        let client = try Client()
        let plugin = try AccessibilityPlugin(client)
        plugin.onNotice = { say($0) }
        if CommandLine.arguments.contains("--verbose") { plugin.onListening = { say("listening") } }
        let signals = try [SIGTERM, SIGINT].map { number throws(ClientError) in
            try client.watchSignal(number) { plugin.stop { client.stop() } }
        }
        defer { for signal in signals { signal.cancel() } }
        plugin.start()
        return try client.run()
    }

    private static func say(_ text: String) {
        var line = "headroom-accessibility: \(text)\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
