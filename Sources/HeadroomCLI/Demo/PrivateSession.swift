internal import Glibc
import HeadroomBus

/// A message bus of our own, and an environment in which programs find it and nothing else of the user's.
final class PrivateSession {
    let address: String
    /// The environment for programs in it.
    let environment: [String]
    private let folder: ScratchFolder
    private let bus: Child

    /// - Parameter hasDisplay: whether programs in it see the user's display.
    /// - Throws: if there is no `dbus-daemon`, or it does not start.
    init(hasDisplay: Bool = false) throws(Failure) {
        folder = try ScratchFolder()
        let configuration = folder.path + "/bus.conf"
        try folder.write(Self.configuration(socket: folder.path + "/bus"), to: configuration)
        do throws(Failure) {
            bus = try Child(
                "dbus-daemon", ["--nofork", "--nosyslog", "--print-address", "--config-file=\(configuration)"],
                isRead: true, isQuiet: true)
        } catch {
            throw Failure("\(error.message); the package is called dbus-daemon, or dbus")
        }
        address = try Self.firstLine(of: bus)
        environment = Self.environment(address: address, home: folder.path, hasDisplay: hasDisplay)
    }

    /// A variable of that environment.
    func variable(_ name: String) -> String? {
        environment.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
          </policy>
        </busconfig>
        """
    }

    /// The user's environment, but with this bus, without displays unless one is wanted, and with folders of its own: what
    /// is simulated here shall be the only keyboard, and leave nothing behind.
    private static func environment(address: String, home: String, hasDisplay: Bool) -> [String] {
        var ours = [
            "DBUS_SESSION_BUS_ADDRESS=\(address)", "XDG_CONFIG_HOME=\(home)/config", "XDG_STATE_HOME=\(home)/state",
            "XDG_RUNTIME_DIR=\(home)",
        ]
        if hasDisplay, let display = getenv("WAYLAND_DISPLAY").map({ String(cString: $0) }), !display.hasPrefix("/"),
            let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) })
        {
            // Its socket lies in the folder that this environment has another one for.
            ours.append("WAYLAND_DISPLAY=\(runtime)/\(display)")
        }
        let displays = hasDisplay ? [] : ["WAYLAND_DISPLAY", "DISPLAY"]
        let hidden = displays + ["NOTIFY_SOCKET"] + ours.map { String($0.prefix { $0 != "=" }) }
        var kept: [String] = []
        var entry = environ
        while let text = entry.pointee.map({ String(cString: $0) }) {
            if !hidden.contains(String(text.prefix { $0 != "=" })) { kept.append(text) }
            entry += 1
        }
        return kept + ours
    }

    /// What the bus prints first: its address.
    private static func firstLine(of child: Child) throws(Failure) -> String {
        var address: String?
        var isOver = false
        try Failure.mapped { () throws(BusError) in
            let loop = try EventLoop()
            let reader = try LineReader(child.output, in: loop) { line in
                address = address ?? line
                isOver = true
            } ended: {
                isOver = true
            }
            let deadline = loop.now + patience
            while !isOver, loop.now < deadline { try loop.turn(timeout: deadline - min(loop.now, deadline)) }
            withExtendedLifetime(reader) {}
        }
        guard let address else { throw Failure("dbus-daemon does not start") }
        return address
    }

    /// How long the bus may take to start, in µs. (chosen)
    private static let patience: UInt64 = 10_000_000
}
