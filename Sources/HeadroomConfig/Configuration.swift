/// headroom.conf: where it lies and what it says now.
///
/// Reading never fails: what is wrong becomes a complaint and changes nothing, so a slip in the file never takes away
/// what worked before. Reading again is the same call with the settings that hold now.
package struct Configuration: Sendable {
    /// The largest file that is read, in bytes.
    package static let largest = 65_536

    /// The file's path.
    package let path: String
    private let known: KnownNames

    /// The file at `path`; values are judged against the `known` names.
    package init(path: String, known: KnownNames = KnownNames()) {
        self.path = path
        self.known = known
    }

    /// Reads the file.
    ///
    /// A key with a wrong value keeps the value it has in `old`. If a line cannot be read at all, nobody knows which key
    /// it was meant for, and all keys that the file does not name keep theirs; so they do if the file cannot be read.
    /// Else a key that the file does not name has its default.
    ///
    /// - Parameter old: what holds until now.
    /// - Returns: what holds from now on, and what was not taken. A file that is not there is an empty one.
    package func read(keeping old: Settings = Settings()) -> (settings: Settings, complaints: [Complaint]) {
        do throws(FileError) {
            guard let text = try Files.read(path, atMost: Self.largest) else { return (Settings(), []) }
            return read(text, keeping: old)
        } catch {
            return (old, [Complaint(file: path, text: error.reason)])
        }
    }

    /// Reads `text` as the file's content.
    func read(_ text: [UInt8], keeping old: Settings) -> (settings: Settings, complaints: [Complaint]) {
        let items = INI(text).items
        let isBroken = items.contains { if case .broken = $0.item { true } else { false } }
        var reading = Reading(file: path, old: old, settings: isBroken ? old : Settings())
        for (line, item) in items { reading.take(item, line: line) }
        reading.finish(known)
        return (reading.settings, reading.complaints.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
    }
}

/// One pass over the file.
private struct Reading {
    /// What the file gives for one key.
    struct Found {
        let known: KnownKey
        let word: String
        let section: String
        let key: String
        let line: Int
        var value: String
    }

    let file: String
    let old: Settings
    private(set) var settings: Settings
    private(set) var complaints: [Complaint] = []
    private var found: [Found] = []
    private var unknownSections: Set<String> = []

    init(file: String, old: Settings, settings: Settings) {
        self.file = file
        self.old = old
        self.settings = settings
    }

    mutating func take(_ item: INI.Item, line: Int) {
        switch item {
        case .broken(let why): complain(why, line)
        case .section(let name):
            guard !knownKeys.contains(where: { $0.section.word(in: name) != nil }) else { return }
            if unknownSections.insert(name).inserted {
                complain("no such section", line, name)
            }
        case .value(let section, let key, let value):
            take(section: section, key: key, value: value, line: line)
        }
    }

    private mutating func take(section: String, key: String, value: String, line: Int) {
        if unknownSections.contains(section) { return }
        for known in knownKeys {
            guard let word = known.word(section: section, key: key) else { continue }
            guard let place = found.firstIndex(where: { $0.section == section && $0.key == key }) else {
                found.append(
                    Found(known: known, word: word, section: section, key: key, line: line, value: value))
                return
            }
            if known.isList {
                found[place].value += ",\(value)"
            } else {
                complain("given before on line \(found[place].line), which holds", line, section, key)
            }
            return
        }
        complain(section.isEmpty ? "stands before the first [section]" : "no such key", line, section, key)
    }

    /// Reads the values.
    mutating func finish(_ names: KnownNames) {
        settings.lines = [:]
        for item in found {
            do throws(WrongValue) {
                try item.known.read(item.value, item.word, names, &settings)
                settings.lines["[\(item.section)] \(item.key)"] = item.line
            } catch {
                item.known.keep(old, item.word, &settings)
                complain("'\(item.value)' must be \(error.wanted)", item.line, item.section, item.key)
            }
        }
    }

    private mutating func complain(_ text: String, _ line: Int, _ section: String? = nil, _ key: String? = nil) {
        complaints.append(Complaint(file: file, line: line, section: section, key: key, text: text))
    }
}
