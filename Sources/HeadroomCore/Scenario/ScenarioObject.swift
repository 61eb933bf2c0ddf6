/// An object of a scenario while it is read: hands out members by key and type, and knows which nobody asked for.
struct ScenarioObject {
    /// Where the object is, such as `input.events[2]`.
    let path: String
    private let members: [JSONValue.Member]
    private var asked: Set<String> = []

    init(_ value: JSONValue, path: String) throws(KeyError) {
        guard case .object(let members) = value else {
            throw KeyError(key: path, message: "has to be an object, is \(value.kind)")
        }
        self.path = path
        self.members = members
    }

    /// The path of a member.
    func at(_ key: String) -> String { "\(path).\(key)" }

    func error(_ key: String, _ message: String) -> KeyError { KeyError(key: at(key), message: message) }

    private func error(_ key: String, wants: String, _ value: JSONValue) -> KeyError {
        error(key, "has to be \(wants), is \(value.kind)")
    }

    // MARK: - Members

    /// The member as it is; nil if there is none.
    mutating func value(_ key: String) -> JSONValue? {
        asked.insert(key)
        return members.first { $0.key == key }?.value
    }

    /// Says that members are known, though nobody reads them here.
    mutating func skip(_ keys: [String]) { asked.formUnion(keys) }

    /// - Throws: if there is a member that nobody asked for.
    func finish() throws(KeyError) {
        guard let stranger = members.first(where: { !asked.contains($0.key) }) else { return }
        throw error(stranger.key, "no such key here")
    }

    /// Any number, also one that is not finite.
    mutating func number(_ key: String) throws(KeyError) -> Double? {
        guard let value = value(key) else { return nil }
        guard let number = value.asNumber else { throw error(key, wants: "a number", value) }
        return number
    }

    mutating func finite(_ key: String) throws(KeyError) -> Double? {
        guard let number = try number(key) else { return nil }
        guard number.isFinite else { throw error(key, "has to be finite") }
        return number
    }

    /// An offset, inset or height of content, which has to be possible.
    mutating func possible(_ key: String) throws(KeyError) -> Double? {
        guard let number = try finite(key) else { return nil }
        guard abs(number) <= ScrollArea.farthest else { throw error(key, "is beyond belief") }
        return number
    }

    mutating func bool(_ key: String) throws(KeyError) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let bool) = value else { throw error(key, wants: "true or false", value) }
        return bool
    }

    mutating func string(_ key: String) throws(KeyError) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let string) = value else { throw error(key, wants: "a string", value) }
        return string
    }

    /// One of the words of `Word`.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, _: Word.Type
    ) throws(KeyError) -> Word? {
        guard let string = try string(key) else { return nil }
        guard let word = Word(rawValue: string) else {
            throw error(key, "has to be one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    mutating func array(_ key: String) throws(KeyError) -> [JSONValue]? {
        guard let value = value(key) else { return nil }
        guard case .array(let values) = value else { throw error(key, wants: "an array", value) }
        return values
    }

    /// As many numbers as `count`, finite or not.
    mutating func numbers(_ key: String, count: Int) throws(KeyError) -> [Double]? {
        guard let values = try array(key) else { return nil }
        let numbers = values.compactMap(\.asNumber)
        guard numbers.count == values.count, values.count == count else {
            throw error(key, "has to be \(count) numbers")
        }
        return numbers
    }

    /// A rectangle of any numbers: what is impossible is judged by the rules.
    mutating func rect(_ key: String) throws(KeyError) -> Rect? {
        guard let numbers = try numbers(key, count: 4) else { return nil }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// A rectangle of the scene itself, which has to be possible.
    mutating func validRect(_ key: String) throws(KeyError) -> Rect? {
        guard let rect = try rect(key) else { return nil }
        guard rect.isBelievable else { throw error(key, "has to be a possible rectangle") }
        return rect
    }

    mutating func point(_ key: String) throws(KeyError) -> Point? {
        guard let numbers = try numbers(key, count: 2) else { return nil }
        return Point(x: numbers[0], y: numbers[1])
    }

    /// The object at `key`, read by `body`, which has to ask for every member.
    mutating func object<Value>(
        _ key: String, _ body: (inout ScenarioObject) throws(KeyError) -> Value
    ) throws(KeyError) -> Value? {
        guard let value = value(key) else { return nil }
        return try ScenarioObject.read(value, path: at(key), body)
    }

    /// The objects of the array at `key`.
    mutating func objects<Value>(
        _ key: String, atMost most: Int = .max, _ body: (inout ScenarioObject) throws(KeyError) -> Value
    ) throws(KeyError) -> [Value]? {
        guard let values = try array(key) else { return nil }
        guard values.count <= most else { throw error(key, "has more than \(most) entries") }
        var objects: [Value] = []
        objects.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            objects.append(try ScenarioObject.read(value, path: "\(at(key))[\(index)]", body))
        }
        return objects
    }

    /// Reads an object with `body`, which has to ask for every member.
    static func read<Value>(
        _ value: JSONValue, path: String, _ body: (inout ScenarioObject) throws(KeyError) -> Value
    ) throws(KeyError) -> Value {
        var object = try ScenarioObject(value, path: path)
        let result = try body(&object)
        try object.finish()
        return result
    }

    /// What is there, or an error that it is missing.
    func required<Value>(_ key: String, _ value: Value?) throws(KeyError) -> Value {
        guard let value else { throw error(key, "is missing") }
        return value
    }
}
