import Glibc
package import HeadroomCore
package import Support

/// A headless X11 desktop of a test's own: a session, an Xvfb of 1280x800, openbox. With a touch screen it is an Xorg.
///
/// Its bus starts what is installed, as a user's does: a call that may start a keyboard would.
package final class XDesktop: Session {
    /// The size of its screen, in pixels.
    package static let screen = Rect(x: 0, y: 0, width: 1280, height: 800)
    /// The colour of its desktop.
    package static let background = 0x204060

    /// The display's name, `:7`; empty while there is no server.
    package private(set) var display = ""
    private let options: [String]
    private var number: String?
    private var server: Teller?
    private var manager: Teller?
    private let hasTouchScreen: Bool

    /// Starts a bus and, unless that is left for later, a server and a window manager.
    ///
    /// `server`: more of the server's options.
    ///
    /// - Throws: if something does not start, with its log.
    package init(starts: Bool = true, server: [String] = [], hasTouchScreen: Bool = false) throws {
        options = server
        self.hasTouchScreen = hasTouchScreen
        try super.init(startsServices: true)
        if starts { try startServer() }
    }

    deinit {
        manager?.process.kill()
        server?.process.kill()
    }

    /// The server's and the window manager's.
    package var processes: [ChildProcess] { [server, manager].compactMap { $0?.process } }

    package override var windowObserver: String { "X11" }
    package override var displayVariable: (name: String, value: String) { ("DISPLAY", display) }

    package override var environment: [String: String] {
        // What GTK takes unless it is told depends on what is installed.
        let own = ["XDG_SESSION_TYPE": "x11", "GDK_BACKEND": "x11", "GTK_IM_MODULE": "gtk-im-context-simple"]
        var all = super.environment.merging(own) { $1 }
        if let number { all["DISPLAY"] = ":\(number)" }
        return all
    }

    // MARK: - The server

    /// Chooses the number of a display that nobody serves, without serving it: programs can be told of it.
    package func chooseDisplay() throws {
        try startServer(managed: false)
        killServer()
    }

    /// Starts Xvfb, at the number it had before if it had one, and openbox; waits until both are there.
    package func startServer(managed: Bool = true) throws {
        let screen = hasTouchScreen ? try TouchScreen.configure(self) : ["-screen", "0", "1280x800x24"]
        let arguments = screen + ["-nolisten", "tcp", "-noreset", "-displayfd", "1"] + options
        let server = try spawn(hasTouchScreen ? "Xorg" : "Xvfb", (number.map { [":\($0)"] } ?? []) + arguments)
        self.server = server
        number = try server.wait(for: "its display") { Int($0) != nil }
        display = number.map { ":\($0)" } ?? ""
        guard managed else { return }
        let truth = try Truth(self, of: "Nobody")
        manager = try spawn("openbox", ["--sm-disable"])
        try truth.teller.wait(for: "a window manager") { $0.hasPrefix("wm ") }
        try waitUntilManaged()
        try truth.teller.tell("paint")
    }

    /// Waits until openbox takes windows into its care: it may sleep over what comes while it starts.
    private func waitUntilManaged() throws {
        let client = try python("window.py")
        defer { client.process.kill() }
        for _ in 0..<600 {
            client.process.write("managed\n")
            if try client.wait(for: "whether it is managed", where: { $0.hasPrefix("managed ") }) == "managed yes" {
                return
            }
            try pass(microseconds: 50_000)
        }
        throw TestFailure("openbox takes no window\n\(manager?.process.log ?? "")")
    }

    /// Makes a mode of the screen, which ``setMode(_:)`` can choose; none larger than the first.
    package func addMode(_ name: String, width: Int, height: Int) throws {
        // The times between the pixels mean nothing to a screen that is not there, but must rise.
        let times = [width, width + 48, width + 152, width + 304, height, height + 3, height + 7, height + 30]
        try run("xrandr", ["--newmode", name, "63.5"] + times.map(String.init))
        try run("xrandr", ["--addmode", "screen", name])
    }

    package func setMode(_ name: String) throws { try run("xrandr", ["--output", "screen", "--mode", name]) }

    /// Kills the server, and with it all its clients. It can be started anew, and comes back at the same number.
    package func killServer() {
        manager?.process.kill()
        server?.process.kill()
        (manager, server) = (nil, nil)
        display = ""
        guard let number else { return }
        unlink("/tmp/.X11-unix/X\(number)")
        unlink("/tmp/.X\(number)-lock")
    }
}
