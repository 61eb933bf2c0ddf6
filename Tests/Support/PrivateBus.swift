import Glibc
package import HeadroomBus

/// A bus of a test's own, with a policy that allows everything and generous limits.
package final class PrivateBus {
    package let address: String
    private let folder: TemporaryFolder
    private let daemon: ChildProcess
    /// The bus on which dbus-broker's launcher looks for a service manager.
    private let launcherBus: PrivateBus?

    /// The programs that are buses.
    package enum Program: String, CaseIterable, Sendable {
        case daemon = "dbus-daemon"
        /// Starts no services.
        case broker = "dbus-broker"
    }

    /// After `replyTimeout` milliseconds the bus answers NoReply in a peer's place; without one, never. For the name
    /// `service` it starts a program that leaves the file ``startedFile`` and fails. It denies what a rule of its policy
    /// selects, as `send_interface="…"`.
    package init(
        _ program: Program = .daemon, replyTimeout: Int? = nil, service: String? = nil, denied: String = ""
    ) throws {
        folder = try TemporaryFolder()
        let limits = replyTimeout.map { "<limit name=\"reply_timeout\">\($0)</limit>" } ?? ""
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.path)/bus</listen>
              <servicedir>\(folder.path)</servicedir>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
                \(denied.isEmpty ? "" : "<deny \(denied)/>")
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">134217728</limit>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
              <limit name="max_completed_connections">10000</limit>
              <limit name="max_connections_per_user">10000</limit>
              \(limits)
            </busconfig>
            """
        try folder.write(configuration, to: "bus.conf")
        if let service {
            try folder.write(
                "[D-BUS Service]\nName=\(service)\nExec=/usr/bin/touch \(folder.path)/started /dev/null/fails\n",
                to: "\(service).service")
        }
        switch program {
        case .daemon:
            launcherBus = nil
            daemon = try ChildProcess(
                "dbus-daemon", ["--nofork", "--nosyslog", "--print-address", "--config-file=\(folder.path)/bus.conf"])
            guard let line = try daemon.readLine(), line.hasPrefix("unix:") else {
                throw TestFailure("dbus-daemon did not start:\n\(daemon.log)")
            }
            address = line
        case .broker:
            let launcherBus = try PrivateBus()
            self.launcherBus = launcherBus
            try Journal.provide()
            daemon = try Self.startBroker(folder.path, launcherBus.address)
            address = "unix:path=\(folder.path)/bus"
        }
    }

    /// dbus-broker takes a socket that somebody else listens on, and wants a user bus and a journal to be there.
    private static func startBroker(_ folder: String, _ userBus: String) throws -> ChildProcess {
        let passedOn = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "PATH"]
        let broker = try ChildProcess(
            "systemd-socket-activate",
            ["-l", "\(folder)/bus"] + passedOn.flatMap { ["-E", $0] }
                + ["dbus-broker-launch", "--scope", "user", "--config-file", "\(folder)/bus.conf"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": userBus, "XDG_RUNTIME_DIR": folder])
        let deadline = Instant.now + 30
        while !broker.log.contains("Listening on") {
            guard Instant.now < deadline, !broker.hasEnded else {
                throw TestFailure("dbus-broker did not start:\n\(broker.log)")
            }
            poll(nil, 0, 10)
        }
        return broker
    }

    deinit {
        daemon.kill()
    }

    /// The file that is there once the bus has started its service.
    package var startedFile: String { "\(folder.path)/started" }

    /// The path of its socket.
    package var socket: String { "\(folder.path)/bus" }

    /// What the bus complained about so far.
    package var log: String { daemon.log }

    /// Kills it; every connection to it is lost.
    package func kill() { daemon.kill() }

    /// Stops it without closing anything: it answers nobody until it is continued.
    package func freeze() { daemon.send(SIGSTOP) }

    package func thaw() { daemon.send(SIGCONT) }

    /// A connection to it, open and greeted.
    package func connect(_ loop: EventLoop) throws -> Connection {
        let connection = Connection(loop: loop, address: .at(address))
        try connection.open()
        try loop.wait("the bus's greeting", log: log) { connection.state == .connected }
        return connection
    }
}
