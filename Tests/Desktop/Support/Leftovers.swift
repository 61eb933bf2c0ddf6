import Foundation
import Support

extension Story {
    /// Ends the daemon, and hands out all that it has said and kept: its log, its notifications, its properties, its files.
    package func leftovers() throws -> [String] {
        _ = try pending()
        let properties = try desktop.run(
            "dbus-send",
            [
                "--session", "--print-reply", "--dest=org.headroom.Headroom1", "/org/headroom/Headroom1",
                "org.freedesktop.DBus.Properties.GetAll", "string:org.headroom.Headroom1.Keyboard",
            ])
        daemon.process.send(SIGTERM)
        let code = try daemon.process.waitForExit()
        guard code == 0 else { throw TestFailure("headroomd ended with \(code)\n\(log)") }
        let state = "\(desktop.folder)/.local/state/headroom"
        let files = (FileManager.default.enumerator(atPath: state)?.allObjects as? [String] ?? []).map { file in
            String(decoding: FileManager.default.contents(atPath: "\(state)/\(file)") ?? Data(), as: UTF8.self)
        }
        return [daemon.process.log, "\(told)", properties.joined(separator: "\n")] + files
    }
}
