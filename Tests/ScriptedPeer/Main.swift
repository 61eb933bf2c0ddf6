import Glibc
import HeadroomBus

/// A program that tests start where the process itself matters: one that is killed, one that lives in a sandbox.
///
///     scripted-peer keyboard             owns sm.puri.OSK0; Visible is what SetVisible made it
///     scripted-peer provider [ROOT]      publishes each line of standard input and prints the answer; with ROOT, a
///                                        folder, it moves there first and sees no other files
///     scripted-peer plugin [ROOT]        see `ScriptedPlugin`
@main
struct Main {
    static func main() {
        do throws(BusError) {
            let loop = try EventLoop()
            let connection = Connection(loop: loop, address: .session)
            try connection.open()
            while connection.state == .connecting { try loop.turn() }
            let arguments = CommandLine.arguments.dropFirst()
            switch arguments.first {
            case "keyboard":
                let keyboard = try ScriptedKeyboard(connection)
                withExtendedLifetime(keyboard) { exit((try? loop.run()) ?? 1) }
            case "provider":
                if let root = arguments.dropFirst().first { try enter(root) }
                try ScriptedProvider(connection).run()
            case "plugin":
                if let root = arguments.dropFirst().first { try enter(root) }
                try ScriptedPlugin(connection).run()
            default:
                say("scripted-peer keyboard | provider [ROOT] | plugin [ROOT]")
                exit(2)
            }
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    /// Moves into the folder, as only root may.
    private static func enter(_ root: String) throws(BusError) {
        guard chroot(root) == 0, chdir("/") == 0 else { throw BusError(.system, "chroot: errno \(errno)") }
    }
}

/// A line on standard output, at once.
func say(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
