import Glibc
import HeadroomClient
import HeadroomCore
import HeadroomPluginKit

/// Prints a line at once.
func say(_ line: String) {
    var text = line + "\n"
    _ = text.withUTF8 { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// A plugin that tests start and kill.
///
///     scripted-plugin FILE PID     moves the window in FILE, of the application PID, from outside
///     scripted-plugin FILE         is an application; after the line `engage` it moves its own window in FILE
///
/// Further lines: `high`, `low`: where the focus is. It prints `active` and `inactive`, what it reports, and what its
/// world prints. It ends with its input.
@main
struct Main {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let path = words.first else { exit(2) }
        do throws(ClientError) {
            exit(try ScriptedPlugin(path, process: words.dropFirst().first.flatMap { UInt32($0) }).run())
        } catch {
            say("failed: \(error)")
            exit(1)
        }
    }
}

final class ScriptedPlugin {
    private let client: Client
    private let world: FileWorld
    private let process: UInt32?
    private var runner: Runner?
    private var engagement: Engagement?
    private var input: LoopWatch?

    init(_ path: String, process: UInt32?) throws(ClientError) {
        client = try Client()
        world = FileWorld(path: path, isOutside: process != nil)
        self.process = process
        if process != nil { try engage() }
    }

    func run() throws(ClientError) -> Int32 {
        input = try client.watch(STDIN_FILENO) { [unowned self] in read() }
        say("ready")
        return try client.run()
    }

    private func engage() throws(ClientError) {
        let runner = try Runner(client, name: "scripted", kind: process == nil ? .app : .window)
        let engagement =
            if let process { try runner.engage(world, of: process) } else { try runner.engage(world) }
        engagement.onActive = { isActive in say(isActive ? "active" : "inactive") }
        engagement.onReport = { report in say("report \(report.outcome.rawValue) \(report.shift.y)") }
        (self.runner, self.engagement) = (runner, engagement)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return client.stop() }
        for word in String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n") {
            switch word {
            case "engage": try? engage()
            case "high", "low":
                world.isFocusLow = word == "low"
                engagement?.focusChanged()
            default: break
            }
        }
    }
}
