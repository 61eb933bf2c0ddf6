internal import CDBus

extension Message {
    /// A call to the bus itself.
    static func toBus(
        _ member: MemberName, _ signature: Signature = "",
        body: (inout Writer) throws(BusError) -> Void = { _ in }
    ) throws(BusError) -> Message {
        try call(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", member, signature, body: body)
    }

    func wantNoReply() {
        // A message that was sent is locked and stays as it is.
        if kind == .call, serial == 0 { dbus_message_set_no_reply(handle, 1) }
    }

    /// Whether libdbus made this message itself to say that the socket is gone; no peer can send one like it.
    var isDisconnection: Bool {
        dbus_message_is_signal(handle, "org.freedesktop.DBus.Local", "Disconnected") != 0
    }

    /// Whether the bus itself sent it.
    var isFromBus: Bool { sender == "org.freedesktop.DBus" }

    /// What an error message says.
    var asError: BusError {
        let name = errorName.map { String($0) } ?? "org.freedesktop.DBus.Error.Failed"
        let text = (try? read { reader throws(BusError) in try reader.string() }) ?? ""
        return BusError(isFromBus && Self.goneNames.contains(name) ? .peerGone : .remote, name: name, text)
    }

    /// What the bus says when nobody is there to answer, or the one who was there left.
    private static let goneNames: Set<String> = [
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.ServiceUnknown",
    ]
}

extension BusName {
    /// The bus itself.
    static let bus: BusName = "org.freedesktop.DBus"
}
