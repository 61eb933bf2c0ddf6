/// A path at which nothing is exported, and the introspection of paths.
enum Node {
    /// Answers a call to such a path. If there are objects below it can be introspected, so that tools find them.
    static func answer(_ invocation: consuming Invocation, children: [String]) {
        let path = invocation.message.path.map { "\($0)" } ?? ""
        if invocation.message.interface == "org.freedesktop.DBus.Peer" {
            return Peer.answer(invocation)
        }
        guard !children.isEmpty else { return invocation.fail(.unknownObject, "there is no object at \(path)") }
        if let interface = invocation.message.interface, !(interface == "org.freedesktop.DBus.Introspectable") {
            return invocation.fail(.unknownInterface, "\(path) has no interface \(interface)")
        }
        guard invocation.message.member == "Introspect" else {
            return invocation.failUnknownMethod()
        }
        guard let invocation = invocation.accepting("", outputs: "s") else { return }
        invocation.reply { writer throws(BusError) in try writer.string(text(parent, children: children)) }
    }

    /// An introspection text with the nodes below put in, before the tag that closes it.
    static func text(_ text: String, children: [String]) -> String {
        guard !children.isEmpty else { return text }
        let nodes = children.map { "  <node name=\"\($0)\"/>\n" }.joined()
        let closing = "</node>"
        var end = text.endIndex
        while end > text.startIndex {
            let rest = text[..<end]
            guard let start = rest.lastIndex(of: "<") else { break }
            if rest[start...].hasPrefix(closing) { return String(text[..<start]) + nodes + String(text[start...]) }
            end = start
        }
        return text
    }

    /// What a path answers that is only a parent of others.
    private static let parent = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect"><arg name="xml" type="s" direction="out"/></method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId"><arg name="id" type="s" direction="out"/></method>
          </interface>
        </node>

        """
}
