/// Which messages to receive. A field that is nil accepts everything.
package struct MatchRule: Hashable, Sendable {
    package var kind: Message.Kind?
    /// The sender; by a well-known name, whoever owns it when the message is sent.
    package var sender: BusName?
    package var path: ObjectPath?
    /// A path or anything below it.
    package var pathNamespace: ObjectPath?
    package var interface: InterfaceName?
    package var member: MemberName?
    package var destination: BusName?
    /// The string arguments of the body, by their index (0…63).
    package var arguments: [Int: String]
    /// The first argument is this name or begins with it and a dot.
    package var argument0Namespace: String?

    package init(
        _ kind: Message.Kind? = .signal, sender: BusName? = nil, path: ObjectPath? = nil,
        pathNamespace: ObjectPath? = nil, interface: InterfaceName? = nil, member: MemberName? = nil,
        destination: BusName? = nil, arguments: [Int: String] = [:], argument0Namespace: String? = nil
    ) {
        self.kind = kind
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.destination = destination
        self.arguments = arguments
        self.argument0Namespace = argument0Namespace
    }

    /// The rule as the bus takes it.
    package var text: String {
        var parts: [String] = []
        func add(_ key: String, _ value: String?) {
            guard let value else { return }
            parts.append(
                "\(key)='\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'")
        }
        add("type", kind?.ruleText)
        add("sender", sender?.text)
        add("path", path?.text)
        add("path_namespace", pathNamespace?.text)
        add("interface", interface?.text)
        add("member", member?.text)
        add("destination", destination?.text)
        for (index, value) in arguments.sorted(by: { $0.key < $1.key }) { add("arg\(index)", value) }
        add("arg0namespace", argument0Namespace)
        return parts.joined(separator: ",")
    }

    /// - Throws: ``BusError/Code/invalidName`` or ``BusError/Code/invalidValue`` for what no bus accepts.
    func check() throws(BusError) {
        try sender?.check()
        try path?.check()
        try pathNamespace?.check()
        try interface?.check()
        try member?.check()
        try destination?.check()
        guard arguments.keys.allSatisfy({ (0..<64).contains($0) }) else {
            throw BusError(.invalidValue, "a match rule takes arguments 0 to 63")
        }
        guard path == nil || pathNamespace == nil else {
            throw BusError(.invalidValue, "a match rule takes a path or a path's namespace, not both")
        }
    }

    /// Whether a message fits, all but its sender, which is compared where owners are known.
    func accepts(_ message: borrowing Message) -> Bool {
        if let kind, message.kind != kind { return false }
        guard fits(member?.text, message.member), fits(interface?.text, message.interface),
            fits(path?.text, message.path), fits(destination?.text, message.destination)
        else { return false }
        if let pathNamespace {
            guard let path = message.path, pathNamespace.holds(path) else { return false }
        }
        guard !arguments.isEmpty || argument0Namespace != nil else { return true }
        return acceptsArguments(of: message)
    }

    private func acceptsArguments(of message: borrowing Message) -> Bool {
        let last = max(arguments.keys.max() ?? 0, 0)
        let isFitting = try? message.read { reader throws(BusError) in
            for index in 0...last {
                let wanted = arguments[index]
                let isCompared = wanted != nil || (index == 0 && argument0Namespace != nil)
                guard isCompared else {
                    reader.skip()
                    continue
                }
                guard reader.type == .string else { return false }
                let text = try reader.text()
                if let wanted, !text.equals(wanted) { return false }
                if index == 0, let argument0Namespace, !text.isIn(argument0Namespace, separator: ".") { return false }
            }
            return true
        }
        return isFitting ?? false
    }

    private func fits(_ wanted: String?, _ found: Text?) -> Bool {
        guard let wanted else { return true }
        guard let found else { return false }
        return found.equals(wanted)
    }
}

extension Message.Kind {
    fileprivate var ruleText: String {
        switch self {
        case .call: "method_call"
        case .reply: "method_return"
        case .error: "error"
        case .signal: "signal"
        }
    }
}

extension ObjectPath {
    /// Whether a path is this one or lies below it.
    func holds(_ path: Text) -> Bool { text == "/" || path.isIn(text, separator: "/") }
}

extension Text {
    /// Whether the text is `name`, or begins with it and the separator.
    fileprivate func isIn(_ name: String, separator: Character) -> Bool {
        equals(name) || String(self).hasPrefix(name + String(separator))
    }
}
