/// A value of JSON; objects keep the order in which they are made.
indirect enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case integer(Int64)
    case unsigned(UInt64)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Sendable, Hashable {
        let name: String
        let value: JSON
    }

    static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    /// An object of names and as many values.
    static func object(_ names: [String], _ values: [JSON]) -> JSON {
        .object(zip(names, values).map(Member.init))
    }
}

extension JSON: CustomStringConvertible {
    /// On one line.
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        // JSON has no other numbers (rule C6).
        case .number(let value): value.isFinite ? value.plain : "\"\(value.isNaN ? "NaN" : "Infinity")\""
        case .integer(let value): value.description
        case .unsigned(let value): value.description
        case .string(let value): JSON.quoted(value)
        case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(JSON.quoted($0.name)):\($0.value)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.clean.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
