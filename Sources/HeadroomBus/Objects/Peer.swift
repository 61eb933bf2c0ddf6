internal import CDBus

/// org.freedesktop.DBus.Peer: whether a process answers at all; every path has it.
enum Peer {
    static func answer(_ invocation: consuming Invocation) {
        guard let member = invocation.message.member else { return }
        switch member {
        case "Ping": invocation.accepting("", outputs: "")?.reply()
        case "GetMachineId": answerMachineId(invocation)
        default: invocation.failUnknownMethod()
        }
    }

    private static func answerMachineId(_ invocation: consuming Invocation) {
        guard let invocation = invocation.accepting("", outputs: "s") else { return }
        guard let id = dbus_try_get_local_machine_id(nil) else {
            return invocation.fail(.failed, "this machine has no id")
        }
        defer { dbus_free(id) }
        let text = Text(id)
        invocation.reply { writer throws(BusError) in try writer.string(text) }
    }
}
