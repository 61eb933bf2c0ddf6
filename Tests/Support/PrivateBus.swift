import Glibc
package import HeadroomBus

/// A `dbus-daemon` of a test's own, with a policy that allows everything and generous limits.
package final class PrivateBus {
    package let address: String
    private let folder: TemporaryFolder
    private let daemon: ChildProcess

    /// After `replyTimeout` milliseconds the bus answers NoReply in a peer's place; without one, never. For the name
    /// `service` it starts a program that leaves the file ``startedFile`` and fails.
    package init(replyTimeout: Int? = nil, service: String? = nil) throws {
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
        daemon = try ChildProcess(
            "dbus-daemon", ["--nofork", "--nosyslog", "--print-address", "--config-file=\(folder.path)/bus.conf"])
        guard let line = try daemon.readLine(), line.hasPrefix("unix:") else {
            throw TestFailure("dbus-daemon did not start:\n\(daemon.log)")
        }
        address = line
    }

    deinit {
        daemon.kill()
    }

    /// The file that is there once the bus has started its service.
    package var startedFile: String { "\(folder.path)/started" }

    /// The path of its socket.
    package var socket: String { "\(folder.path)/bus" }

    /// What `dbus-daemon` complained about so far.
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
