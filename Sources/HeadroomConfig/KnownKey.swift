/// A key that headroom.conf may hold: where it stands, and how its value is read into ``Settings``.
struct KnownKey: Sendable {
    let section: Pattern
    let key: Pattern
    /// Whether the key may stand on several lines, which then count as one list.
    let isList: Bool
    /// Reads the value; `word` is the part of the section or key that the user chooses.
    let read:
        @Sendable (_ value: String, _ word: String, _ known: KnownNames, inout Settings) throws(WrongValue) -> Void
    /// Takes over what `old` holds for this key.
    let keep: @Sendable (_ old: Settings, _ word: String, inout Settings) -> Void

    /// The chosen word if this is the key meant, empty where the key leaves none to choose; else nil.
    func word(section: String, key: String) -> String? {
        guard let first = self.section.word(in: section), let second = self.key.word(in: key) else { return nil }
        return first + second
    }
}

/// The name of a section or key.
enum Pattern: Sendable {
    case exactly(String)
    /// Anything that begins so and goes on; the rest is the user's word.
    case word(after: String)

    func word(in name: String) -> String? {
        switch self {
        case .exactly(let wanted): return name == wanted ? "" : nil
        case .word(let prefix):
            guard name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count else { return nil }
            return String(name.dropFirst(prefix.count))
        }
    }
}

/// A value that its key cannot have.
struct WrongValue: Error {
    /// What the key can have.
    let wanted: String
}

/// Names that only the programs know and against which a value can be judged; nil where any name passes.
package struct KnownNames: Sendable {
    package var observers: [String]?

    package init(observers: [String]? = nil) { self.observers = observers }
}

extension KnownKey {
    /// A key with one value. `path` is where ``Settings`` holds it, given the user's word.
    init<Value>(
        _ section: Pattern, _ key: Pattern, _ path: @escaping @Sendable (String) -> WritableKeyPath<Settings, Value>,
        _ parse: @escaping @Sendable (String) throws(WrongValue) -> Value
    ) {
        self.init(section: section, key: key, isList: false) { value, word, _, settings throws(WrongValue) in
            settings[keyPath: path(word)] = try parse(value)
        } keep: { old, word, settings in
            settings[keyPath: path(word)] = old[keyPath: path(word)]
        }
    }

    /// A key with a list of names, commas between them.
    init(
        list section: String, _ key: String, _ path: @escaping @Sendable () -> WritableKeyPath<Settings, [String]>,
        among names: @escaping @Sendable (KnownNames) -> [String]? = { _ in nil }
    ) {
        self.init(section: .exactly(section), key: .exactly(key), isList: true) {
            value, _, known, settings throws(WrongValue) in
            settings[keyPath: path()] = try Values.names(value, among: names(known))
        } keep: { old, _, settings in
            settings[keyPath: path()] = old[keyPath: path()]
        }
    }
}
