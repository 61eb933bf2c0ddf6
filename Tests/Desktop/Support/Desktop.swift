import Foundation
import Glibc
import HeadroomBus
import Support

/// A headless Wayland desktop of a test's own: a session and a compositor.
package final class Desktop: Session {
    package enum Compositor: String, CaseIterable, Sendable {
        case sway, phoc
    }

    package let compositor: Compositor
    package private(set) var display = ""
    private let configuration: String
    private let outputs: Int
    private var server: Teller?

    /// The colour of sway's desktop.
    static let swayBackground = 0x204060

    /// Starts a bus and a compositor with so many outputs, `HEADLESS-1` (360x720) and so on.
    ///
    /// - Parameters:
    ///   - compositor: which one.
    ///   - configuration: more lines for its configuration.
    ///   - outputs: how many.
    ///   - startsServices: whether the bus starts what is installed, as a user's does.
    /// - Throws: if something does not start, with its log.
    package init(
        _ compositor: Compositor, configuration: String = "", outputs: Int = 1, startsServices: Bool = false
    ) throws {
        self.compositor = compositor
        self.configuration = configuration
        self.outputs = outputs
        try super.init(
            files: [
                ".config/glib-2.0/settings/keyfile":
                    "[org/gnome/desktop/a11y/applications]\nscreen-keyboard-enabled=true\n"
            ], startsServices: startsServices)
        try startCompositor()
    }

    deinit { server?.process.kill() }

    package override var windowObserver: String { "LayerShell" }
    package override var displayVariable: (name: String, value: String) { ("WAYLAND_DISPLAY", display) }

    package override var environment: [String: String] {
        var all = super.environment.merging([
            "XDG_SESSION_TYPE": "wayland", "GSETTINGS_BACKEND": "keyfile", "WLR_BACKENDS": "headless",
            "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "WLR_HEADLESS_OUTPUTS": "\(outputs)",
            "GDK_BACKEND": "wayland", "GTK_IM_MODULE": "wayland",
        ]) { $1 }
        if !display.isEmpty { all["WAYLAND_DISPLAY"] = display }
        if !swaySocket.isEmpty { all["SWAYSOCK"] = swaySocket }
        return all
    }

    // MARK: - Keyboards

    package func keyboard(_ arguments: String...) throws -> Teller { try python("keyboard.py", arguments) }

    /// squeekboard, hidden. It shows itself for a moment when it starts; that is over then.
    package func squeekboard() throws -> Teller {
        var isOwned = false
        let watch = bus.watchName("sm.puri.OSK0") { isOwned = $0 != nil }
        defer { watch.cancel() }
        let teller = try start("squeekboard")
        try loop.wait("squeekboard to own sm.puri.OSK0", log: teller.process.log) { isOwned }
        try setVisible(true)
        try setVisible(false)
        return teller
    }

    // MARK: - The compositor

    /// Starts it; done for a new desktop already.
    package func startCompositor() throws {
        let path = "\(folder)/\(compositor.rawValue).conf"
        let arguments: [String]
        switch compositor {
        case .sway:
            let lines = [
                "xwayland disable", "default_border none", "focus_follows_mouse no",
                "output * bg #\(String(Desktop.swayBackground, radix: 16)) solid_color",
                "output HEADLESS-1 mode 360x720 position 0 0", configuration,
            ]
            try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            arguments = ["-c", path]
        case .phoc:
            let lines = ["[core]", "xwayland=false", "[output:HEADLESS-1]", "mode = 360x720", configuration]
            try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
            arguments = ["-C", path]
        }
        chmod(path, 0o644)
        display = ""
        let server = try spawn(compositor.rawValue, arguments)
        self.server = server
        let watch = try FolderWatch(folder, on: loop)
        defer { watch.cancel() }
        try loop.wait("\(compositor) to listen", log: server.process.log) {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            display = files.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") } ?? ""
            let isControlled = compositor == .phoc || files.contains { $0.hasPrefix("sway-ipc.") }
            return !display.isEmpty && isControlled
        }
        // A seat comes with the first device; without one phoc's clients have none. sway's answer says that it is up.
        switch compositor {
        case .sway: try askSwayUntilItAnswers()
        case .phoc: _ = try python("pointer.py")
        }
    }

    /// Between binding its socket and listening on it sway refuses.
    private func askSwayUntilItAnswers() throws {
        for _ in 0..<50 where (try? run("swaymsg", ["-s", swaySocket, "-t", "get_version"])) != nil { return }
        try run("swaymsg", ["-s", swaySocket, "-t", "get_version"])
    }

    var swaySocket: String {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.first { $0.hasPrefix("sway-ipc.") }.map { "\(folder)/\($0)" } ?? ""
    }

    /// Tells sway to do something.
    package func sway(_ command: String) throws { try run("swaymsg", ["-s", swaySocket, "--", command]) }

    /// Changes an output of phoc.
    package func randr(_ arguments: String...) throws { try run("wlr-randr", arguments) }

    /// Turns an output: `normal`, `90` and so on.
    package func turn(_ output: String, to transform: String) throws {
        switch compositor {
        case .sway: try sway("output \(output) transform \(transform)")
        case .phoc: try randr("--output", output, "--transform", transform)
        }
    }

    /// Kills the compositor, and with it all its clients. It can be started anew, and comes back at the same address.
    package func killCompositor() {
        server?.process.kill()
        server = nil
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where file.hasPrefix("wayland-") || file.hasPrefix("sway-ipc.") {
            unlink("\(folder)/\(file)")
        }
    }
}
