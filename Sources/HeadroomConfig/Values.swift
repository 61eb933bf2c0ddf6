/// How values are written in headroom.conf.
enum Values {
    /// The longest grace, in milliseconds: as long as the longest motion (contract, section 3).
    static let longestGrace: UInt32 = 10_000
    /// The most names in a list, and the most bytes in a name (contract, section 5).
    static let mostNames = 256
    static let longestName = 256

    /// One word of an enumeration.
    static func choice<Choice: CaseIterable & RawRepresentable<String>>(_ value: String) throws(WrongValue) -> Choice {
        if let choice = Choice(rawValue: value) { return choice }
        throw WrongValue(wanted: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }

    static func flag(_ value: String) throws(WrongValue) -> Bool {
        switch value {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        case _: throw WrongValue(wanted: "true or false")
        }
    }

    static func milliseconds(_ value: String) throws(WrongValue) -> UInt32? {
        if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = UInt32(value), number <= longestGrace
        {
            return number
        }
        throw WrongValue(wanted: "whole milliseconds from 0 to \(longestGrace)")
    }

    /// Names with commas between them, each once, in their order. Empty ones are passed over.
    static func names(_ value: String, among known: [String]?) throws(WrongValue) -> [String] {
        var names: [String] = []
        for part in value.split(separator: ",") {
            let name = String(part.trimmed)
            if name.isEmpty || names.contains(name) { continue }
            guard name.utf8.count <= longestName else {
                throw WrongValue(wanted: "names of at most \(longestName) bytes")
            }
            if let known, !known.contains(name) {
                throw WrongValue(wanted: "names among \(known.joined(separator: ", ")), not '\(name)'")
            }
            names.append(name)
        }
        guard names.count <= mostNames else { throw WrongValue(wanted: "at most \(mostNames) names") }
        return names
    }
}

extension Substring {
    /// Without the spaces and tabs around it.
    var trimmed: Substring {
        func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
