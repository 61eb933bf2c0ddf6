import HeadroomBus
import HeadroomClient
import HeadroomWire

/// Prints the six signals as `dbus-monitor` shows them: by that program where it is installed, else in its form.
final class SignalPrinter {
    /// Called once, when no signal can be missed any more.
    var onReady: () -> Void = {}
    /// Called when a signal was printed, with its member.
    var onPrinted: (String) -> Void = { _ in }
    /// Called when nothing more will be printed, and why.
    var onFailed: (Failure) -> Void = { _ in }

    private var program: Child?
    private var reader: LineReader?
    private var connection: Connection?
    /// The member of the signal whose lines come in; nil: not one of ours.
    private var member: String?
    private var isReady = false

    /// On the bus at `address`, or else the session's; `usesProgram`: whether to look for the program.
    init(_ address: String?, in loop: EventLoop, usesProgram: Bool = true) throws(Failure) {
        let place = address.map { ["--address", $0] } ?? ["--session"]
        let rule = "type='signal',interface='\(Names.keyboard.text)'"
        if usesProgram, let child = try? Child("dbus-monitor", place + [rule], isRead: true) {
            program = child
            reader = try Failure.mapped { () throws(BusError) in
                try LineReader(child.output, in: loop) { [unowned self] line in
                    take(line)
                } ended: { [unowned self] in
                    onFailed(Failure("dbus-monitor ended"))
                }
            }
            return
        }
        let connection = Connection(loop: loop, address: address.map { .at($0) } ?? .session)
        self.connection = connection
        try Failure.mapped { () throws(BusError) in try connection.open() }
        connection.becomeMonitor([MatchRule(interface: Names.keyboard)]) { [unowned self] message in
            guard message.interface?.equals(Names.keyboard.text) ?? false else { return }
            Terminal.line(MonitorText.text(message))
            onPrinted(message.member.map { String($0) } ?? "")
        } _: { [unowned self] answer in
            switch answer {
            case .success: onReady()
            case .failure(let error): onFailed(Failure(error.message))
            }
        }
    }

    /// Nothing more is printed.
    func end() {
        reader = nil
        program?.end()
        connection?.close()
    }

    /// A line of the program's. It begins with signals about its own names; once it has lost its unique one it watches.
    private func take(_ line: String) {
        if !line.hasPrefix(" ") {
            let isOurs = line.contains("interface=\(Names.keyboard.text);")
            member = isOurs ? line.split(separator: "member=").last.map(String.init) : nil
            if !isReady, line.contains("member=NameLost") {
                isReady = true
                onReady()
            }
        }
        guard let member else { return }
        Terminal.line(line)
        // The details are the last argument, and the only array at this depth.
        if line == "   ]" { onPrinted(member) }
    }
}
