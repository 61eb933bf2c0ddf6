import Glibc
import HeadroomBus
package import HeadroomCore
import Support

/// The keyboard that Qt programs bring along, in a Qt program: shown when its text entry has the focus.
package final class QtVirtualKeyboard: XKeyboard {
    package let desktop: XDesktop
    /// The program.
    package let process: Teller
    package let truth: XDesktop.Truth
    private let user: Teller

    /// Starts the program, with the focus elsewhere.
    package init(_ desktop: XDesktop) throws {
        self.desktop = desktop
        truth = try XDesktop.Truth(desktop, of: "override:entry-qt.py")
        // This style paints all of the keyboard.
        process = try desktop.qtEntry("qtvirtualkeyboard", ["QT_VIRTUALKEYBOARD_STYLE": "retro"])
        user = try desktop.python("xask.py", ["entry-qt.py"])
    }

    package func ask(shown: Bool) throws { try process.tell(shown ? "focus" : "blur") }

    /// Presses a key, by a place in it.
    package func press(_ x: Int, _ y: Int) throws { try user.tell("press \(x) \(y)") }
    package func release() throws { try user.tell("release") }

    /// Waits until the keyboard tells the program that this is its rectangle.
    package func wait(rectangle frame: Rect) throws {
        let numbers = [frame.x, frame.y, frame.width, frame.height].map { "\(Int($0))" }.joined(separator: " ")
        try process.wait(for: "rectangle \(numbers)")
    }
}

/// maliit-keyboard, and a Qt program for whose text entry it is shown.
package final class Maliit: XKeyboard {
    package let desktop: XDesktop
    package let process: Teller
    package let truth: XDesktop.Truth
    private let program: Teller
    private let socket: String

    /// Starts it, hidden, and then the program.
    package init(_ desktop: XDesktop) throws {
        self.desktop = desktop
        truth = try XDesktop.Truth(desktop, of: "maliit-keyboard")
        try Maliit.makeFolder()
        process = try desktop.start("maliit-keyboard", environment: ["QT_QPA_PLATFORM": "xcb"])
        var isOwned = false
        let watch = desktop.bus.watchName("org.maliit.server") { isOwned = $0 != nil }
        defer { watch.cancel() }
        try desktop.loop.wait("maliit-keyboard to own its name", log: process.process.log) { isOwned }
        socket = try Maliit.socket(desktop)
        program = try desktop.qtEntry("Maliit")
    }

    deinit {
        program.process.kill()
        unlink(socket)
    }

    package func ask(shown: Bool) throws { try program.tell(shown ? "focus" : "blur") }

    /// Maliit listens in this folder of all users, and does not make it.
    private static let folder = "/tmp/maliit-server"

    private static func makeFolder() throws {
        if mkdir(folder, 0o777) == 0 || Session.isRoot { chmod(folder, 0o1777) }
        guard access(folder, W_OK) == 0 else { throw TestFailure("\(folder) is another user's") }
    }

    /// Where this Maliit listens.
    private static func socket(_ desktop: XDesktop) throws -> String {
        let call = try Message.call(
            "org.maliit.server", "/org/maliit/server/address", "org.freedesktop.DBus.Properties", "Get", "ss"
        ) { writer throws(BusError) in
            try writer.string("org.maliit.Server.Address")
            try writer.string("address")
        }
        let address = try desktop.ask(call) { reader throws(BusError) in
            try reader.variant { value throws(BusError) in try value.string() }
        }
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { throw TestFailure("Maliit listens at '\(address)'") }
        return String(address.dropFirst(prefix.count).prefix { $0 != "," })
    }
}

extension XDesktop {
    /// Starts a Qt program with a text entry and this input method, the focus elsewhere.
    fileprivate func qtEntry(_ method: String, _ more: [String: String] = [:]) throws -> Teller {
        let environment = ["QT_IM_MODULE": method, "QT_QPA_PLATFORM": "xcb"].merging(more) { $1 }
        let program = try start("/usr/bin/python3", ["\(programs)/entry-qt.py"], environment: environment)
        try program.wait(for: "ready")
        return program
    }
}
