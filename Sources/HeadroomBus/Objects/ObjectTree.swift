/// The exported objects of a connection, found by the bytes of their paths.
struct ObjectTree {
    private var byHash: [UInt64: [ExportedObject]] = [:]

    func object(at path: Text) -> ExportedObject? {
        byHash[path.hash]?.first { path.equals($0.path.text) }
    }

    mutating func add(_ object: ExportedObject) throws(BusError) {
        let hash = Self.hash(object.path)
        guard byHash[hash]?.contains(where: { $0.path == object.path }) != true else {
            throw BusError(.duplicate, "there is an object at \(object.path) already")
        }
        byHash[hash, default: []].append(object)
    }

    mutating func remove(_ object: ExportedObject) {
        byHash[Self.hash(object.path)]?.removeAll { $0 === object }
    }

    /// The names of the nodes directly below a path, sorted; empty if nothing is exported below it.
    func children(of path: Text) -> [String] {
        let prefix = path == "/" ? "/" : "\(path)/"
        var names: Set<Substring> = []
        for object in byHash.values.joined() where object.path.text != "/" && object.path.text.hasPrefix(prefix) {
            names.insert(object.path.text.dropFirst(prefix.count).prefix { $0 != "/" })
        }
        return names.map { String($0) }.sorted()
    }

    private static func hash(_ path: ObjectPath) -> UInt64 {
        var text = path.text
        return text.withUTF8 { Text.hash($0) }
    }
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
