extension ExportedObject {
    /// Finds who answers a call to this object.
    func answer(_ invocation: consuming Invocation) {
        guard let member = invocation.message.member else { return }
        guard let name = invocation.message.interface else { return answerByMember(invocation, member) }
        if let interface = interface(name) {
            guard let method = interface.method(member) else {
                return invocation.fail(.unknownMethod, "\(name) has no method \(member)")
            }
            return call(method, invocation)
        }
        switch name {
        case "org.freedesktop.DBus.Properties": answerProperties(invocation)
        case "org.freedesktop.DBus.Introspectable": answerIntrospectable(invocation)
        case "org.freedesktop.DBus.Peer": Peer.answer(invocation)
        default: invocation.fail(.unknownInterface, "\(path) has no interface \(name)")
        }
    }

    /// A call may leave its interface out; then the first one that has the method is meant.
    private func answerByMember(_ invocation: consuming Invocation, _ member: Text) {
        for interface in interfaces {
            if let method = interface.method(member) { return call(method, invocation) }
        }
        switch member {
        case "Get", "GetAll", "Set": answerProperties(invocation)
        case "Introspect": answerIntrospectable(invocation)
        case "Ping", "GetMachineId": Peer.answer(invocation)
        default: invocation.fail(.unknownMethod, "\(path) has no method \(member)")
        }
    }

    private func call(_ method: ExportedInterface.Method, _ invocation: consuming Invocation) {
        guard let invocation = invocation.accepting(method.inputs, outputs: method.outputs) else { return }
        method.handler(invocation)
    }

    private func answerIntrospectable(_ invocation: consuming Invocation) {
        guard invocation.message.member == "Introspect" else {
            return invocation.failUnknownMethod()
        }
        guard let invocation = invocation.accepting("", outputs: "s") else { return }
        let children = invocation.message.path.flatMap { connection?.objects.children(of: $0) } ?? []
        let text = Node.text(introspection, children: children)
        invocation.reply { writer throws(BusError) in try writer.string(text) }
    }
}
