internal import CInih

/// An INI file's lines as libinih reads them, each with its number.
///
/// libinih tells neither the number of a line nor of more than the first broken one, joins a line that begins with a
/// space to the one above it, cuts long names, and gives what stands below a broken heading to the section above.
/// So it is fed line by line, and what it would misread is taken out and told as broken.
struct INI {
    enum Item: Hashable {
        case section(String)
        case value(section: String, key: String, value: String)
        /// A line that is nothing: what is wrong with it.
        case broken(String)
    }

    /// What stands on which line, counted from 1.
    private(set) var items: [(line: Int, item: Item)] = []

    /// Reads the whole text.
    init(_ text: [UInt8]) {
        let feed = Feed(text)
        withExtendedLifetime(feed) {
            let pointer = Unmanaged.passUnretained(feed).toOpaque()
            _ = ini_parse_stream(
                { buffer, size, stream in
                    guard let buffer, let feed = Feed.at(stream) else { return nil }
                    return feed.next(into: buffer, size: Int(size)) ? buffer : nil
                },
                pointer,
                { user, section, key, value in
                    Feed.at(user)?.take(section: section, key: key, value: value)
                    return 1
                }, pointer)
        }
        items = feed.items
    }
}

/// Hands libinih one line after the other and takes what it makes of them.
private final class Feed {
    /// libinih keeps this many bytes of a section's or key's name (`MAX_SECTION`, `MAX_NAME`, less the end); a name
    /// that long may have been cut.
    static let longestName = 48

    private(set) var items: [(line: Int, item: INI.Item)] = []
    private let lines: [ArraySlice<UInt8>]
    /// The number of the line that libinih has.
    private var line = 0
    /// Whether something is still owed for that line: it is neither blank, comment nor heading and nothing came of it.
    private var isOwed = false
    /// Whether lines are held back because the heading above them was broken.
    private var isHeadless = false

    init(_ text: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = text.starts(with: mark) ? text.dropFirst(mark.count) : text[...]
        lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> Feed? {
        pointer.map { Unmanaged<Feed>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Puts the next line into the buffer, which then ends with a zero. False after the last.
    func next(into buffer: UnsafeMutablePointer<CChar>, size: Int) -> Bool {
        if isOwed { tell(.broken("neither a [section] nor key=value")) }
        isOwed = false
        guard line < lines.count else { return false }
        let text = prepared(lines[line], most: size - 1)
        line += 1
        for (place, byte) in text.enumerated() { buffer[place] = CChar(bitPattern: byte) }
        buffer[text.count] = 0
        return true
    }

    /// What libinih is given for the line that comes next: the line itself, or nothing if it must not see it.
    private func prepared(_ raw: ArraySlice<UInt8>, most: Int) -> ArraySlice<UInt8> {
        let text = raw.drop { isBlank($0) }
        guard let first = text.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "#") else { return [] }
        let isHeading = first == UInt8(ascii: "[")
        if isHeading { isHeadless = true }
        if text.count > most { return refused("longer than \(most) bytes") }
        if text.contains(0) { return refused("has a zero byte in it") }
        if isHeading {
            guard let name = heading(text) else { return refused("no [section]: the lines below it are passed over") }
            guard name.utf8.count <= Self.longestName else {
                return refused("a section's name has at most \(Self.longestName) bytes")
            }
            isHeadless = false
            items.append((line + 1, .section(name)))
            return text
        }
        isOwed = !isHeadless
        return isHeadless ? [] : text
    }

    /// The name in a heading; nil if it has none, something follows it, or a comment begins inside.
    private func heading(_ text: ArraySlice<UInt8>) -> String? {
        guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let name = text[(text.startIndex + 1)..<end]
        let rest = text[(end + 1)...].drop { isBlank($0) }
        let isAlone = rest.isEmpty || rest.first == UInt8(ascii: ";") || rest.first == UInt8(ascii: "#")
        guard isAlone, !name.contains(UInt8(ascii: ";")) else { return nil }
        return String(validating: name, as: UTF8.self)
    }

    private func refused(_ why: String) -> ArraySlice<UInt8> {
        items.append((line + 1, .broken(why)))
        return []
    }

    /// What libinih made of the line.
    func take(section: UnsafePointer<CChar>?, key: UnsafePointer<CChar>?, value: UnsafePointer<CChar>?) {
        isOwed = false
        guard let section, let key, let value, let sectionName = String(validatingCString: section),
            let keyName = String(validatingCString: key), let text = String(validatingCString: value)
        else {
            tell(.broken("not UTF-8"))
            return
        }
        guard keyName.utf8.count <= Self.longestName else {
            tell(.broken("a key's name has at most \(Self.longestName) bytes"))
            return
        }
        tell(.value(section: sectionName, key: keyName, value: text))
    }

    private func tell(_ item: INI.Item) { items.append((line, item)) }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
