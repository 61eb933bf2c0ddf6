/// A small text file in which the daemon remembers something: a header with name and version, then an entry a line.
///
/// Whoever owns the entries says how they look; this says how they are kept: replaced whole, bounded, only for the
/// user, and set aside when they make no sense. No failure here is more than something forgotten.
package struct StateFile: Sendable {
    /// How large the file may become.
    package struct Limits: Sendable, Hashable {
        package var entries: Int
        package var bytes: Int

        package init(entries: Int = 512, bytes: Int = 131_072) {
            self.entries = entries
            self.bytes = bytes
        }
    }

    /// What was found.
    package enum Content<Entry> {
        /// No file yet.
        case none
        case entries([Entry])
        /// A file that makes no sense; it now has the name `path`, and the next write starts anew.
        case setAside(path: String, reason: String)
    }

    /// The file's path.
    package let path: String
    /// The first line: what the file holds and the version of its format, for example `headroom learned-frames 1`.
    package let header: String
    package let limits: Limits

    /// The file called `name` in `folder`.
    package init(folder: String, name: String, header: String, limits: Limits = Limits()) {
        path = "\(folder)/\(name)"
        self.header = header
        self.limits = limits
    }

    /// Reads all entries.
    ///
    /// - Parameter parse: makes an entry of a line; nil if it cannot, and then the whole file is set aside.
    /// - Returns: what was found.
    /// - Throws: if the file cannot be opened, or makes no sense and cannot be set aside.
    package func read<Entry>(_ parse: (String) -> Entry?) throws(FileError) -> Content<Entry> {
        let bytes: [UInt8]
        do throws(FileError) {
            guard let found = try Files.read(path, atMost: limits.bytes) else { return .none }
            bytes = found
        } catch {
            guard error.code == nil else { throw error }
            return try setAside(error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return try setAside("not UTF-8") }
        // A line ends with a line feed and with nothing else, or the numbers would not be an editor's.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard lines.popLast() == "" else { return try setAside("the last line has no end") }
        guard let first = lines.first, first == header else {
            return try setAside("does not begin with '\(header)'")
        }
        guard lines.count <= limits.entries + 1 else { return try setAside("more than \(limits.entries) entries") }
        var entries: [Entry] = []
        for (number, line) in lines.enumerated().dropFirst() {
            guard let entry = parse(line) else { return try setAside("line \(number + 1) makes no sense") }
            entries.append(entry)
        }
        return .entries(entries)
    }

    /// Reads all entries; of a file that makes no sense none, and a sentence for the log.
    ///
    /// - Throws: as ``read(_:)``.
    package func entries<Entry>(
        _ parse: (String) -> Entry?
    ) throws(FileError) -> (entries: [Entry], complaint: String?) {
        switch try read(parse) {
        case .none: ([], nil)
        case .entries(let entries): (entries, nil)
        case .setAside(let aside, let reason): ([], "\(path): \(reason); set aside as \(aside)")
        }
    }

    /// Replaces the file with these entries, one a line.
    ///
    /// - Parameter lines: the oldest first: what is more than the limits allow is left out from the front. A line with
    ///   a line feed in it is left out too.
    /// - Returns: how many were left out.
    /// - Throws: if the folder cannot be made or written to; the old file then stands as it was.
    @discardableResult
    package func write(_ lines: [String]) throws(FileError) -> Int {
        var room = limits.bytes - header.utf8.count - 1
        var kept: [String] = []
        for line in lines.reversed() where !line.utf8.contains(UInt8(ascii: "\n")) {
            room -= line.utf8.count + 1
            if room < 0 || kept.count == limits.entries { break }
            kept.append(line)
        }
        let text = ([header] + kept.reversed()).map { $0 + "\n" }.joined()
        try Files.replace(path, with: Array(text.utf8))
        return lines.count - kept.count
    }

    private func setAside<Entry>(_ reason: String) throws(FileError) -> Content<Entry> {
        let aside = "\(path).corrupt"
        try Files.move(path, to: aside)
        return .setAside(path: aside, reason: reason)
    }
}
