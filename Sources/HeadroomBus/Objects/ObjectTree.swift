/// The exported objects of a connection, found by the bytes of their paths.
struct ObjectTree {
    /// In 64 groups by hash: peers choose the paths they ask for, but not those that are exported.
    private var groups = [[ExportedObject]](repeating: [], count: 64)

    func object(at path: Text) -> ExportedObject? {
        groups[Self.group(path.hash)].first { path.equals($0.path.text) }
    }

    mutating func add(_ object: ExportedObject) throws(BusError) {
        let group = Self.group(of: object)
        guard !groups[group].contains(where: { $0.path == object.path }) else {
            throw BusError(.duplicate, "there is an object at \(object.path) already")
        }
        groups[group].append(object)
    }

    mutating func remove(_ object: ExportedObject) {
        groups[Self.group(of: object)].removeAll { $0 === object }
    }

    /// The names of the nodes directly below a path, sorted; empty if nothing is exported below it.
    func children(of path: Text) -> [String] {
        let prefix = path == "/" ? "/" : "\(path)/"
        var names: Set<Substring> = []
        for object in groups.joined() where object.path.text != "/" && object.path.text.hasPrefix(prefix) {
            names.insert(object.path.text.dropFirst(prefix.count).prefix { $0 != "/" })
        }
        return names.map { String($0) }.sorted()
    }

    private static func group(of object: ExportedObject) -> Int {
        var text = object.path.text
        return text.withUTF8 { group(Text.hash($0)) }
    }

    private static func group(_ hash: UInt64) -> Int { Int(hash % 64) }
}

extension Connection {
    /// Makes a path callable; best before a name is requested. Its interfaces are added next.
    ///
    /// `xml` is the whole introspection text of the object, in UTF-8; the nodes of objects below are put in.
    ///
    /// - Throws: ``BusError/Code/duplicate`` if there is an object at the path; ``BusError/Code/invalidName``;
    ///   ``BusError/Code/invalidValue`` if the text is not UTF-8.
    package func export(_ path: ObjectPath, introspection xml: [UInt8]) throws(BusError) -> ExportedObject {
        try path.check()
        guard let text = String(validating: xml, as: UTF8.self), !text.utf8.contains(0) else {
            throw BusError(.invalidValue, "the introspection text is not UTF-8")
        }
        let object = ExportedObject(self, path, introspection: text)
        try objects.add(object)
        return object
    }

    func receiveCall(_ message: consuming Message) {
        guard let path = message.path else { return }
        guard let object = objects.object(at: path) else {
            return Node.answer(
                Invocation(connection: self, message: message, object: nil), children: objects.children(of: path))
        }
        if let gate = object.gate {
            gate(Invocation(connection: self, message: message, object: object))
        } else {
            object.answer(Invocation(connection: self, message: message, object: nil))
        }
    }
}
