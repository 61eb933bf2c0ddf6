import HeadroomBus
import HeadroomClient
import HeadroomWire

extension Command {
    static let doctor = Command(
        "doctor", "what this desktop offers, what is missing, and what to do about it",
        details: """
            A line is ok, missing (the main job needs it) or a note (it can do without). Exits 1 if anything is missing.
            """,
        options: [.json]
    ) { arguments throws(Failure) in
        let findings = Diagnosis.findings(try Examination.made())
        for finding in findings {
            Terminal.line(arguments.has("json") ? finding.json.description : finding.line)
        }
        return Diagnosis.isGood(findings) ? 0 : 1
    }
}

extension Examination {
    /// Looks at everything.
    static func made() throws(Failure) -> Examination {
        var found = Examination()
        do throws(Failure) {
            let session = try Session()
            let inquiry = Inquiry(session)
            _ = try session.run()
            found.daemon = inquiry.daemon
            found.names = inquiry.names
            found.accessibility = inquiry.accessibility
        } catch {
            found.bus = .fails(error.message)
        }
        found.wayland = Surroundings.wayland()
        found.x11 = Surroundings.x11()
        found.desktop = Surroundings.variable("XDG_CURRENT_DESKTOP") ?? ""
        found.unit = Surroundings.unit()
        found.autostart = Surroundings.autostart()
        found.isAccessibilityWanted = Surroundings.isAccessibilityWanted()
        found.toolkitVariables = Surroundings.toolkitVariables()
        let observers = found.daemon?.observers?.map(\.name)
        (found.configuration, found.disabledObservers) = Surroundings.configuration(observers: observers)
        found.state = Surroundings.state()
        return found
    }
}

/// What is asked on the bus: everything at once, until all answers are in. Nothing is started by it.
private final class Inquiry {
    private(set) var names: Set<String> = []
    private(set) var daemon: Examination.Daemon?
    private(set) var accessibility = Examination.Accessibility.unknown
    private let session: Session
    private var open = 0

    init(_ session: Session) {
        self.session = session
        askNames()
    }

    private func askNames() {
        do throws(BusError) {
            let message = try Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")
            session.client.connection.call(message, timeout: Client.patience) { [self] answer in
                do throws(BusError) {
                    switch answer {
                    case .success(let reply):
                        names = Set(try reply.read { reader throws(BusError) in try reader.strings() })
                    case .failure(let error): throw error
                    }
                    open = 1
                    if names.contains(Self.launcher.text) { askAccessibility() }
                    if names.contains(Names.bus.text) { askDaemon() }
                    answered()
                } catch {
                    session.fail(Failure(error.message))
                }
            }
        } catch {
            session.fail(Failure(error.message))
        }
    }

    private func askDaemon() {
        let client = session.client
        daemon = Examination.Daemon()
        open += 5
        client.call("org.freedesktop.DBus.Properties", "Get", "ss") { writer throws(BusError) in
            try writer.string(Names.keyboard.text)
            try writer.string("Version")
        } read: { reader throws(BusError) in
            try reader.variant { value throws(BusError) in try value.uint32() }
        } ended: { [self] (answer: Result<UInt32, ClientError>) in
            daemon?.version = try? answer.get()
            answered()
        }
        client.observers { [self] answer in
            daemon?.observers = try? answer.get()
            answered()
        }
        client.candidates { [self] answer in
            daemon?.candidates = try? answer.get()
            answered()
        }
        client.avoidance { [self] answer in
            daemon?.plugins = try? answer.get().plugins
            answered()
        }
        askProcess(client.connection)
    }

    private static let launcher: BusName = "org.a11y.Bus"

    private func askAccessibility() {
        open += 1
        do throws(BusError) {
            let message = try Message.call(
                Self.launcher, "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get", "ss"
            ) { writer throws(BusError) in
                try writer.string("org.a11y.Status")
                try writer.string("IsEnabled")
            }
            session.client.connection.call(message, timeout: Client.patience) { [self] answer in
                switch answer {
                case .success(let reply):
                    let isOn = try? reply.read { reader throws(BusError) in
                        try reader.variant { value throws(BusError) in try value.bool() }
                    }
                    accessibility = isOn.map { $0 ? .on : .off } ?? .unknown
                case .failure: break
                }
                answered()
            }
        } catch {
            answered()
        }
    }

    private func askProcess(_ connection: Connection) {
        do throws(BusError) {
            let message = try Message.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                "s"
            ) { writer throws(BusError) in try writer.string(Names.bus.text) }
            connection.call(message, timeout: Client.patience) { [self] answer in
                switch answer {
                case .success(let reply):
                    daemon?.pid = try? reply.read { reader throws(BusError) in try reader.uint32() }
                case .failure: break
                }
                answered()
            }
        } catch {
            answered()
        }
    }

    private func answered() {
        open -= 1
        if open == 0 { session.end() }
    }
}
